import Synchronization
import TestSupport
import Testing
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture

/// Tasks that begin to await an event on other threads than the one that ends it.
@Suite("Waits for events", .timeLimit(.hang))
struct EventWaitTests {
    enum Action: CaseIterable, Sendable { case add, work, feedBack, next }

    static let feature = Interact<Int, Action>(initialValue: 0) { sum, action, dispatch in
        sum += 1
        return switch action {
        case .add: .state
        case .work: .perform { _, send in await send { $0 += 1 } }
        case .feedBack: .perform { _, _ in await dispatch(.add) }
        case .next: dispatch.next(.add)
        }
    }

    @Test(
        "Whenever a wait begins, it ends with the event, and finds its last state published", arguments: Action.allCases
    )
    func racing(action: Action) async {
        let runtime = Runtime(Self.feature)
        for round in 1...Scale.chosen(debug: 300, release: 3_000) {
            let event = runtime.send(action)
            await withTaskGroup(of: Int?.self) { waiters in
                for number in 0..<4 {
                    waiters.addTask {
                        for _ in 0..<number { await Task.yield() }
                        if number == 3 { #expect(await event.waitUntilOver()) } else { await event.finish() }
                        return await runtime.states().first { _ in true }
                    }
                }
                for await state in waiters { #expect(state == (action == .add ? round : 2 * round)) }
            }
        }
        await runtime.shutdown(.drain)
    }

    @Test("A wait for an event that a newer action displaces ends, whichever comes first")
    func displaced() async {
        let gate = Blockade()
        let feature = Interact<Int, Bool>(initialValue: 0) { sum, blocks in
            if blocks { gate.block() }
            sum += 1
            return .state
        }
        let runtime = Runtime(feature, mailbox: .dropOldest(capacity: 1), executor: .on(OwnThread()))
        runtime.send(true)
        await gate.arrivals.waitFor(1)
        for _ in 0..<Scale.chosen(debug: 300, release: 3_000) {
            let event = runtime.send(false)
            async let first: Void = event.finish()
            async let displacing = runtime.send(false)
            async let second = event.finish(within: .seconds(3_600))
            _ = await (first, displacing)
            #expect(await second && event.outcome == .rejected(.dropped))
        }
        gate.open()
        await runtime.shutdown(.drain)
    }

    @Test("A wait that is left leaves nothing behind, and the others go on", arguments: [0, 1, 2])
    func left(others: Int) {
        let table = EventWaiterTable()
        let event = EventID(id: 0, block: EventMarks(startingAt: 0, isolation: nil))
        let reached = Record<Int>()
        for number in 0..<others { _ = table.add(AwaitedEnd { reached.append(number) }, of: event, at: .background) }
        weak var left: AwaitedEnd?
        do {
            let end = AwaitedEnd { reached.append(-1) }
            left = end
            _ = table.add(end, of: event, at: .medium)
            table.remove(end, of: event)
        }
        #expect(left == nil)
        table.reach(event)
        #expect(reached.elements == Array(0..<others))
    }

    @Test("A wait whose task is cancelled leaves nothing behind; nor does the cancellation of the event")
    func cancelled() {
        let (executor, work) = (ControlledExecutor(), HeldWork())
        let feature = Sum.working(on: work)
        let runtime = Runtime(feature, executor: .on(executor))
        let (event, token) = (runtime.send(1), runtime.isolation.token)
        executor.runUntilIdle()
        let id = EventID(id: event.number ?? 0, block: EventMarks(startingAt: 0, isolation: nil))
        let waiting = executor.task { _ = await event.waitUntilOver() }
        executor.runUntilIdle()
        let before = token.waiters.priority(of: id)
        executor.settle(waiting.cancel())
        let after = token.waiters.priority(of: id)
        #expect(before > .background && after == .background)
        event.cancel()
        let asked = token.cancellations.load(ordering: .relaxed)
        executor.runUntilIdle()
        let left = token.cancellations.load(ordering: .relaxed)
        #expect(asked == 1 && left == 0)
        executor.end(cancelling: runtime)
    }

    @MainActor @Test("A wait that the step of a view event ends returns, although nothing follows")
    func viewModel() async {
        let clock = TestClock()
        let model = DirectViewModel<Int, Int>(
            Interactors.Merge(
                Interact(initialValue: 0) { state, action in
                    state = action
                    return .state
                },
                Interactors.Debounce(for: .seconds(1), clock: clock) { Interact<Int, Int> { _, _ in .none } }),
            instances: .many)
        let first = model.sendViewEvent(1)
        let waiting = Task { await first.finish() }
        // Behind the first job of `waiting`, which begins to wait.
        await Task {}.value
        let second = model.sendViewEvent(2)
        await waiting.value
        #expect(first.isOver && !second.isOver)
        #expect(model.viewState == 2)
        second.cancel()
        await second.finish()
    }
}
