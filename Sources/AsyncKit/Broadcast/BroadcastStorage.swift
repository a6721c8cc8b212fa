public import Synchronization

/// The events of a ``Broadcast``, for an owner that finishes it itself: such an owner saves an object.
///
/// Each operation runs one event of the state machine under the lock and acts on its answer after it. A
/// continuation is resumed exactly once because the machine gives each waiter out exactly once. Elements that an
/// event displaces come back with its answer: their deinitializers are foreign code and run after the lock too.
///
/// **Conflation without a lock** is Dekker's protocol between the one source and a lossless subscriber:
///
///     source, beginConflation:  conflating = true;   then read lossless
///     subscriber, subscribe:    lossless += 1;       then read conflating
///
/// All four accesses are sequentially consistent, so they have one total order. In it either the source's read
/// follows the increment, and the source does not skip; or the source's read precedes the increment, hence its
/// store precedes the subscriber's read, which sees true, and the subscriber starts with the next publication.
/// Both may see the other (then the source takes the lock and ends the conflation that it did not get, which
/// starts the subscriber); that neither does is impossible. Only the source sets the flag, and it is cleared
/// under the lock, so while the lock is held a subscriber that waits for a publication implies that the flag is set.
@usableFromInline
package struct BroadcastStorage<Element: Sendable>: Sendable {
    @usableFromInline typealias Waiter = UnsafeContinuation<Element?, Never>
    @usableFromInline typealias Source = UnsafeContinuation<Void, Never>
    @usableFromInline typealias Machine = BroadcastStateMachine<Element, Waiter, Source>

    @usableFromInline let state: BroadcastState<Machine>

    @inlinable
    package init() {
        state = BroadcastState(Machine())
    }

    @inlinable package var audience: BroadcastAudience { state }
    package var latest: Element? { state.withLock { $0.latest } }
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    // MARK: Source

    @inlinable
    package func tryPublish(_ element: Element) -> Bool {
        var exchanged = element
        let action = state.withLock { machine in
            let action = machine.publish(&exchanged)
            if case .blocked = action { return action }
            clearConflation()
            return action
        }
        switch action {
        case .done, .ended: return true
        case .blocked: return false
        case .published(let publication):
            publication.waiter?.resume(returning: element)
            for waiter in publication.moreWaiters { waiter.resume(returning: element) }
            return true
        }
    }

    package func roomAvailable() async {
        await withUnsafeContinuation { source in
            switch state.withLock({ $0.waitForRoom(source) }) {
            case .wait: break
            case .proceed: source.resume()
            }
        }
    }

    package func beginConflation() -> Bool {
        guard audience.lossless.load(ordering: .relaxed) == 0 else { return false }
        if audience.conflating.load(ordering: .relaxed) { return true }
        audience.conflating.store(true, ordering: .sequentiallyConsistent)
        if audience.lossless.load(ordering: .sequentiallyConsistent) == 0 { return true }
        endConflation()
        return false
    }

    package func endConflation() {
        let (waiters, latest) = state.withLock { machine in
            clearConflation()
            return (machine.endConflation(), machine.latest)
        }
        for waiter in waiters { waiter.resume(returning: latest) }
    }

    package func finish() {
        let (ending, latest) = state.withLock { machine in
            clearConflation()
            return (machine.finish(), machine.latest)
        }
        perform(ending, latest: latest)
    }

    package func cancel() {
        let ending = state.withLock { machine in
            audience.subscribers.store(0, ordering: .relaxed)
            audience.lossless.store(0, ordering: .relaxed)
            clearConflation()
            return machine.cancel()
        }
        perform(ending, latest: nil)
    }

    // MARK: Subscribers

    @usableFromInline
    package func subscribe(_ policy: SubscriptionPolicy) -> BroadcastSubscription<Element> {
        guard policy.capacity >= 1 else { fatalError("A subscription keeps at least 1 value, not \(policy)") }
        let id = state.withLock { machine in
            audience.subscribers.add(1, ordering: .relaxed)
            if policy.wantsEveryValue { audience.lossless.add(1, ordering: .sequentiallyConsistent) }
            let isConflating = audience.conflating.load(ordering: .sequentiallyConsistent)
            return machine.subscribe(policy, whileConflating: isConflating)
        }
        return BroadcastSubscription(id: id, storage: self)
    }

    @inlinable
    func next(_ id: Machine.SubscriberID) async -> Element? {
        await withUnsafeContinuation { waiter in
            switch state.withLock({ $0.next(id, waiter: waiter) }) {
            case .wait: break
            case .end: waiter.resume(returning: nil)
            case .element(let element, let sources):
                waiter.resume(returning: element)
                for source in sources { source.resume() }
            }
        }
    }

    func unsubscribe(_ id: Machine.SubscriberID) {
        let action = state.withLock { machine in
            let action = machine.unsubscribe(id)
            if case .removed(let subscriber, _) = action {
                audience.subscribers.subtract(1, ordering: .relaxed)
                if subscriber.policy.wantsEveryValue { audience.lossless.subtract(1, ordering: .relaxed) }
            }
            return action
        }
        guard case .removed(var subscriber, let sources) = action else { return }
        for waiter in subscriber.removeWaiters() { waiter.resume(returning: nil) }
        for source in sources { source.resume() }
    }

    @inlinable
    func clearConflation() {
        if audience.conflating.load(ordering: .relaxed) { audience.conflating.store(false, ordering: .relaxed) }
    }

    private func perform(_ ending: Machine.Ending, latest: Element?) {
        for waiter in ending.started { waiter.resume(returning: latest) }
        for waiter in ending.ended { waiter.resume(returning: nil) }
        for source in ending.sources { source.resume() }
    }
}
