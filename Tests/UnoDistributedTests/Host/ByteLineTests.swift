import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The room of a budget in bytes")
struct ByteLineTests {
    private enum Event: CaseIterable {
        case askSmall, askHalf, askLarge, takeSmall, endFirst, endSecond, endLast
    }

    /// The line, and the requests as the rules want them.
    private struct Trial: ~Copyable {
        struct Request {
            let id: UInt64
            let bytes: Int
            let turn: Latch?
            var hasRoom: Bool
        }

        var line = ByteLine(6)
        var requests: [Request] = []
        var problems: [String] = []

        private var used: Int { requests.filter(\.hasRoom).reduce(0) { $0 + $1.bytes } }
        private var isShort: Bool { requests.contains { !$0.hasRoom } }

        mutating func perform(_ event: Event) {
            let (wasShort, shortage) = (isShort, line.shortage)
            switch event {
            case .askSmall: ask(1)
            case .askHalf: ask(3)
            case .askLarge: ask(8)
            case .takeSmall: take(1)
            case .endFirst: end(0)
            case .endSecond: end(1)
            case .endLast: end(requests.count - 1)
            }
            check()
            // One shortage has one latch.
            if wasShort, isShort != (line.shortage === shortage) { problems.append("the latch of the shortage") }
        }

        private mutating func ask(_ bytes: Int) {
            let turn = Latch()
            let fits = !isShort && (used == 0 || used + bytes <= 6)
            requests.append(Request(id: line.ask(bytes, turn), bytes: bytes, turn: turn, hasRoom: fits))
        }

        private mutating func take(_ bytes: Int) {
            let fits = !isShort && (used == 0 || used + bytes <= 6)
            let id = line.take(bytes)
            if (id != nil) != fits { problems.append("took room: \(id != nil)") }
            if let id { requests.append(Request(id: id, bytes: bytes, turn: nil, hasRoom: true)) }
        }

        private mutating func end(_ index: Int) {
            guard requests.indices.contains(index) else { return }
            let turns = line.end(requests.remove(at: index).id)
            var expected: [Latch] = []
            while let next = requests.firstIndex(where: { !$0.hasRoom }), used == 0 || used + requests[next].bytes <= 6
            {
                requests[next].hasRoom = true
                if let turn = requests[next].turn { expected.append(turn) }
            }
            if turns.map(ObjectIdentifier.init) != expected.map(ObjectIdentifier.init) {
                problems.append("\(turns.count) turns, not \(expected.count)")
            }
        }

        private mutating func check() {
            let holders = requests.filter(\.hasRoom)
            if line.used != used { problems.append("uses \(line.used), not \(used)") }
            if used > 6, holders.count > 1 { problems.append("\(holders.count) have \(used) bytes") }
            if line.waitingCount != requests.count - holders.count { problems.append("\(line.waitingCount) wait") }
            for request in requests where line.hasRoom(request.id) != request.hasRoom {
                problems.append("request \(request.id): \(!request.hasRoom)")
            }
        }
    }

    @Test("goes to requests in the order of asking, never more than there is but to one alone, in all short sequences")
    func sequences() {
        let events = Event.allCases
        for number in 0..<16_807 {
            var trial = Trial()
            var (rest, sequence): (Int, [Event]) = (number, [])
            for _ in 0..<5 {
                sequence.append(events[rest % events.count])
                rest /= events.count
            }
            for event in sequence { trial.perform(event) }
            let problems = trial.problems
            if !problems.isEmpty { return #expect(problems.isEmpty, "\(sequence): \(problems)") }
        }
    }

    @Test("has no end where there is no limit")
    func withoutLimit() {
        var line = ByteLine(.max)
        let first = line.take(10)
        #expect(first != nil && line.take(.max) == nil && line.take(.max - 10) != nil && line.used == .max)
    }

    @Test("is given back once, whatever ends the request, and at the limit of its time unless it is kept")
    func ends() {
        let world = World()
        let deadlines = Deadlines(on: GraphClock(world.clock), world.executor)
        let budget = ByteBudget(10, deadlines)
        let charge = budget.ask(6)
        let waiting = budget.ask(6)
        #expect(charge.hasRoom && !waiting.hasRoom && budget.used == 6 && budget.shortage.isOpen)
        #expect(budget.takeAtOnce(1) == nil)
        charge.end(after: .seconds(1))
        waiting.end(after: .seconds(3))
        world.run(atMost: .milliseconds(900))
        #expect(charge.keep() && waiting.keep())
        charge.end(after: .seconds(2))
        world.run(atMost: .milliseconds(1_500))
        #expect(charge.hasRoom)
        world.run(atMost: .seconds(10))
        #expect(!charge.hasRoom && !charge.keep() && waiting.hasRoom && budget.used == 6 && !budget.shortage.isOpen)
        charge.end()
        charge.end(after: .seconds(1))
        #expect(budget.used == 6 && budget.takeAtOnce(4) != nil && budget.used == 10)
        waiting.end()
        waiting.end()
        #expect(budget.used == 4)
        deadlines.end()
        world.run()
        world.executor.runFreely()
    }

    @Test("is waited for until there is some, the time is over or the task is cancelled; then others pass")
    func waits() {
        let world = World()
        let deadlines = Deadlines(on: GraphClock(world.clock), world.executor)
        let budget = ByteBudget(10, deadlines)
        let first = budget.ask(10)
        let isOver = Latch()
        let order = Record<Int>()
        let tasks = (0..<4).map { number in
            world.executor.task {
                let charge = await budget.take(10, or: number == 1 ? isOver : Latch())
                order.append(charge == nil ? -number : number)
            }
        }
        world.executor.runUntilIdle()
        #expect(budget.waitingCount == 4)
        tasks[2].cancel()
        world.executor.runUntilIdle()
        isOver.open()
        world.executor.runUntilIdle()
        #expect(order.elements == [-2, -1] && budget.waitingCount == 2)
        first.end()
        world.executor.runUntilIdle()
        #expect(order.elements == [-2, -1, 0] && budget.used == 10)
        // The room of a reply is free after a second.
        world.run(atMost: .milliseconds(1_001))
        #expect(order.elements == [-2, -1, 0, 3])
        world.run(atMost: .seconds(5))
        #expect(budget.used == 0 && budget.waitingCount == 0)
        deadlines.end()
        world.run()
        #expect(world.clock.sleeperCount == 0)
        world.executor.runFreely()
    }
}
