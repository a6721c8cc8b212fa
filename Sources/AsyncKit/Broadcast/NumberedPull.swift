// Pulls that give values with their numbers, and that end without ending the subscription.
//
// A subscriber that is pulled this way has one consumer at a time. A pull has a number of its own, so that an interruption
// that comes late, such as that of a time limit, does not end a later pull.

extension BroadcastStateMachine {
    /// What the source did without an audience was not published: a subscriber that joins now begins at a new number.
    @usableFromInline
    mutating func skipNumberIfUnattended() {
        guard !subscribers.contains(where: { if case .admitted = $0.stage { true } else { false } }) else { return }
        if restNumber >= publications { restNumber += 1 }
        publications += 1
    }

    /// Begins a pull; returns its number, or nil if the subscriber has unsubscribed.
    mutating func beginPull(_ id: SubscriberID) -> UInt64? {
        guard let index = index(of: id) else { return nil }
        subscribers[index].pull += 1
        return subscribers[index].pull
    }

    /// As `next(_:waiter:)`, but `.end` if the pull has been interrupted.
    mutating func next(_ id: SubscriberID, waiter: Waiter, inPull pull: UInt64) -> NextAction {
        guard let index = index(of: id), subscribers[index].interruptedPull != pull else { return .end }
        return next(id, waiter: waiter)
    }

    /// Interrupts this pull, or whichever is under way; returns the waiters to resume with nil.
    mutating func interruptPull(_ pull: UInt64?, of id: SubscriberID) -> [Waiter] {
        guard let index = index(of: id), pull == nil || subscribers[index].pull == pull else { return [] }
        subscribers[index].interruptedPull = subscribers[index].pull
        return subscribers[index].removeWaiters()
    }

    /// The number of the value that the consumer took last.
    func lastTaken(_ id: SubscriberID) -> UInt64 { index(of: id).map { subscribers[$0].lastTaken } ?? 0 }

    /// Why the subscriber gets no further value; nil if it may get one.
    func end(of id: SubscriberID) -> SubscriptionEnd? {
        guard let index = index(of: id) else { return .unsubscribed }
        guard subscribers[index].backlog.isEmpty else { return nil }
        switch subscribers[index].stage {
        case .detached: return .givenUp
        case .admitted:
            let isOwed = !subscribers[index].buffer.wantsEveryValue && subscribers[index].gets(publications)
            return isFinished && !isOwed ? .finished : nil
        case .waiting: return nil
        }
    }
}

/// Why a subscriber of a ``Broadcast`` gets no further value.
package enum SubscriptionEnd: Sendable {
    case finished, givenUp, unsubscribed
}

extension BroadcastSubscription {
    /// Begins a pull; returns its number, or nil if the subscriber has unsubscribed.
    package func beginPull() -> UInt64? { broadcast.state.machine.withLock { $0.beginPull(id) } }

    /// Waits for the next value; nil at the end, and if the pull is interrupted. Not sensitive to cancellation.
    package func next(inPull pull: UInt64) async -> (value: Element, number: UInt64)? {
        let value = await withUnsafeContinuation { waiter in
            switch broadcast.state.machine.withLock({ $0.next(id, waiter: waiter, inPull: pull) }) {
            case .wait: break
            case .end: waiter.resume(returning: nil)
            case .element(let element, let sources):
                waiter.resume(returning: element)
                for source in sources { source.resume() }
            }
        }
        guard let value else { return nil }
        // Exact, because there is no other consumer.
        return (value, broadcast.state.machine.withLock { $0.lastTaken(id) })
    }

    /// The next value if there is one already.
    package func nextNumbered() -> (value: Element, number: UInt64)? {
        let (action, number) = broadcast.state.machine.withLock { machine in
            let action = machine.take(id)
            return (action, machine.lastTaken(id))
        }
        guard case .element(let element, let sources) = action else { return nil }
        for source in sources { source.resume() }
        return (element, number)
    }

    /// Ends this pull, or whichever is under way, without ending the subscription.
    package func interruptPull(_ pull: UInt64? = nil) {
        for waiter in broadcast.state.machine.withLock({ $0.interruptPull(pull, of: id) }) {
            waiter.resume(returning: nil)
        }
    }

    /// Why there is no further value; nil if there may be one.
    package var end: SubscriptionEnd? { broadcast.state.machine.withLock { $0.end(of: id) } }

    /// Unsubscribes at once.
    package func unsubscribe() { cancel() }
}
