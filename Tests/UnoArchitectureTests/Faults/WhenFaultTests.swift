import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The faults of an embedding that pumps actions into a child's stream.
@Suite("Faults of embedding", .timeLimit(.hang))
struct WhenFaultTests {
    private static func embedding<Child: Interactor<Int, Int>>(
        _ child: Child
    ) -> Interactors.When<Interact<WhenRoutingTests.Page, WhenRoutingTests.Action>, Child> {
        WhenRoutingTests.parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { child }
    }

    private static func held() -> HeldTransformer<Int> { HeldTransformer(work: HeldWork(), begun: Record()) { $0 } }

    @Test("AsyncChannel erased into an unbounded buffer, so 10,000 sends complete with no consumer", .tags(.demand))
    func unboundedBuffer() {
        let child = Self.held()
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Self.embedding(child), mailbox: .suspend(capacity: 8), executor: .on(executor))
        let delivered = Record<Void>()
        let producer = executor.task {
            for number in 0..<10_000 {
                guard await runtime.deliver(.left(number)).outcome == .accepted else { return }
                delivered.append()
            }
        }
        defer { producer.cancel() }
        executor.runUntilIdle()
        #expect(child.begun.count == 1)
        #expect(delivered.count <= 8 + 1)
    }

    @Test("Parent actions overtake the child's state action", arguments: Host.allCases) func overtaking(host: Host) {
        let child = Self.held()
        let stage = Stage(Self.embedding(child), in: host)
        #expect(stage.send(.left(1), .own(2)).last.log == [])
        #expect(stage.release(child.work).last.log == ["leftState(1)", "own(2)"])
    }

    @Test("Finish does not wait for the child's last state", .tags(.finish), arguments: Host.allCases)
    func lastState(host: Host) {
        let child = Self.held()
        let stage = Stage(Self.embedding(child), in: host)
        stage.send(.left(1))
        stage.finish()
        #expect(!stage.hasEnded)
        #expect(stage.release(child.work).last.log == ["leftState(1)"])
        #expect(stage.hasEnded)
    }

    @Test("An ended child suspends the sender for ever", arguments: Host.allCases) func endedChild(host: Host) {
        let stage = DiagnosticsRecorder()() { Stage(Self.embedding(EndingTransformer(count: 0)), in: host) }
        #expect(stage.send(.left(1), .left(2), .own(3)).last.log == ["own(3)"])
    }

    @Test("stateIs never read", arguments: Host.allCases) func sliceUnread(host: Host) {
        let stage = Stage(Self.embedding(Sum.digits()), in: host)
        #expect(stage.send(.leftState(5), .left(1)).last.left == 51)
    }

    @Test("A late child state flips an enum back", arguments: Host.allCases) func flipsBack(host: Host) {
        let works = Screen.Works()
        let stage = Stage(Screen.feature(works, initial: .results(1)), in: host)
        stage.send(.child(.work), .leave)
        #expect(stage.release(works.child).last == .idle(0))
        #expect(!works.seen.elements.contains(.childState(1_001)))
    }
}
