@testable import AsyncKit

/// A broadcast of integers, written for clarity.
struct BroadcastModel {
    struct Subscriber {
        let policy: SubscriptionPolicy
        var startsLater: Bool
        var queue: [Int]
        var waiting: [Int] = []

        mutating func receive(_ value: Int) -> [Delivery] {
            startsLater = false
            if !waiting.isEmpty { return [Delivery(waiter: waiting.removeFirst(), value: value)] }
            queue.append(value)
            switch policy {
            case .latest: queue = queue.suffix(1)
            case .droppingOldest(let capacity): queue = queue.suffix(capacity)
            case .bounded, .unbounded: break
            }
            return []
        }
    }

    /// A waiter, and what it gets; nil is the end.
    struct Delivery: Equatable {
        let waiter: Int
        let value: Int?
    }

    var latest: Int?
    var subscribers: [UInt64: Subscriber] = [:]
    var sources: [Int] = []
    var isFinished = false
    var isCancelled = false
    var skips = false

    var isOpen: Bool { !isFinished && !isCancelled }

    var isBlocked: Bool {
        subscribers.values.contains {
            if case .bounded(let capacity) = $0.policy { $0.queue.count >= capacity } else { false }
        }
    }

    var hasLossless: Bool { subscribers.values.contains { $0.policy != .latest } }

    mutating func publish(_ value: Int) -> [Delivery]? {
        guard isOpen else { return [] }
        guard !isBlocked else { return nil }
        latest = value
        skips = false
        return subscribers.keys.sorted().flatMap { subscribers[$0]!.receive(value) }
    }

    mutating func subscribe(_ policy: SubscriptionPolicy, as id: UInt64) {
        guard !isCancelled else { return }
        let startsLater = isOpen && skips && policy != .latest
        subscribers[id] = Subscriber(
            policy: policy,
            startsLater: startsLater,
            queue: startsLater ? [] : latest.map { [$0] } ?? []
        )
    }

    mutating func endConflation() -> [Delivery] {
        skips = false
        guard let latest else {
            for id in subscribers.keys { subscribers[id]!.startsLater = false }
            return []
        }
        return subscribers.keys.sorted().flatMap { id in
            subscribers[id]!.startsLater ? subscribers[id]!.receive(latest) : []
        }
    }

    /// Nil: it waits.
    mutating func next(_ id: UInt64, waiter: Int) -> Delivery? {
        guard let subscriber = subscribers[id] else { return Delivery(waiter: waiter, value: nil) }
        if let value = subscriber.queue.first {
            subscribers[id]!.queue.removeFirst()
            return Delivery(waiter: waiter, value: value)
        }
        if !isOpen { return Delivery(waiter: waiter, value: nil) }
        subscribers[id]!.waiting.append(waiter)
        return nil
    }

    mutating func resumedSources() -> [Int] {
        if isOpen && isBlocked { return [] }
        defer { sources = [] }
        return sources
    }

    /// Ends those that wait.
    mutating func endWaiting() -> [Delivery] {
        subscribers.keys.sorted().flatMap { id in
            defer { subscribers[id]!.waiting = [] }
            return subscribers[id]!.waiting.map { Delivery(waiter: $0, value: nil) }
        }
    }
}
