@testable import UnoAsync

/// A mailbox of integers, written for clarity; waiters are named by the element that they bring.
struct MailboxModel {
    enum Outcome: Equatable {
        case accepted
        case droppedOldest(Int)
        case full
        case waits
        case closed
    }

    let policy: MailboxPolicy
    var queue: [Int] = []
    var taken = 0
    var waiting: [Int] = []
    var isClosed = false
    var isIdle = true
    var dropped = 0
    var readyCalls = 0

    init(policy: MailboxPolicy) { self.policy = policy }

    var hasRoom: Bool { queue.count + taken < policy.capacity }

    private mutating func enqueue(_ element: Int) {
        queue.append(element)
        if isIdle { readyCalls += 1 }
        isIdle = false
    }

    mutating func offer(_ element: Int, waits: Bool) -> Outcome {
        if isClosed { return .closed }
        if hasRoom {
            enqueue(element)
            return .accepted
        }
        switch policy {
        case .suspend:
            guard waits else { return .full }
            waiting.append(element)
            return .waits
        case .dropNewest:
            dropped += 1
            return .full
        case .dropOldest:
            let oldest = queue.isEmpty ? nil : queue.removeFirst()
            enqueue(element)
            guard let oldest else { return .accepted }
            dropped += 1
            return .droppedOldest(oldest)
        case .unbounded: fatalError("an unbounded mailbox has room")
        }
    }

    mutating func take() -> [Int] {
        if queue.isEmpty { isIdle = true }
        var batch = queue
        // Under this policy what is queued can make way, so no more than one is taken.
        if case .dropOldest = policy { batch = Array(queue.prefix(1)) }
        queue.removeFirst(batch.count)
        taken += batch.count
        return batch
    }

    /// Answers the producers that are let in.
    mutating func admit() -> [Int] {
        var admitted: [Int] = []
        while hasRoom, !waiting.isEmpty {
            enqueue(waiting[0])
            admitted.append(waiting.removeFirst())
        }
        return admitted
    }
}
