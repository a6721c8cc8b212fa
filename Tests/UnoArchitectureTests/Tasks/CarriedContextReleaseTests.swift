import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Task-local values that travel with actions, at the end of their events and under every schedule.
@Suite("Task-local values, released", .timeLimit(.hang))
struct CarriedContextReleaseTests {
    /// Sends an action with a canary of its own as the task-local value.
    private static func send(
        _ action: Int, to runtime: Runtime<Int, Int>, carrying canary: inout Canary?
    ) -> EventTask {
        let value = Canary()
        canary = value
        return Request.$canary.withValue(value) { runtime.send(action) }
    }

    @Test("are released when the event ends, whoever keeps its task, a Send or a Dispatcher", arguments: [false, true])
    func released(isCancelled: Bool) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (work, kept) = (HeldWork(), Record<(Send<Int>, DynamicState<Int>, Dispatcher<Int>)>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            guard action == 1 else { return .none }
            return .perform { state, send in
                kept.append((send, state, dispatch))
                await work.run()
                await dispatch(2)
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), carrying: Request.$canary)
        weak var canary: Canary?
        let event = executor.settle(Self.send(1, to: runtime, carrying: &canary))
        #expect(canary != nil)
        executor.act { if isCancelled { event.cancel() } else { work.release() } }
        #expect(canary == nil)
        withExtendedLifetime((event, kept)) {}
    }

    @Test("are released when the event ends, although the window of its throttled emission goes on")
    func releasedBeforeTheWindow() {
        let (executor, clock) = (ControlledExecutor(), TestClock())
        defer { executor.runFreely() }
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            .perform { _, send in await send { $0 += action } }.throttle(id: "x", for: .seconds(1), clock: clock)
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: clock, carrying: Request.$canary)
        weak var canary: Canary?
        let event = Self.send(1, to: runtime, carrying: &canary)
        #expect(canary != nil)
        executor.runUntilIdle()
        #expect(canary == nil && clock.sleeperCount == 1 && event.isOver)
    }

    @Test("are released with the actions that a runtime discards, holds or leaves at its end")
    func releasedAtTheEnd() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(1), clock: TestClock()) { Sum.digits() },
            Interact<Int, Int>(initialValue: 0) { _, _ in .state })
        let runtime = Runtime(
            feature, mailbox: .dropOldest(capacity: 4), executor: .on(executor), carrying: Request.$canary)
        let slow = runtime.states(.bounded(1))
        weak var canary: Canary?
        do {
            let value = Canary()
            canary = value
            Request.$canary.withValue(value) { for number in 1...9 { runtime.send(number) } }
        }
        executor.runUntilIdle()
        #expect(canary != nil)
        executor.begin { await runtime.shutdown(.cancel) }
        #expect(canary == nil)
        withExtendedLifetime(slow) {}
    }

    @Test("are those of each sender under every schedule")
    func schedules() {
        explore(schedules: Scale.chosen(debug: 300, release: 3_000)) { scenario in
            let clock = scenario.clock
            let feature = Interactors.Merge(
                Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                    scenario.expect(Request.id == action % 10, "handler of \(action): \(Request.id)")
                    guard action < 10 else { return .state }
                    return .perform(id: "x", policy: action == 1 ? .waitTurn : .runBoth) { _, send in
                        scenario.expect(Request.id == action, "effect of \(action): \(Request.id)")
                        await dispatch(action + 10)
                        await send { _ in scenario.expect(Request.id == action, "update of \(action): \(Request.id)") }
                    }
                },
                DebounceInteractor(for: .seconds(1), clock: clock) {
                    Interact<Int, Int>(initialValue: 0) { _, action in
                        scenario.expect(Request.id == action % 10, "held \(action): \(Request.id)")
                        return .state
                    }
                })
            let runtime = Runtime(
                feature,
                executor: RuntimeExecutor(
                    serial: ControlledSerialExecutor(scenario.executor), tasks: scenario.executor),
                clock: TestClock(),
                carrying: Request.$id)
            let senders = (1...2).map { number in
                Request.$id.withValue(number) {
                    scenario.task("sender \(number)") {
                        await runtime.deliver(number)
                        await runtime.send(number).finish()
                    }
                }
            }
            for sender in senders { await sender.value }
            await runtime.shutdown(.drain)
        }
    }
}
