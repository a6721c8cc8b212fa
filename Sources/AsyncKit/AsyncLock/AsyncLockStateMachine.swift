/// Whether an ``AsyncLock`` is held and who waits for it, without locks or tasks.
///
/// The queue lies beside the state rather than inside it, so that its buffer survives a change of holder.
///
/// Invariants: the queue is empty unless the lock is held; each waiter is handed out exactly once.
struct AsyncLockStateMachine<Waiter: Sendable>: ~Copyable, Sendable {
    private enum State {
        /// Not held. Next: `held`, `closed`.
        case free
        /// Held, and any number wait. Next: `free`, `closing`; stays `held` when the next waiter gets the lock.
        case held
        /// Held; later requests are refused, so the queue is empty. Next: `closed`.
        case closing
        /// Not held; requests are refused. Final.
        case closed
    }

    private var state = State.free
    private var queue = WaiterQueue<Waiter>()

    var hasWaiters: Bool { !queue.isEmpty }

    var isHeld: Bool {
        switch state {
        case .held, .closing: true
        case .free, .closed: false
        }
    }

    enum AcquireAction {
        /// The request is over; the waiter is not needed.
        case finish(AsyncLock.Acquisition)
        /// The waiter is in the queue, under this identity.
        case wait(WaiterQueue<Waiter>.ID)
    }

    mutating func acquire(_ waiter: Waiter) -> AcquireAction {
        switch state {
        case .free:
            state = .held
            return .finish(.acquired)
        case .held: return .wait(queue.join(waiter))
        case .closing, .closed: return .finish(.closed)
        }
    }

    mutating func tryAcquire() -> Bool {
        guard case .free = state else { return false }
        state = .held
        return true
    }

    /// Returns the waiter that holds the lock from now on, if there is one.
    mutating func release() -> Waiter? {
        switch state {
        case .held:
            if let next = queue.popFirst() { return next }
            state = .free
        case .closing: state = .closed
        case .free, .closed: fatalError("release: the lock is not held (\(state))")
        }
        return nil
    }

    /// The waiter stops waiting; nil if it no longer waits.
    mutating func withdraw(_ id: WaiterQueue<Waiter>.ID) -> Waiter? { queue.withdraw(id) }

    /// Returns the waiters, all of which are refused.
    mutating func close() -> [Waiter] {
        switch state {
        case .free: state = .closed
        case .held: state = .closing
        case .closing, .closed: break
        }
        return queue.removeAll()
    }
}
