import Testing

@testable import AsyncKit

@Suite struct BroadcastStateMachineTests {
    enum Event: CaseIterable {
        case publish
        case beginWork
        /// With one value that has been emitted and not published.
        case admit
        case rest
        case restBehindOne
        case subscribe
        case nextOfFirst
        case nextOfLast
        case unsubscribe
        case waitForRoom
        case finish
    }

    static let buffers: [SubscriberBuffer] = [
        .newest, .suspending(capacity: 1), .suspending(capacity: 2), .droppingOldest(capacity: 1), .unlimited,
    ]

    /// What happened before: nothing; a source waits for room; one subscribes and waits in the middle of the source's work.
    static let openings: [[Event]] = [
        [],
        [.publish, .subscribe, .nextOfFirst, .publish, .waitForRoom],
        [.subscribe, .nextOfFirst, .publish, .nextOfFirst, .beginWork, .subscribe, .nextOfLast],
    ]

    @Test("every short sequence of events after each opening has the same results as the model", arguments: buffers)
    func model(buffer: SubscriberBuffer) {
        forEachSequence(of: Event.allCases, length: 4) { events in
            for opening in Self.openings {
                if let difference = firstDifference(buffer, opening + events) {
                    Issue.record("\(buffer), \(opening + events): \(difference)")
                }
            }
        }
    }

    /// Runs the events through a machine and a model, and returns where they differ.
    private func firstDifference(_ buffer: SubscriberBuffer, _ events: [Event]) -> String? {
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
            case .beginWork: model.isAtWork = true
            case .admit:
                expected = model.admit(at: number, unpublished: 1)
                deliveries = Self.deliveries(machine.admit(at: number, unpublished: 1), number)
            case .rest, .restBehindOne:
                let unpublished = event == .rest ? 0 : 1
                expected = model.rest(at: number, unpublished: unpublished)
                var value = number
                machine.comeToRest(at: &value, unpublished: unpublished)
                deliveries = Self.deliveries(machine.admit(at: number, unpublished: unpublished), number)
            case .subscribe:
                let id = machine.subscribe(buffer, waits: model.isAtWork)
                model.subscribe(buffer, as: id)
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
            case .finish:
                model.isFinished = true
                expected = model.endWaiting()
                let ending = machine.finish()
                deliveries = ending.ended.map { Delivery(waiter: $0, value: nil) }
                sources = ending.sources
            }
            guard isSame, deliveries == expected, sources == model.resumedSources(), machine.latest == model.latest,
                machine.isFinished == !model.isOpen
            else { return "they differ at event \(number), \(event): \(deliveries) instead of \(expected)" }
        }
        return nil
    }

    private static func deliveries(
        _ admission: BroadcastStateMachine<Int, Int, Int>.Admission,
        _ value: Int
    ) -> [BroadcastModel.Delivery] {
        admission.started.map { BroadcastModel.Delivery(waiter: $0, value: value) }
            + admission.ended.map { BroadcastModel.Delivery(waiter: $0, value: nil) }
    }
}
