import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The events of a session at its host")
struct EventTableTests {
    /// An event whose end a test decides.
    private final class Event: HostedEvent, @unchecked Sendable {
        // Used by one test on one thread.
        private var hasEnded = false
        /// How often it was asked whether it is over.
        private(set) var looks = 0
        var isOver: Bool {
            get {
                looks += 1
                return hasEnded
            }
            set { (hasEnded, isHandled) = (newValue, newValue) }
        }
        var isHandled = false
        var outcome = SendOutcome.accepted

        init() {}

        /// An event that is over, with this outcome.
        init(_ outcome: SendOutcome) {
            self.outcome = outcome
            (hasEnded, isHandled) = (true, true)
        }
    }

    private func expectRoom(in table: inout EventTable<Event>, _ isExpected: Bool = true) {
        let hasRoom = table.hasRoom()
        #expect(hasRoom == isExpected)
    }

    @Test("every action is taken once, in order, whatever batches come")
    func takesOnce() {
        for seed in 0..<300 {
            var dice = SplitMix(seed: UInt64(seed))
            var table = EventTable<Event>(limit: 1_000, memory: 4)
            var taken: [UInt64] = []
            for _ in 0..<60 {
                let first = UInt64.random(in: 1...UInt64(taken.count + 4), using: &dice)
                let batch = (0..<Int.random(in: 1...5, using: &dice)).map { first + UInt64($0) }
                switch table.judge(first: first, count: batch.count) {
                case .early: #expect(first > UInt64(taken.count) + 1)
                case .repeated: #expect(batch.allSatisfy { taken.contains($0) })
                case .take(let start):
                    #expect(batch[..<start].allSatisfy { taken.contains($0) })
                    for number in batch[start...] {
                        taken.append(number)
                        table.take(Event())
                    }
                }
            }
            #expect(taken == Array(1..<table.next))
        }
    }

