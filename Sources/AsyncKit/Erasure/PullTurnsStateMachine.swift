/// Who is inside and who waits. No locks, no tasks.
struct PullTurnsStateMachine<Puller: Sendable>: ~Copyable, Sendable {
    private enum State: ~Copyable, Sendable {
        /// Nobody is inside. May become `occupied` or `closed`.
        case free
        /// Somebody is inside, others wait. May become `free` or `closed`.
        case occupied(Queue)
        /// Nobody is let in any more. Stays.
        case closed
    }

    struct Queue: ~Copyable, Sendable {
        fileprivate var pullers = Deque<Puller>()

        mutating func popFirst() -> Puller? {
            pullers.popFirst()
        }
    }

    private var state: State

    private init(_ state: consuming State) {
        self.state = state
    }

    init() {
        self.init(.free)
    }

    enum EnterAction {
        case admit
        case wait
        case refuse
    }

    mutating func enter(_ puller: Puller) -> EnterAction {
        switch consume state {
        case .free:
            self = Self(.occupied(Queue()))
            return .admit
        case .occupied(var queue):
            queue.pullers.append(puller)
            self = Self(.occupied(queue))
            return .wait
        case .closed:
            self = Self(.closed)
            return .refuse
        }
    }

    /// The puller inside left; returns the one to admit.
    mutating func leave() -> Puller? {
        switch consume state {
        case .free:
            preconditionFailure("leave() in state free: nobody had the turn")
        case .occupied(var queue):
            let puller = queue.popFirst()
            self = puller == nil ? Self(.free) : Self(.occupied(queue))
            return puller
        case .closed:
            self = Self(.closed)
            return nil
        }
    }

    /// The turns were closed; returns those to be sent away, or nil if there is nobody.
    mutating func close() -> Queue? {
        guard case .occupied(let queue) = consume state else {
            self = Self(.closed)
            return nil
        }
        self = Self(.closed)
        return queue
    }
}
