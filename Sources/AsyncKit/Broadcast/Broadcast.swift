/// Hands the values of one source to any number of subscribers, and the current value to those that subscribe later.
///
/// *Behavior*
/// - **Ordering.** Each subscriber gets the values in the order of publication. It begins with the latest value published
///   before it subscribed, if there is one, or with the state of a source that has one, see below.
/// - **Buffering.** As the subscriber's ``SubscriberBuffer`` says; its stream adds no buffer.
/// - **Finish.** After `finish()` a subscriber gets its buffered values, then the end; a later one gets the latest value, then
///   the end. Releasing the broadcast does not finish it.
/// - **Cancellation.** A consumer that is cancelled, or a stream that is released with its iterators, unsubscribes at once,
///   which also resumes a source that waits for it.
///
/// **Interim values.** A source may have values that only some subscribers want, those between two that matter to all. It
/// publishes them by themselves; ``BroadcastAudience/wantsInterimValues`` tells whether anyone asks for them.
///
/// **A source with a state.** A source whose state also changes without a publication says when it begins to work and at which
/// state it comes to rest. A subscriber that joins while the source rests begins with that state, at once. One that joins
/// while the source works is admitted when the source calls `admit(at:unpublished:)`, or when it rests. So no subscriber
/// begins in the middle of a change, and the audience of a working source changes only where the source lets it; see
/// ``BroadcastAudience``.
///
/// Each operation runs one event of the state machine under the lock and acts on its result afterwards. A continuation is
/// resumed exactly once because the machine hands out each waiter exactly once. Elements that an event displaces are returned
/// with the result: their deinitializers are foreign code, which must not run under the lock.
///
/// Complexity: publishing is O(n) in the number of subscribers. Without a subscriber, or with one that keeps the newest value
/// only, it locks once and does not allocate.
@usableFromInline
package struct Broadcast<Element: Sendable>: Sendable {
    @usableFromInline typealias Waiter = UnsafeContinuation<Element?, Never>
    @usableFromInline typealias Source = UnsafeContinuation<Void, Never>
    @usableFromInline typealias Machine = BroadcastStateMachine<Element, Waiter, Source>

    @usableFromInline let state: BroadcastState<Machine>

    @inlinable
    package init() {
        state = BroadcastState(Machine())
    }

    /// The subscribers, as the source sees them without the lock.
    @inlinable package var audience: BroadcastAudience { BroadcastAudience(state) }

    // MARK: Publishing

    /// Hands the element to every subscriber, or to none and returns false if a `.suspending` one has no room.
    ///
    /// After `finish()` it returns true, and the element is discarded.
    @inlinable
    package func tryPublish(_ element: Element) -> Bool {
        var exchanged = element
        return perform(state.machine.withLock { $0.publish(&exchanged) }, element)
    }

    /// Hands an interim value to the subscribers that want such values; returns false if a `.suspending` one has no room.
    ///
    /// An interim value comes before the value that is published next, and has no number of its own.
    package func tryPublish(interim element: Element) -> Bool {
        perform(state.machine.withLock { $0.publish(interim: element) }, element)
    }

    /// Waits until every `.suspending` subscriber has room or the broadcast has finished; not sensitive to cancellation.
    package func roomAvailable() async {
        await withUnsafeContinuation { source in
            switch state.machine.withLock({ $0.waitForRoom(source) }) {
            case .wait: break
            case .proceed: source.resume()
            }
        }
    }

    /// Ends the broadcast after the buffered values. Subscribers that wait to be admitted still are, and then get the end.
    package func finish() { perform(state.machine.withLock { $0.finish() }) }

    /// Resumes the waiters that a publication concerns; false if it was blocked.
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

    // MARK: A source with a state

    /// The source begins to work: later subscribers wait to be admitted. Releases the state at which the source rested.
    @inlinable
    package func beginWork() {
        _ = state.machine.withLock { machine in
            audience.beginWork()
            return machine.leaveRest()
        }
    }

    /// The source comes to rest at this state, or has no state yet, and publishes `element`, if there is one, which must be the
    /// only value that it has emitted and not published. Returns false if that has to wait for room; it rests even so.
    @inlinable
    package func rest(at state: Element?, publishing element: Element?) -> Bool {
        var (rest, exchanged) = (state, element)
        var admission: Machine.Admission?
        let action = self.state.machine.withLock { machine in
            var action = Machine.PublishAction.done
            if exchanged != nil { action = machine.publish(&exchanged!) }
            let unpublished = if case .blocked = action { 1 } else { 0 }
            if rest != nil { machine.comeToRest(at: &rest!, unpublished: unpublished) }
            if audience.isAwaited { admission = admit(&machine, at: state, unpublished: unpublished) }
            audience.endWork()
            return action
        }
        if let admission { perform(admission, state) }
        return perform(action, element)
    }

    /// The source comes to rest at this state, and has emitted this number of values that wait for room.
    package func rest(at state: Element?, unpublished: Int) {
        var rest = state
        let admission = self.state.machine.withLock { machine in
            if rest != nil { machine.comeToRest(at: &rest!, unpublished: unpublished) }
            let admission = admit(&machine, at: state, unpublished: unpublished)
            audience.endWork()
            return admission
        }
        perform(admission, state)
    }

    /// Admits the waiting subscribers while the source works: they begin with this state and get what is emitted from now on,
    /// which excludes the values, this many, that the source has emitted and not published.
    package func admit(at state: Element?, unpublished: Int) {
        let admission = self.state.machine.withLock { admit(&$0, at: state, unpublished: unpublished) }
        perform(admission, state)
    }

    @usableFromInline
    func admit(_ machine: inout Machine, at state: Element?, unpublished: Int) -> Machine.Admission {
        let admission = machine.admit(at: state, unpublished: unpublished)
        for buffer in admission.buffers { audience.admit(buffer) }
        audience.want(interimValues: machine.wantsInterimValues)
        return admission
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

    // MARK: Subscribing

    /// Subscribes at once; releasing the subscription and its streams unsubscribes.
    ///
    /// - Parameters:
    ///   - wantsInterimValues: whether it gets the interim values, too; not with `.newest`.
    ///   - note: what the source knows of the subscriber.
    ///   - onEnd: called once, after the subscriber has unsubscribed.
    @usableFromInline
    package func subscribe(
        _ buffer: SubscriberBuffer,
        wantsInterimValues: Bool = false,
        note: SubscriberNote? = nil,
        onEnd: (@Sendable () -> Void)? = nil
    ) -> BroadcastSubscription<Element> {
        guard buffer.capacity >= 1 else { fatalError("A subscription keeps at least 1 value, not \(buffer.capacity)") }
        let wantsInterimValues = wantsInterimValues && buffer.wantsEveryValue
        let id = state.machine.withLock { machine in
            let waits = audience.enter(buffer, wantsInterimValues: wantsInterimValues)
            return machine.subscribe(buffer, wantsInterimValues: wantsInterimValues, note: note, waits: waits)
        }
        return BroadcastSubscription(id: id, broadcast: self, onEnd: onEnd)
    }

    /// The subscribers, in the order of subscription.
    package var subscribers: [SubscriberStatus] { state.machine.withLock { $0.statuses } }

    /// How long the subscribers that make the source wait may do so, where that is limited. Allocates nothing if it is not.
    package var patienceLimits: [Duration] { state.machine.withLock { $0.patienceLimits } }

    /// A subscriber that makes the source wait does so no longer; does nothing if it does not.
    ///
    /// - Returns: whether the subscriber was given up.
    package func giveUp(_ id: UInt64, _ then: SubscriberNote.AfterStall) -> Bool {
        let result = state.machine.withLock { machine in
            let result = machine.giveUp(id, then)
            if let result {
                switch then {
                case .disconnect: audience.leave(result.buffer, isWaiting: false)
                case .latest: audience.change(result.buffer, to: .newest)
                }
                audience.want(interimValues: machine.wantsInterimValues)
            }
            return result
        }
        guard let result else { return false }
        for source in result.resuming { source.resume() }
        return true
    }

    @inlinable
    func next(_ id: Machine.SubscriberID) async -> Element? {
        await withUnsafeContinuation { waiter in
            switch state.machine.withLock({ $0.next(id, waiter: waiter) }) {
            case .wait: break
            case .end: waiter.resume(returning: nil)
            case .element(let element, let sources):
                waiter.resume(returning: element)
                for source in sources { source.resume() }
            }
        }
    }

    /// The next element if there is one already; nil if the subscriber would have to wait, or at the end.
    func take(_ id: Machine.SubscriberID) -> Element? {
        guard case .element(let element, let sources) = state.machine.withLock({ $0.take(id) }) else { return nil }
        for source in sources { source.resume() }
        return element
    }

    /// Returns false if the subscriber has unsubscribed before.
    func unsubscribe(_ id: Machine.SubscriberID) -> Bool {
        let action = state.machine.withLock { machine in
            let action = machine.unsubscribe(id)
            if case .removed(let subscriber, _) = action, !subscriber.isDetached {
                audience.leave(subscriber.buffer, isWaiting: subscriber.isWaiting)
                audience.want(interimValues: machine.wantsInterimValues)
            }
            return action
        }
        guard case .removed(var subscriber, let sources) = action else { return false }
        for waiter in subscriber.removeWaiters() { waiter.resume(returning: nil) }
        for source in sources { source.resume() }
        return true
    }
}