    @Test("an event that is over and was accepted is let go; another outcome is kept, the latest ones only")
    func letsGo() {
        var table = EventTable<Event>(limit: 1_000, memory: 2)
        let events = (1...4).map { _ in Event() }
        for event in events { table.take(event) }
        table.acknowledge(below: 5)
        events[0].isOver = true
        for event in events[1...] {
            event.outcome = .effectsCancelled
            event.isOver = true
        }
        #expect(table.underWayCount == 4)
        for number in 1...4 as ClosedRange<UInt64> { _ = table.look(at: number) }
        #expect(table.underWayCount == 0)
        let outcomes = (1...4 as ClosedRange<UInt64>).map { number -> SendOutcome? in
            if case .over(let outcome) = table.look(at: number) { outcome } else { nil }
        }
        // One of the first two had another outcome, which is forgotten: neither is guessed.
        #expect(outcomes == [nil, nil, .effectsCancelled, .effectsCancelled])
        guard case .ahead = table.look(at: 5) else { return #expect(Bool(false), "5 was not taken") }
    }

    @Test(
        "a client's number, whatever it is, says nothing of actions that were not taken", arguments: [0, 1, 4, 5, .max])
    func distrusts(number: UInt64) {
        var table = EventTable<Event>(limit: 10, memory: 3)
        for _ in 1...3 { table.take(Event(.rejected(.mailboxFull))) }
        table.acknowledge(below: number)
        #expect(table.next == 4 && table.acknowledged == max(1, min(number, 4)))
        #expect(table.isToBeAcknowledged == (number < 2))
        expectRoom(in: &table, number > 1)
        #expect(table.summary.exceptions.map(\.number) == Array(min(max(1, number), 4)..<4))
        #expect(
            table.judge(first: number, count: 1) == (number > 4 ? .early : number == 4 ? .take(from: 0) : .repeated))
        #expect(table.judge(first: number, count: 0) == (number > 4 ? .early : .repeated))
        for number in [number, 0, .max] where number > 3 {
            guard case .ahead = table.look(at: number) else { return #expect(Bool(false), "\(number) was not taken") }
        }
    }

    @Test("there is no room while as many events are under way as the limit allows")
    func hasLimit() {
        var table = EventTable<Event>(limit: 2, memory: 10)
        let events = [Event(), Event()]
        expectRoom(in: &table)
        for event in events { table.take(event) }
        expectRoom(in: &table, false)
        events[1].isOver = true
        expectRoom(in: &table)
        #expect(table.underWayCount == 1)
    }

    @Test("thousands of events that are over are let go while others are taken")
    func sweeps() {
        var table = EventTable<Event>(limit: 100_000, memory: 2)
        for _ in 0..<10_000 {
            table.acknowledge(below: table.next)
            expectRoom(in: &table)
            let event = Event()
            table.take(event)
            event.isOver = true
        }
        #expect(table.underWayCount <= 256)
    }

    @Test("events that go on cost those that are taken after them a few looks each")
    func manyGoOn() {
        var table = EventTable<Event>(limit: 100_000, memory: 2)
        let events = (0..<2_000).map { _ in Event() }
        for event in events {
            table.acknowledge(below: table.next)
            expectRoom(in: &table)
            table.take(event)
        }
        #expect(events.reduce(0) { $0 + $1.looks } <= 5 * events.count)
    }

    @Test("outcomes are forgotten in the order in which they were learned, and none that was not")
    func order() {
        /// What is known of the first actions.
        func known(_ table: inout EventTable<Event>, _ count: UInt64) -> [SendOutcome?] {
            (1...count).map { number -> SendOutcome? in
                if case .over(let outcome) = table.look(at: number) { outcome } else { nil }
            }
        }
        let rejected = SendOutcome.rejected(.mailboxFull)
        var table = EventTable<Event>(limit: 10, memory: 1)
        for _ in 1...3 { table.take(Event(rejected)) }
        table.acknowledge(below: 2)
        var outcomes = known(&table, 3)
        #expect(outcomes == [rejected, rejected, rejected])
        table.acknowledge(below: 4)
        outcomes = known(&table, 3)
        #expect(outcomes == [nil, nil, rejected])
        // The second one is not acknowledged when both end.
        var other = EventTable<Event>(limit: 10, memory: 1)
        let events = [Event(), Event()]
        for event in events { other.take(event) }
        other.acknowledge(below: 2)
        for event in events.reversed() {
            (event.outcome, event.isOver) = (rejected, true)
            other.sweep()
        }
        #expect(other.summary.exceptions.map(\.number) == [2])
    }

    @Test("an outcome is not forgotten before the client has learned of it, and no more are taken than may be kept")
    func keepsUnacknowledged() {
        var table = EventTable<Event>(limit: 1_000, memory: 3)
        // Their end is found when the third batch is being taken.
        let earlier = (1...6).map { _ in Event() }
        for (place, event) in earlier.enumerated() {
            if place % 3 == 0 { table.acknowledge(below: table.next) }
            expectRoom(in: &table)
            table.take(event)
        }
        table.acknowledge(below: 7)
        for _ in 7...9 {
            expectRoom(in: &table)
            table.take(Event(.rejected(.shutDown)))
        }
        for event in earlier { (event.outcome, event.isOver) = (.effectsCancelled, true) }
        table.sweep()
        #expect(table.underWayCount == 0)
        #expect(table.isToBeAcknowledged)
        expectRoom(in: &table, false)
        #expect(table.exceptions(in: 7..<10).map(\.number) == [7, 8, 9])
        #expect(table.summary.exceptions.map(\.number) == [7, 8, 9])
        table.acknowledge(below: 10)
        #expect(table.summary.exceptions.isEmpty && !table.isToBeAcknowledged)
    }

    @Test("the summary says how far the session had come, and what was not accepted")
    func summary() {
        var table = EventTable<Event>(limit: 10, memory: 10)
        for outcome in [SendOutcome.accepted, .rejected(.mailboxFull), .cancelled] { table.take(Event(outcome)) }
        #expect(table.summary.next == 4)
        #expect(table.summary.exceptions.map(\.number) == [2, 3])
        #expect(table.exceptions(in: 1..<3).map(\.number) == [2])
    }

    @Test("an event that was cancelled is not told to be so before it is over: it may have been handled")
    func provisional() {
        var table = EventTable<Event>(limit: 10, memory: 10)
        let event = Event()
        table.take(event)
        event.outcome = .cancelled
        #expect(table.exceptions(in: 1..<2).isEmpty && table.summary.exceptions.isEmpty)
        event.outcome = .effectsCancelled
        #expect(table.exceptions(in: 1..<2).map(\.outcome) == [.effectsCancelled])
        event.isOver = true
        #expect(table.exceptions(in: 1..<2).map(\.outcome) == [.effectsCancelled])
    }

    @Test("nor when the runtime was cancelled in the middle of the step", arguments: [true, false])
    func provisionalAtEnd(isSwept: Bool) {
        var table = EventTable<Event>(limit: 10, memory: 10)
        let event = Event()
        table.take(event)
        (event.outcome, event.isOver, event.isHandled) = (.cancelled, true, false)
        #expect(table.exceptions(in: 1..<2).isEmpty)
        if isSwept { table.sweep() }
        guard case .over(.accepted) = table.look(at: 1) else { return #expect(Bool(false), "the runtime has ended") }
    }
}
