import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Hundreds of events: their marks are stored in blocks, and a block is reused when all its events are over.
@Suite(.timeLimit(.hang))
struct TicketTests {
    enum Action: Sendable {
        case add, work
    }

    private struct Office {
        let work = HeldWork()
        let executor = ControlledExecutor()
        let runtime: Runtime<Int, Action>

        init(_ mailbox: MailboxPolicy = .unbounded) {
            let feature = Interact<Int, Action>(initialValue: 0) { [work] count, action in
                count += 1
                return switch action {
                case .add: .state
                case .work: .perform { _, _ in await work.run() }
                }
            }
            runtime = Runtime(feature, mailbox: mailbox, executor: .on(executor))
        }

        func state() -> Int {
            let states = Record<Int>()
            executor.settle(executor.task { [runtime] in states.append(await runtime.state!) })
            return states.elements[0]
        }

        /// Sends `count` events and expects each to begin afresh, whatever the outcomes of the earlier ones.
        func expectFresh(_ count: Int, _ comment: Comment) {
            let handled = state()
            let events = (0..<count).map { _ in runtime.send(.work) }
            #expect(events.allSatisfy { $0.outcome == .accepted }, comment)
            #expect(events.allSatisfy { $0.isUnderWay && !$0.hasEffects }, comment)
            let ends = Record<Void>()
            for event in events {
                executor.task {
                    await event.finish()
                    ends.append()
                }
            }
            executor.runUntilIdle()
            #expect(events.allSatisfy { $0.hasEffects && $0.isUnderWay }, comment)
            #expect(ends.count == 0, comment)
            #expect(work.waitingCount == count, comment)
            for number in 1...count {
                executor.settle(work.release())
                #expect(ends.count == number, comment)
            }
            #expect(events.allSatisfy { $0.outcome == .accepted && !$0.isUnderWay && !$0.hasEffects }, comment)
            #expect(state() == handled + count, comment)
        }
    }

    /// The fate of the events of a block.
    enum Fate: CaseIterable, Sendable {
        case handled, cancelled, awaited, dropped
    }

    @Test("Events that follow events of any fate begin afresh, for many blocks of 64", arguments: Fate.allCases)
    func recycled(fate: Fate) {
        let office = Office(fate == .dropped ? .dropOldest(capacity: 100) : .unbounded)
        defer { office.executor.runFreely() }
        for round in 0..<12 {
            meet(fate, 64, in: office)
            office.expectFresh(64, "\(fate), round \(round)")
        }
    }

    @Test("A block whose events are over is reused while events of a later one continue", arguments: Fate.allCases)
    func recycledBehind(fate: Fate) {
        let office = Office(fate == .dropped ? .dropOldest(capacity: 100) : .unbounded)
        defer { office.executor.runFreely() }
        var kept: [EventTask] = []
        for round in 0..<16 {
            meet(fate, 60, in: office)
            // One event of every second block is held on to.
            if round % 2 == 1 { kept = [office.runtime.send(.add)] }
            meet(fate, 4, in: office)
            office.expectFresh(64, "\(fate), round \(round)")
        }
        #expect(kept.map(\.outcome) == [fate == .dropped ? .rejected(.dropped) : .accepted])
    }

    /// Sends events, and releases them when they are over.
    private func meet(_ fate: Fate, _ count: Int, in office: Office) {
        switch fate {
        case .handled:
            for _ in 0..<count { office.runtime.send(.add) }
        case .cancelled:
            for _ in 0..<count { office.runtime.send(.add).cancel() }
        case .awaited:
            for _ in 0..<count {
                let event = office.runtime.send(.add)
                office.executor.task { await event.finish() }
            }
        case .dropped:
            for _ in 0..<count { office.runtime.send(.add) }
            for _ in 0..<100 { office.runtime.send(.add) }
        }
        office.executor.runUntilIdle()
    }

    @Test("A thousand events keep their fates apart") func apart() {
        let office = Office()
        defer { office.executor.runFreely() }
        let events = (0..<1_000).map { _ in office.runtime.send(.add) }
        for number in stride(from: 0, to: 1_000, by: 3) { events[number].cancel() }
        office.executor.runUntilIdle()
        let cancelled = events.indices.filter { events[$0].isCancelled }
        #expect(cancelled == Array(stride(from: 0, to: 1_000, by: 3)))
        #expect(office.state() == 1_000 - cancelled.count)
        #expect(events.allSatisfy { !$0.isUnderWay || $0.isCancelled })
    }
}
