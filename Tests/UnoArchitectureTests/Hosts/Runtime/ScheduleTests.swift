import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// One scenario under many orders of its jobs.
@Suite(.timeLimit(.hang))
struct ScheduleTests {
    static let count = Scale.chosen(debug: 2_000, release: 20_000)

    /// A parent with an embedded stream transformer; the parent's own effects run concurrently with it.
    private static func feature() -> some Interactor<WhenRoutingTests.Page, WhenRoutingTests.Action> {
        Interact<WhenRoutingTests.Page, WhenRoutingTests.Action>(initialValue: .init()) { page, action in
            switch action {
            case .own(let number):
                page.log.append("\(number)")
                return .concatenate([
                    .perform { _, send in await send { $0.right += number } },
                    .perform { _, send in await send { $0.right += 10 * number } },
                ])
            case .leftState(let number):
                page.left += number
                page.log.append("left \(number)")
                return .state
            default: return .none
            }
        }
        .when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { PullingTransformer(factor: 3) }
    }

    @Test("Every schedule of a parent, a transformer and effects has the same result")
    func equalResults() {
        var counts: Set<Int> = []
        for seed in 0..<UInt64(Self.count) {
            let executor = ControlledExecutor(seed: seed)
            let runtime = Runtime(Self.feature(), executor: .on(executor))
            let states = runtime.states(.unbounded)
            let seen = Record<WhenRoutingTests.Page>()
            executor.task { for await state in states { seen.append(state) } }
            for action in [WhenRoutingTests.Action.left(1), .own(1), .left(2), .own(2), .left(3)] {
                runtime.send(action)
            }
            executor.task { await runtime.shutdown(.drain) }
            counts.insert(executor.runUntilIdle())
            let last = seen.elements.last
            guard last == .init(log: ["left 3", "1", "left 6", "2", "left 9"], left: 18, right: 33),
                runtime.tasks.liveCount == 0, seen.elements.count == 10
            else {
                Issue.record("schedule \(seed): \(seen.elements)")
                return
            }
        }
        #expect(counts.count > 1, "One schedule only")
    }

    @Test("Releasing the runtime after any number of jobs leaves nothing")
    func abandonedAnywhere() async {
        let diagnostics = DiagnosticsRecorder()
        for seed in 0..<UInt64(Self.count) {
            let executor = ControlledExecutor(seed: seed)
            let (freed, tasks) = diagnostics { Self.abandon(after: Int(seed % 97), on: executor) }
            executor.runUntilIdle()
            guard tasks.liveCount == 0 else {
                Issue.record("schedule \(seed): \(tasks.liveCount) tasks are left")
                return
            }
            await freed.freed()
        }
        #expect(diagnostics.kinds == [], "Ending a graph is no misuse")
    }

    private static func abandon(after jobs: Int, on executor: ControlledExecutor) -> (Canary.Watch, GraphTasks) {
        let canary = Canary()
        let child = Interact<Int, Int>(initialValue: 0) { _, _ in
            .observe { state, send in
                canary.sing()
                while !Task.isCancelled {
                    _ = await state.current
                    await send { $0 += 1 }
                }
            }
        }
        let runtime = Runtime(
            WhenRoutingTests.parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) {
                child
                PullingTransformer()
            },
            executor: .on(executor))
        runtime.send(.left(1))
        runtime.send(.left(2))
        executor.run(atMost: jobs)
        return (canary.watch, runtime.tasks)
    }
}
