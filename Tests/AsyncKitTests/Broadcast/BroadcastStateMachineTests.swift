import Testing

@testable import AsyncKit

@Suite struct BroadcastStateMachineTests {
    enum Event: CaseIterable {
        case publish
        case skip
        case endConflation
        case subscribe
        case nextOfFirst
        case nextOfLast
        case unsubscribe
        case waitForRoom
        case finish
        case cancel
    }

    static let policies: [SubscriptionPolicy] = [.latest, .bounded(1), .bounded(2), .droppingOldest(1), .unbounded]

    /// What happened before: nothing; a source waits for room; two subscribers wait, one for the next publication.
    static let openings: [[Event]] = [
        [],
        [.publish, .subscribe, .nextOfFirst, .publish, .waitForRoom],
        [.subscribe, .nextOfFirst, .publish, .nextOfFirst, .skip, .subscribe, .nextOfLast],
    ]

    @Test("every sequence of 4 events after each opening gives what the model gives", arguments: policies)
    func model(policy: SubscriptionPolicy) {
        forEachSequence(of: Event.allCases, length: 4) { events in
            for opening in Self.openings {
                if let difference = firstDifference(policy, opening + events) {
                    Issue.record("\(policy), \(opening + events): \(difference)")
                }
            }
        }
    }

    /// Runs the events through a machine and a model, and answers where they part.
    private func firstDifference(_ policy: SubscriptionPolicy, _ events: [Event]) -> String? {
        typealias Delivery = BroadcastModel.Delivery
        var machine = BroadcastStateMachine<Int, Int, Int>()
        var model = BroadcastModel()
        var ids: [UInt64] = []

        for (number, event) in events.enumerated() {
            var expected: [Delivery] = []
            var deliveries: [Delivery] = []
            var sources: [Int] = []
            var isSame = true
            switch event {
            case .publish:
                let result = model.publish(number)
                expected = result ?? []
                var value = number
                switch machine.publish(&value) {
                case .blocked: isSame = result == nil
                case .done, .ended: isSame = result == []
                case .published(let publication):
                    isSame = result != nil
                    let waiters = (publication.waiter.map { [$0] } ?? []) + publication.moreWaiters
                    deliveries = waiters.map { Delivery(waiter: $0, value: number) }
                }
            case .skip:
                if !model.hasLossless && model.isOpen { model.skips = true }
            case .endConflation:
                let latest = model.latest
                expected = model.endConflation()
                deliveries = machine.endConflation().map { Delivery(waiter: $0, value: latest) }
            case .subscribe:
                let id = machine.subscribe(policy, whileConflating: model.skips)
                model.subscribe(policy, as: id)
                ids.append(id)
            case .nextOfFirst, .nextOfLast:
                guard let id = event == .nextOfFirst ? ids.first : ids.last else { continue }
                if let delivery = model.next(id, waiter: number) { expected = [delivery] }
                switch machine.next(id, waiter: number) {
                case .element(let value, let resumed):
                    deliveries = [Delivery(waiter: number, value: value)]
                    sources = resumed
                case .end: deliveries = [Delivery(waiter: number, value: nil)]
                case .wait: break
                }
            case .unsubscribe:
                guard let id = ids.first else { continue }
                expected = (model.subscribers[id]?.waiting ?? []).map { Delivery(waiter: $0, value: nil) }
                model.subscribers[id] = nil
                if case .removed(var subscriber, let resumed) = machine.unsubscribe(id) {
                    deliveries = subscriber.removeWaiters().map { Delivery(waiter: $0, value: nil) }
                    sources = resumed
                }
            case .waitForRoom:
                let waits = model.isOpen && model.isBlocked
                if waits { model.sources.append(number) }
                if case .wait = machine.waitForRoom(number) { isSame = waits } else { isSame = !waits }
            case .finish, .cancel:
                let latest = model.latest
                var ending: BroadcastStateMachine<Int, Int, Int>.Ending
                if event == .finish {
                    if model.isOpen { expected = model.endConflation() }
                    model.isFinished = true
                    expected += model.endWaiting()
                    ending = machine.finish()
                } else {
                    model.isCancelled = true
                    model.skips = false
                    expected = model.endWaiting()
                    model.subscribers = [:]
                    ending = machine.cancel()
                }
                deliveries = ending.started.map { Delivery(waiter: $0, value: latest) }
                deliveries += ending.ended.map { Delivery(waiter: $0, value: nil) }
                sources = ending.sources
            }
            guard isSame, deliveries == expected, sources == model.resumedSources(), machine.latest == model.latest,
                machine.isFinished == !model.isOpen
            else { return "they part at event \(number), \(event): \(deliveries) instead of \(expected)" }
        }
        return nil
    }
}
