@testable import AsyncKit

/// A broadcast of integers, written for clarity.
struct BroadcastModel {
    struct Subscriber {
        let buffer: SubscriberBuffer
        /// It came while the source was at work.
        var isWaiting: Bool
        /// How many of the next publications are older than the value it began with.
        var skips = 0
        var queue: [Int] = []
        var waiting: [Int] = []

        mutating func begin(with value: Int?, skipping count: Int) -> [Delivery] {
            isWaiting = false
            skips = count
            guard let value else { return [] }
            if !waiting.isEmpty { return [Delivery(waiter: waiting.removeFirst(), value: value)] }
            queue = [value]
            return []
        }

        mutating func receive(_ value: Int) -> [Delivery] {
            if isWaiting { return [] }
            if skips > 0 {
                skips -= 1
                return []
            }
            if !waiting.isEmpty { return [Delivery(waiter: waiting.removeFirst(), value: value)] }
            queue.append(value)
            switch buffer {
            case .newest: queue = queue.suffix(1)
            case .droppingOldest(let capacity): queue = queue.suffix(capacity)
            case .suspending: break
            }
            return []
        }

        mutating func endWaiting() -> [Delivery] {
            defer { waiting = [] }
            return waiting.map { Delivery(waiter: $0, value: nil) }
        }
    }

    /// A waiter and its value; nil is the end.
    struct Delivery: Equatable {
        let waiter: Int
        let value: Int?
    }

    var latest: Int?
    /// The state with which a new subscriber begins, unless it is the latest value, and how many publications are older.
    var rest: (value: Int, unpublished: Int)?
    var isAtWork = false
    var subscribers: [UInt64: Subscriber] = [:]
    var sources: [Int] = []
    var isFinished = false

    var isOpen: Bool { !isFinished }

    var isBlocked: Bool {
        subscribers.values.contains {
            guard case .suspending(let capacity) = $0.buffer, !$0.isWaiting, $0.skips == 0 else { return false }
            return $0.queue.count >= capacity
        }
    }

    mutating func publish(_ value: Int) -> [Delivery]? {
        guard isOpen else { return [] }
        guard !isBlocked else { return nil }
        latest = value
        if let former = rest { rest = former.unpublished > 0 ? (former.value, former.unpublished - 1) : nil }
        return subscribers.keys.sorted().flatMap { subscribers[$0]!.receive(value) }
    }

    mutating func subscribe(_ buffer: SubscriberBuffer, as id: UInt64) {
        subscribers[id] = Subscriber(buffer: buffer, isWaiting: isAtWork)
        if !isAtWork { _ = subscribers[id]!.begin(with: rest?.value ?? latest, skipping: rest?.unpublished ?? 0) }
    }

    mutating func admit(at value: Int, unpublished: Int) -> [Delivery] {
        let newcomers = subscribers.keys.sorted().filter { subscribers[$0]!.isWaiting }
        let started = newcomers.flatMap { subscribers[$0]!.begin(with: value, skipping: unpublished) }
        return started + (isOpen ? [] : newcomers.flatMap { subscribers[$0]!.endWaiting() })
    }

    mutating func rest(at value: Int, unpublished: Int) -> [Delivery] {
        isAtWork = false
        rest = (value, unpublished)
        return admit(at: value, unpublished: unpublished)
    }

    /// Nil: it waits.
    mutating func next(_ id: UInt64, waiter: Int) -> Delivery? {
        guard let subscriber = subscribers[id] else { return Delivery(waiter: waiter, value: nil) }
        if let value = subscriber.queue.first {
            subscribers[id]!.queue.removeFirst()
            return Delivery(waiter: waiter, value: value)
        }
        if !isOpen, !subscriber.isWaiting { return Delivery(waiter: waiter, value: nil) }
        subscribers[id]!.waiting.append(waiter)
        return nil
    }

    mutating func resumedSources() -> [Int] {
        if isOpen && isBlocked { return [] }
        defer { sources = [] }
        return sources
    }

    /// Ends the waiting consumers, except those of subscribers that wait to be admitted.
    mutating func endWaiting() -> [Delivery] {
        subscribers.keys.sorted().flatMap { id in !subscribers[id]!.isWaiting ? subscribers[id]!.endWaiting() : [] }
    }
}
