import Testing

@testable import AsyncKit

@Suite struct MailboxStateMachineTests {
    enum Event: CaseIterable {
        case offer, send, withdrawFirst, withdrawLast, take, releaseOne, discardAll, close
    }

    static let limits: [MailboxLimit] = [
        MailboxLimit(capacity: 1, overflow: .suspend), MailboxLimit(capacity: 2, overflow: .suspend),
        MailboxLimit(capacity: 1, overflow: .dropNewest), MailboxLimit(capacity: 1, overflow: .dropOldest),
        MailboxLimit(capacity: 2, overflow: .dropOldest), .unlimited,
    ]

    @Test("every short sequence of events has the same results as the model", arguments: limits)
    func model(limit: MailboxLimit) {
        forEachSequence(of: Event.allCases, length: 5) { events in
            if let difference = firstDifference(limit, [.send, .send] + events) {
                Issue.record("\(limit), \(events): \(difference)")
            }
        }
    }

    @Test("an idle mailbox keeps no buffer that a burst has made large")
    func largeBuffer() {
        var machine = MailboxStateMachine<Int, Int>(.unlimited)
        var batch = Deque<Int>()
        // The two buffers are swapped: after two bursts both are large.
        for _ in 1...2 {
            for element in 0..<1_000 { _ = machine.offer(element) }
            guard case .batch = machine.take(into: &batch) else { return #expect(Bool(false), "Nothing was queued") }
            batch.removeAll()
        }
        guard case .idle(let retired) = machine.take(into: &batch)
        else { return #expect(Bool(false), "The mailbox is not idle") }
        let kept = machine.queue.capacity
        #expect(kept <= mailboxLargestIdleCapacity)
        #expect(retired.capacity > mailboxLargestIdleCapacity)
        var small = MailboxStateMachine<Int, Int>(.unlimited)
        var other = Deque<Int>()
        for _ in 1...2 {
            for element in 0..<mailboxLargestIdleCapacity { _ = small.offer(element) }
            while case .batch = small.take(into: &other) { other.removeAll() }
        }
        let largest = small.queue.capacity
        #expect(largest == mailboxLargestIdleCapacity)
    }

    @Test("traps if more is released than was taken")
    func releasedTooOften() async {
        await #expect(processExitsWith: .failure) {
            var machine = MailboxStateMachine<Int, Int>(.unlimited)
            _ = machine.release(1)
        }
    }

    /// Runs the events through a machine and a model, and returns where they differ.
    private func firstDifference(_ limit: MailboxLimit, _ events: [Event]) -> String? {
        var machine = MailboxStateMachine<Int, Int>(limit)
        var model = MailboxModel(limit)
        var places: [Int: UInt64] = [:]
        var batch = Deque<Int>()
        var readyCalls = 0
        for (element, event) in events.enumerated() {
            let isSame: Bool
            switch event {
            case .offer:
                let outcome = outcome(machine.offer(element), &readyCalls)
                isSame = outcome == model.offer(element, waits: false)
            case .send:
                guard limit.overflow == .suspend else { continue }
                let expected = model.offer(element, waits: true)
                switch machine.send(element, isFeedback: false, from: element) {
                case .accepted: isSame = expected == .accepted
                case .acceptedEndingIdleness:
                    readyCalls += 1
                    isSame = expected == .accepted
                case .closed: isSame = expected == .closed
                case .wait(let id):
                    places[element] = id
                    isSame = expected == .waits
                }
            case .withdrawFirst, .withdrawLast:
                let producer = event == .withdrawFirst ? model.waiting.first : model.waiting.last
                model.waiting.removeAll { $0 == producer }
                let withdrawn = machine.withdrawProducer(producer.flatMap { places[$0] } ?? 0)
                isSame = withdrawn?.waiter == producer && withdrawn?.element == producer
            case .take:
                batch.removeAll()
                let expected = model.take()
                switch machine.take(into: &batch) {
                case .batch: isSame = batch.elements == expected
                case .idle: isSame = expected.isEmpty && batch.isEmpty
                }
            case .releaseOne:
                guard model.taken > 0 else { continue }
                model.taken -= 1
                isSame = admitted(machine.release(1), &readyCalls) == model.admit()
            case .discardAll:
                let (discarded, action) = machine.discardAll()
                let expected = model.queue
                model.queue = []
                isSame = discarded.elements == expected && admitted(action, &readyCalls) == model.admit()
            case .close:
                model.isClosed = true
                isSame = machine.close().map(\.waiter) == model.waiting
                model.waiting = []
            }
            guard isSame, machine.occupied == model.queue.count + model.taken, readyCalls == model.readyCalls,
                machine.displacedCount == model.displaced, machine.acceptedCount == model.accepted,
                machine.isClosed == model.isClosed
            else { return "they differ at event \(element), \(event)" }
        }
        return nil
    }

    private func outcome(
        _ action: MailboxStateMachine<Int, Int>.OfferAction,
        _ readyCalls: inout Int
    ) -> MailboxModel.Outcome {
        switch action {
        case .accepted: return .accepted
        case .acceptedEndingIdleness:
            readyCalls += 1
            return .accepted
        case .acceptedDroppingOldest(let oldest): return .droppedOldest(oldest)
        case .full: return .full
        case .closed: return .closed
        }
    }

    private func admitted(_ action: MailboxStateMachine<Int, Int>.RoomAction, _ readyCalls: inout Int) -> [Int] {
        guard case .admitted(let producers, let endedIdleness) = action else { return [] }
        if endedIdleness { readyCalls += 1 }
        return producers
    }
}

extension MailboxStateMachine {
    fileprivate mutating func offer(_ element: Element) -> OfferAction {
        var offered = Optional(element)
        return offer(&offered)
    }
}
