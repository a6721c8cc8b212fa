/// The events of a ``Broadcast``, for an owner that finishes it itself: such an owner saves an object.
///
/// Each operation runs one event of the state machine under the lock and acts on its answer after it. A
/// continuation is resumed exactly once because the machine gives each waiter out exactly once. Elements that an
/// event displaces come back with its answer: their deinitializers are foreign code and run after the lock too.
///
/// **At rest and at work.** A broadcast whose source only publishes gives a new subscriber the value that was published last.
/// A source with a state that also changes without a publication takes part in it: it says when it begins to work, and
/// at which state it comes to rest. Who subscribes while it rests begins with that state, at once; who subscribes while it
/// works is let in when the source says so, or when it rests. So a subscriber never begins in the middle of a change,
/// and the source, while it works, knows its audience: nobody comes without its doing. See ``BroadcastAudience``.
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
        return perform(state.withLock { $0.publish(&exchanged) }, element)
    }

    /// Resumes whom a publication concerns; false if there was none.
    @inlinable @inline(__always)
    func perform(_ action: Machine.PublishAction, _ element: @autoclosure () -> Element?) -> Bool {
        switch action {
        case .done, .ended: return true
        case .blocked: return false
        case .published(let publication):
            publication.waiter?.resume(returning: element())
            for waiter in publication.moreWaiters { waiter.resume(returning: element()) }
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

    /// The source comes to rest at this state, or has no state yet, and publishes `element`, if there is one, which is the
    /// only value that it has emitted and not published. False if that has to wait for room; it rests even so.
    @inlinable
    package func rest(at state: Element?, publishing element: Element?) -> Bool {
        var (rest, exchanged) = (state, element)
        var admission: Machine.Admission?
        let action = self.state.withLock { machine in
            var action = Machine.PublishAction.done
            if exchanged != nil { action = machine.publish(&exchanged!) }
            let unpublished = if case .blocked = action { 1 } else { 0 }
            if rest != nil { machine.comeToRest(at: &rest!, unpublished: unpublished) }
            if audience.isAwaited { admission = letIn(&machine, with: state, unpublished: unpublished) }
            audience.endWork()
            return action
        }
        if let admission { perform(admission, state) }
        return perform(action, element)
    }

    /// The form for a source that cannot publish what it has emitted: so many values wait for room.
    package func rest(at state: Element?, unpublished: Int) {
        var rest = state
        let admission = self.state.withLock { machine in
            if rest != nil { machine.comeToRest(at: &rest!, unpublished: unpublished) }
            let admission = letIn(&machine, with: state, unpublished: unpublished)
            audience.endWork()
            return admission
        }
        perform(admission, state)
    }

    /// The source begins to work: who subscribes from now on waits to be let in. Lets go of the state that it rested at.
    @inlinable
    package func beginWork() {
        _ = state.withLock { machine in
            audience.beginWork()
            return machine.leaveRest()
        }
    }

    /// Lets in whoever waits for it, while the source is at work: they begin with this state, and get what is emitted from
    /// now on, that is, not the so many values that the source has emitted and not published.
    package func letIn(with state: Element?, unpublished: Int) {
        let admission = self.state.withLock { letIn(&$0, with: state, unpublished: unpublished) }
        perform(admission, state)
    }

    @usableFromInline
    func letIn(_ machine: inout Machine, with state: Element?, unpublished: Int) -> Machine.Admission {
        let admission = machine.letIn(with: state, unpublished: unpublished)
        for policy in admission.policies { audience.letIn(policy) }
        return admission
    }

    /// Ends the broadcast after what is buffered. Who waits to be let in still is, and then gets the end.
    package func finish() { perform(state.withLock { $0.finish() }) }

    package func cancel() {
        let ending = state.withLock { machine in
            audience.leaveAll()
            return machine.cancel()
        }
        perform(ending)
    }

    // MARK: Subscribers

    @usableFromInline
    package func subscribe(_ policy: SubscriptionPolicy) -> BroadcastSubscription<Element> {
        guard policy.capacity >= 1 else { fatalError("A subscription keeps at least 1 value, not \(policy)") }
        let id = state.withLock { machine in
            machine.subscribe(policy, waits: machine.isCancelled ? false : audience.enter(policy))
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

    /// What there is for the subscriber already; nil if it would have to wait, or at the end.
    func take(_ id: Machine.SubscriberID) -> Element? {
        guard case .element(let element, let sources) = state.withLock({ $0.take(id) }) else { return nil }
        for source in sources { source.resume() }
        return element
    }

    func unsubscribe(_ id: Machine.SubscriberID) {
        let action = state.withLock { machine in
            let action = machine.unsubscribe(id)
            if case .removed(let subscriber, _) = action {
                audience.leave(subscriber.policy, isWaiting: subscriber.isWaiting)
            }
            return action
        }
        guard case .removed(var subscriber, let sources) = action else { return }
        for waiter in subscriber.removeWaiters() { waiter.resume(returning: nil) }
        for source in sources { source.resume() }
    }

    @usableFromInline
    func perform(_ admission: Machine.Admission, _ state: Element?) {
        for waiter in admission.started { waiter.resume(returning: state) }
        for waiter in admission.ended { waiter.resume(returning: nil) }
    }

    private func perform(_ ending: Machine.Ending) {
        for waiter in ending.ended { waiter.resume(returning: nil) }
        for source in ending.sources { source.resume() }
    }
}
