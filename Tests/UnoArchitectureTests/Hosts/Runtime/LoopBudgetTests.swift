import AsyncKit
import TestSupport
import Testing
import UnoLifting
import UnoTesting

@testable import UnoArchitecture

@Suite("The mailbox loop's budget")
final class LoopBudgetTests {
    private let executor = ControlledExecutor()

    deinit { executor.runFreely() }

    @Test("A flood of fast actions leaves its thread after a number of them, without a look at the clock")
    func number() {
        let handled = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, _ in
            state += 1
            handled.append()
            return .none
        }
        let runtime = Runtime(feature, mailbox: .unbounded, executor: .on(executor))
        let total = LoopBudget.actions * 2 + 100
        let stretches = executor.stretches(handled: handled, of: total) { for _ in 0..<total { runtime.send(1) } }
        #expect(stretches.reduce(0, +) == total && stretches.count == 3)
        #expect(stretches.allSatisfy { $0 <= LoopBudget.actions + 64 })
    }

    enum Flood: CaseIterable, Sendable {
        /// All actions wait in the mailbox.
        case burst
        /// Each handler sends the next action.
        case sendingItself
        /// A middleware puts out the next action within the step.
        case feedingItself
        /// Each handler names the next action.
        case naming
        /// The same in a runtime that handles one action at a time.
        case namingOneByOne
    }

    @Test("A flood of slow actions leaves its thread after about a millisecond of its clock", arguments: Flood.allCases)
    func time(flood: Flood) {
        let (clock, handled) = (TestClock(), Record<Void>())
        let total = 2_000
        let own = OwnRuntime<Int, Int>()
        // A handler takes 20 µs.
        @Sendable func handle() {
            handled.append()
            clock.advance(by: .microseconds(20))
        }
        let runtime: Runtime<Int, Int>
        switch flood {
        case .burst, .sendingItself:
            let feature = Interact<Int, Int>(initialValue: 0) { state, action in
                handle()
                if flood == .sendingItself, action < total { own.runtime?.send(action + 1) }
                return .none
            }
            runtime = Runtime(feature, mailbox: .unbounded, executor: .on(executor), clock: clock)
        case .naming, .namingOneByOne:
            let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                handle()
                return action < total ? dispatch.next(action + 1) : .none
            }
            let mailbox: MailboxPolicy = flood == .naming ? .unbounded : .suspend(capacity: 1)
            runtime = Runtime(feature, mailbox: mailbox, executor: .on(executor), clock: clock)
        case .feedingItself:
            let store = Store<Int, Int>(
                initialValue: 0, reducer: Reducer { _, _ in handle() },
                middleware: AnyMiddleware { action, _, _ in action < total ? .pure(action + 1) : .none })
            runtime = Runtime(store, mailbox: .unbounded, executor: .on(executor), clock: clock)
        }
        own.set(runtime)
        let stretches = executor.stretches(handled: handled, of: total) {
            for action in flood == .burst ? 1...total : 1...1 { runtime.send(action) }
        }
        #expect(stretches.reduce(0, +) == total)
        // A millisecond is 50 actions. The first look comes after 64; from then on one comes every 12.
        #expect(stretches[0] <= 64 + 64)
        #expect(stretches.dropFirst().allSatisfy { $0 <= 50 + 3 * 12 }, "\(stretches)")
    }

    @Test("A loop begins with the whole budget, whatever the one before it has used")
    func anew() {
        let (clock, handled) = (TestClock(), Record<Void>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            handled.append()
            clock.advance(by: .microseconds(20))
            return .none
        }
        let runtime = Runtime(feature, mailbox: .unbounded, executor: .on(executor), clock: clock)
        for flood in 1...3 {
            let stretches = executor.stretches(handled: handled, of: 100 * flood) {
                for _ in 0..<100 { runtime.send(1) }
            }
            #expect(stretches == [100])
        }
        executor.begin { await runtime.shutdown(.cancel) }
    }

    @Test("An effect and its updates, action for action, do not keep the thread")
    func pingPong() {
        let handled = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            handled.append()
            guard action < 500 else { return .none }
            return .perform { _, send in
                await send { $0 += 1 }
                await dispatch(action + 1)
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let total = 500
        let stretches = executor.stretches(handled: handled, of: total) { runtime.send(1) }
        #expect(stretches.reduce(0, +) == total)
        #expect(stretches.allSatisfy { $0 <= 2 }, "\(stretches.max()!)")
        executor.begin { await runtime.shutdown(.cancel) }
    }

    @Test("Yielding loses, doubles and reorders nothing")
    func order() {
        let (clock, handled) = (TestClock(), Record<Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            handled.append(action)
            clock.advance(by: .microseconds(300))
            return .state
        }
        let runtime = Runtime(feature, mailbox: .unbounded, executor: .on(executor), clock: clock)
        for action in 0..<500 {
            runtime.send(action)
            if action.isMultiple(of: 7) { executor.run(atMost: 3) }
        }
        executor.runUntilIdle()
        #expect(handled.elements == Array(0..<500))
    }

    // MARK: The budget itself

    /// Spends `budget` with actions of this length until it is spent, and returns their number.
    private func spend(_ budget: inout LoopBudget, _ clock: TestClock, _ length: Duration) -> Int {
        budget.begin()
        var count = 0
        while true {
            let row = budget.stride
            clock.advance(by: length * row)
            count += row
            budget.spend(row)
            if budget.isSpent { return count }
        }
    }

    @Test("A turn lasts one to one and a half milliseconds, once the length of the actions is known")
    func adaptation() {
        let clock = TestClock()
        var budget = LoopBudget(on: GraphClock(clock))
        var counts: [Int] = []
        for microseconds in [1, 5, 20, 100, 250, 20, 1] {
            let length = Duration.microseconds(microseconds)
            _ = spend(&budget, clock, length)
            let count = spend(&budget, clock, length)
            let turn = length * count
            #expect(turn >= .milliseconds(1), "\(microseconds) µs: \(turn)")
            #expect(turn <= .microseconds(1_500), "\(microseconds) µs: \(turn)")
            counts.append(count)
        }
        #expect(counts == [1_088, 264, 72, 12, 5, 72, 1_088])
    }

    @Test("An action that takes longer than the budget has a turn of its own")
    func longActions() {
        let clock = TestClock()
        var budget = LoopBudget(on: GraphClock(clock))
        _ = spend(&budget, clock, .milliseconds(5))
        #expect(spend(&budget, clock, .milliseconds(5)) <= 3)
    }

    @Test("A turn after a turn of long actions looks at the clock less often at first")
    func nextTurn() {
        let clock = TestClock()
        var budget = LoopBudget(on: GraphClock(clock))
        _ = spend(&budget, clock, .milliseconds(5))
        _ = spend(&budget, clock, .milliseconds(5))
        #expect(budget.stride == 1)
        for stride in [2, 4, 8] {
            budget.begin()
            budget.spend(budget.stride)
            #expect(!budget.isSpent && budget.stride == stride)
        }
    }

    @Test("Actions that take no time are counted only")
    func noTime() {
        let clock = TestClock()
        var budget = LoopBudget(on: GraphClock(clock))
        #expect(spend(&budget, clock, .zero) == LoopBudget.actions)
        #expect(budget.stride == 64)
    }
}

extension ControlledExecutor {
    /// The numbers of actions that are handled between two turns of a visitor, which is always ready, of `total`.
    func stretches(handled: Record<Void>, of total: Int, beside flood: () -> Void) -> [Int] {
        let (counts, before) = (Record<Int>(), handled.count)
        flood()
        // A task for each turn: one that yields would need two jobs for a turn, as the loop does.
        @Sendable func visit() {
            counts.append(handled.count)
            if handled.count < total { self.task { visit() } }
        }
        begin { visit() }
        return zip(counts.elements, [before] + counts.elements).map { $0 - $1 }.filter { $0 > 0 }
    }
}
