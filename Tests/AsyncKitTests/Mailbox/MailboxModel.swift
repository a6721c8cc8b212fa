@testable import AsyncKit

/// A mailbox of integers, written for clarity; waiters are named by their element.
struct MailboxModel {
    enum Outcome: Equatable {
        case accepted
        case droppedOldest(Int)
        case full
        case waits
        case closed
    }

    let limit: MailboxLimit
    var queue: [Int] = []
    var taken = 0
    var waiting: [Int] = []
    var isClosed = false
    var isIdle = true
    var displaced = 0
    /// The number of elements queued so far.
    var accepted = 0
    var readyCalls = 0

    init(_ limit: MailboxLimit) { self.limit = limit }

    var hasRoom: Bool { queue.count + taken < limit.capacity }

    private mutating func enqueue(_ element: Int) {
        queue.append(element)
        accepted += 1
        if isIdle { readyCalls += 1 }
        isIdle = false
    }

    mutating func offer(_ element: Int, waits: Bool) -> Outcome {
        if isClosed { return .closed }
        if hasRoom {
            enqueue(element)
            return .accepted
        }
        switch limit.overflow {
        case .suspend:
            guard waits else { return .full }
            waiting.append(element)
            return .waits
        case .dropNewest: return .full
        case .dropOldest:
            let oldest = queue.isEmpty ? nil : queue.removeFirst()
            enqueue(element)
            guard let oldest else { return .accepted }
            displaced += 1
            return .droppedOldest(oldest)
        }
    }

    mutating func take() -> [Int] {
        if queue.isEmpty { isIdle = true }
        var batch = queue
        // Queued elements can be dropped, so no more than one is taken.
        if case .dropOldest = limit.overflow { batch = Array(queue.prefix(1)) }
        queue.removeFirst(batch.count)
        taken += batch.count
        return batch
    }

    /// Returns the producers that are served.
    mutating func admit() -> [Int] {
        var admitted: [Int] = []
        while hasRoom, !waiting.isEmpty {
            enqueue(waiting[0])
            admitted.append(waiting.removeFirst())
        }
        return admitted
    }
}
