import TestSupport
import UnoArchitecture
import UnoTesting

/// A graph on a controlled executor: after each call everything has happened that can.
struct Stage<State: Sendable, Action: Sendable>: Sendable {
    let executor: ControlledExecutor
    let hosted: Hosted<State, Action>
    /// That of the graph; interactors have their own.
    let clock = TestClock()

    init(_ interactor: some Interactor<State, Action>, in host: Host = .runtime, seed: UInt64? = nil) {
        executor = ControlledExecutor(seed: seed)
        hosted = Hosted(interactor, in: host, on: executor, clock: clock)
        executor.runUntilIdle()
    }

    var states: [State] { hosted.states.elements }
    var last: State { hosted.states.elements.last! }
    /// Only in the runtime.
    var runtime: Runtime<State, Action> { hosted.runtime! }
    var hasEnded: Bool { hosted.ends.count == 1 }

    func send(_ actions: Action...) {
        for action in actions {
            hosted.send(action)
            executor.runUntilIdle()
        }
    }

    func release(_ work: HeldWork) {
        work.release()
        executor.runUntilIdle()
    }

    func advance(_ clock: TestClock, by duration: Duration) {
        clock.advance(by: duration)
        executor.runUntilIdle()
    }

    /// Runs `operation` as far as it gets; the record has an entry once it has returned.
    @discardableResult
    func run(_ operation: @escaping @Sendable () async -> Void) -> Record<Void> {
        let ended = Record<Void>()
        executor.task {
            await operation()
            ended.append()
        }
        executor.runUntilIdle()
        return ended
    }

    /// No more actions come.
    func finish() {
        hosted.finish()
        executor.runUntilIdle()
    }
}
