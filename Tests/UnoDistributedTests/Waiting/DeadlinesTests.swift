import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("Time limits that share a task")
struct DeadlinesTests {
    private let clock = TestClock()
    private let executor = ControlledExecutor()

    private func advance(to moment: Duration) {
        executor.runUntilIdle()
        while let next = clock.nextDeadline, next.offset <= moment {
            clock.advance(to: next)
            executor.runUntilIdle()
        }
    }

    @Test("each is reached at its time, also one that is set later and is shorter; no task is left")
    func order() {
        let reached = Record<String>()
        let limits = Deadlines(on: GraphClock(clock), executor)
        func set(_ name: String, _ length: Duration) -> UInt64 {
            limits.set(length) { [clock] in reached.append("\(name) at \(clock.now.offset)") }
        }
        _ = set("long", .seconds(5))
        executor.runUntilIdle()
        _ = set("short", .seconds(1))
        let removed = set("removed", .seconds(2))
        _ = set("middle", .seconds(3))
        advance(to: .seconds(1))
        limits.remove(removed)
        _ = set("none", .zero)
        advance(to: .seconds(10))
        #expect(
            reached.elements == [
                "short at 1.0 seconds", "none at 1.0 seconds", "middle at 3.0 seconds", "long at 5.0 seconds",
            ])
        #expect(clock.sleeperCount == 0)
        _ = set("next", .seconds(2))
        executor.runUntilIdle()
        #expect(clock.sleeperCount == 1)
        limits.end()
        advance(to: .seconds(20))
        #expect(reached.elements.count == 4 && clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("one that is set after the end keeps nothing, and starts no task")
    func late() {
        final class Held: Sendable {}
        let limits = Deadlines(on: GraphClock(clock), executor)
        _ = limits.set(.seconds(1)) {}
        executor.runUntilIdle()
        limits.end()
        weak var held: Held?
        do {
            let made = Held()
            held = made
            _ = limits.set(.seconds(2)) { withExtendedLifetime((made, limits)) {} }
        }
        executor.runUntilIdle()
        #expect(held == nil && clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("can all be reached at once, in the order in which they were set, and those that are set later")
    func reachedAtOnce() {
        let reached = Record<Int>()
        let limits = Deadlines(on: GraphClock(clock), executor)
        let ids = (1...4).map { number in limits.set(.seconds(10 - number)) { reached.append(number) } }
        executor.runUntilIdle()
        limits.remove(ids[1])
        limits.reachAll()
        #expect(reached.elements == [1, 3, 4])
        _ = limits.set(.seconds(1)) { reached.append(5) }
        limits.reachAll()
        #expect(reached.elements == [1, 3, 4, 5])
        executor.runUntilIdle()
        #expect(clock.sleeperCount == 0)
        limits.end()
        _ = limits.set(.seconds(1)) { reached.append(6) }
        advance(to: .seconds(20))
        #expect(reached.elements == [1, 3, 4, 5])
        executor.runFreely()
    }

    @Test("shorter and shorter ones leave one sleeping task")
    func sleepers() {
        let limits = Deadlines(on: GraphClock(clock), executor)
        for length in (1...20).reversed() {
            _ = limits.set(.seconds(length)) {}
            executor.runUntilIdle()
            #expect(clock.sleeperCount == 1)
        }
        limits.end()
        executor.runUntilIdle()
        #expect(clock.sleeperCount == 0)
        executor.runFreely()
    }
}
