/// How the consumer takes from the lane and from the queue.
@usableFromInline
enum MailboxPassage: Sendable {
    /// There is no lane: every element is in the queue. Next: `laneOnly`.
    case joined
    /// The consumer pauses. Next: `alternating`, or `joined` if nothing is left.
    case laneOnly
    /// The consumer takes from both in turn. Next: `joined` when both are empty, or `laneOnly`.
    case alternating(laneIsNext: Bool)

    /// Whether the consumer takes from the queue.
    @inlinable var reachesQueue: Bool { if case .laneOnly = self { false } else { true } }
}

extension MailboxStateMachine {
    /// Takes the lane if it is its turn; `.idle` if the consumer pauses and the lane is empty; nil to take from the queue.
    @usableFromInline
    mutating func takeFromLane(into batch: inout Deque<Element>) -> TakeAction? {
        switch passage {
        case .joined: return nil
        case .alternating(laneIsNext: false) where !queue.isEmpty:
            passage = .alternating(laneIsNext: true)
            return nil
        case .alternating, .laneOnly:
            guard !lane.isEmpty else {
                if case .laneOnly = passage {
                    consumer = .idle
                    return .idle(retired: Deque())
                }
                if queue.isEmpty { passage = .joined }
                return nil
            }
            if case .alternating = passage { passage = .alternating(laneIsNext: false) }
            lane.exchange(with: &batch)
            taken += batch.count
            handedOutCount += batch.count
            return .batch
        }
    }

    // MARK: Pausing

    /// The consumer pauses: it returns the elements of the batch that it has not handled, and has handled all others that it
    /// has taken. From now on it takes only the elements for which `isFeedback` returns true.
    ///
    /// Complexity: O(1), amortised over the elements: each is looked at once, at the pause that separates the lane, and moved
    /// once more if it was queued while a batch was handled.
    mutating func pause(returning batch: inout Deque<Element>, where isFeedback: (Element) -> Bool) -> RoomAction {
        taken = 0
        handedOutCount -= batch.count
        if case .joined = passage {
            queue.putFirst(&batch)
            var sent = Deque<Element>()
            while let element = queue.popFirst() { isFeedback(element) ? lane.append(element) : sent.append(element) }
            queue.exchange(with: &sent)
        } else if let first = batch.first {
            // All of the batch come from the same of the two.
            if isFeedback(first) { lane.putFirst(&batch) } else { queue.putFirst(&batch) }
        }
        passage = .laneOnly
        laneIsAwaited = true
        return admitProducers()
    }

    /// The consumer takes the elements of the queue again. Returns whether it was idle and has to be woken.
    mutating func resume() -> Bool {
        guard case .laneOnly = passage else { return false }
        passage = queue.isEmpty && lane.isEmpty ? .joined : .alternating(laneIsNext: true)
        guard case .idle = consumer, occupied > taken else { return false }
        consumer = .due
        return true
    }
}
