import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The bytes on their way to readers", .timeLimit(.hang))
struct ByteBudgetTests {
    private let clock = TestClock()
    private let executor = ControlledExecutor()
    private let isOver = Latch()
    private let taken = Record<String>()
    private let charges = Record<ByteBudget.Charge>()
    private let budget: ByteBudget

    init() { budget = ByteBudget(10, Deadlines(on: GraphClock(clock), executor)) }

    /// Asks for room again and again; notes when there is some, or that there is none.
    private func take(_ sizes: Int...) {
        for bytes in sizes {
            executor.start { [budget, isOver, taken, charges] in
                let charge = await budget.take(bytes, or: isOver)
                taken.append(charge == nil ? "\(bytes) refused" : "\(bytes)")
                if let charge { charges.append(charge) }
            }
        }
    }

    private func end(_ place: Int) {
        let charges = charges.elements
        guard charges.indices.contains(place) else { return #expect(Bool(false), "There is no reply \(place)") }
        charges[place].end()
        executor.runUntilIdle()
    }

    @Test("fill the budget to its last byte, and one more waits until a reply has arrived")
    func limit() {
        take(6, 4)
        #expect(taken.elements == ["6", "4"] && budget.used == 10)
        take(5, 1)
        #expect(taken.elements == ["6", "4"])
        // Four are free, and the first in the line needs five.
        end(1)
        #expect(taken.elements == ["6", "4"] && budget.used == 6)
        end(0)
        #expect(taken.elements == ["6", "4", "5", "1"] && budget.used == 6)
        // The room is given back once.
        end(0)
        #expect(budget.used == 6)
        end(2)
        end(3)
        #expect(budget.used == 0)
        executor.runFreely()
    }

    @Test("A reply that is larger than the budget goes alone")
    func large() {
        take(1, 20)
        #expect(taken.elements == ["1"] && budget.used == 1)
        end(0)
        #expect(taken.elements == ["1", "20"] && budget.used == 20)
        take(1)
        #expect(taken.elements == ["1", "20"])
        end(1)
        #expect(taken.elements == ["1", "20", "1"])
        end(2)
        #expect(budget.used == 0)
        executor.runFreely()
    }

    @Test("A reply counts as arrived after a second, and leaves no deadline when it has arrived before")
    func second() {
        take(10, 10)
        clock.advance(by: .milliseconds(999))
        executor.runUntilIdle()
        #expect(taken.elements.count == 1)
        clock.advance(by: .milliseconds(1))
        executor.runUntilIdle()
        #expect(taken.elements.count == 2 && budget.used == 10)
        end(1)
        #expect(budget.used == 0)
        clock.advance(by: .seconds(1))
        executor.runUntilIdle()
        #expect(budget.used == 0 && clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("A reply whose time is over takes no room, whether it waits for some or not")
    func over() {
        take(10, 3, 2)
        isOver.open()
        executor.runUntilIdle()
        #expect(taken.elements == ["10", "3 refused", "2 refused"])
        end(0)
        take(1)
        #expect(taken.elements.last == "1 refused" && budget.used == 0)
        executor.runFreely()
    }
}
