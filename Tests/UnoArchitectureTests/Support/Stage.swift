import TestSupport
import UnoArchitecture
import UnoTesting

/// A graph on a controlled executor: after each call everything has happened that can, as in
/// `#expect(stage.send(1, 2).last == 3)`.
struct Stage<State: Sendable, Action: Sendable>: Sendable {
    let executor: ControlledExecutor
    let hosted: Hosted<State, Action>
    /// That of the graph; interactors have their own.
    let clock = TestClock()

    init(
        _ interactor: some Interactor<State, Action>, in host: Host = .runtime, seed: UInt64? = nil,
        watching selection: StateSelection = .everyState
    ) { self.init(interactor, in: host, on: ControlledExecutor(seed: seed), watching: selection) }

    init(
        _ interactor: some Interactor<State, Action>, in host: Host, on executor: ControlledExecutor,
        watching selection: StateSelection = .everyState
    ) {
        self.executor = executor
        hosted = Hosted(interactor, in: host, on: executor, clock: clock, of: selection)
        executor.runUntilIdle()
    }

    var states: [State] { hosted.states.elements }
    var last: State { hosted.states.elements.last! }
    /// Only in the runtime.
    var runtime: Runtime<State, Action> { hosted.runtime! }
    var hasEnded: Bool { hosted.ends.count == 1 }

    @discardableResult
    func send(_ actions: Action...) -> Stage {
        for action in actions { settle(hosted.send(action)) }
        return self
    }

    /// Sends `actions` in bursts of 1 to 200, determined by `seed`; within a burst nothing runs between two actions.
    func send(_ actions: [Action], inBurstsBy seed: UInt64) { inBursts(actions, by: seed) { hosted.send($0) } }

    /// Sends as `send(_:inBurstsBy:)` does, and returns the events. Only in the runtime.
    func events(of actions: [Action], inBurstsBy seed: UInt64) -> [EventTask] {
        var events: [EventTask] = []
        inBursts(actions, by: seed) { events.append(runtime.send($0)) }
        return events
    }

    private func inBursts(_ actions: [Action], by seed: UInt64, _ send: (Action) -> Void) {
        var sizes = SplitMix(seed: seed)
        var rest = actions[...]
        while !rest.isEmpty {
            for action in rest.prefix(Int.random(in: 1...200, using: &sizes)) {
                send(action)
                rest.removeFirst()
            }
            executor.runUntilIdle()
        }
    }

    /// Runs what has become ready as `value` was made, and returns it: `stage.settle(stage.runtime.send(1))`.
    @discardableResult
    func settle<Value>(_ value: Value) -> Value { executor.settle(value) }

    @discardableResult
    func release(_ work: HeldWork) -> Stage {
        settle(work.release())
        return self
    }

    @discardableResult
    func advance(_ clock: TestClock, by duration: Duration) -> Stage {
        settle(clock.advance(by: duration))
        return self
    }

    /// Runs `operation` as far as it gets; the record has an entry once it has returned.
    @discardableResult
    func run(_ operation: @escaping @Sendable () async -> Void) -> Record<Void> { settle(executor.end(of: operation)) }

    /// Sends `actions`, one after the other; then no more come.
    @discardableResult
    func finish(after actions: Action...) -> Stage {
        for action in actions { send(action) }
        settle(hosted.finish())
        return self
    }
}
