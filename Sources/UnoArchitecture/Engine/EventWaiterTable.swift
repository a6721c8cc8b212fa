internal import AsyncKit

/// The tasks that await events of a graph, by event. They come and leave on any thread, without the graph's isolation.
///
/// A waiter is added, and its event is marked as awaited, in one turn of the lock. Whoever makes an event over does so in one
/// operation on the event's status, which tells whether the event was awaited before, and only then takes the waiters. So
/// either the waiter finds that the event is over, or it is found.
///
/// Complexity: O(1); to remove a waiter O(n) in those of the event; `close()` is O(n log n) in all.
struct EventWaiterTable: ~Copyable, Sendable {
    /// The tasks that await one event, in the order in which they came. Usually one, for which nothing is allocated.
    fileprivate struct Waiters: Sendable {
        var first: AwaitedEnd?
        var others: [AwaitedEnd] = []
        /// The highest priority that one of the tasks has had.
        var priority = PriorityLevel.background

        mutating func raise(to priority: PriorityLevel) { self.priority = max(self.priority, priority) }

        mutating func add(_ end: AwaitedEnd, at priority: PriorityLevel) {
            raise(to: priority)
            if first == nil { first = end } else { others.append(end) }
        }

        mutating func remove(_ end: AwaitedEnd) {
            if first === end {
                first = others.isEmpty ? nil : others.removeFirst()
            } else {
                others.removeAll { $0 === end }
            }
        }

        func reach() {
            first?.reach()
            for end in others { end.reach() }
        }
    }

    /// Not private: a type in another file that stores the table refers to this type.
    struct State {
        fileprivate var waiters: [UInt64: Waiters] = [:]
        /// The graph has been cancelled.
        var isClosed = false
    }

    private let state = LockedField(State())

    /// Has `end` reached when the event is over, or when the graph is cancelled.
    ///
    /// - Parameter priority: that of the waiting task.
    /// - Returns: whether the event is over already, so that only the caller and ``close()`` reach `end`; nil if the
    ///   graph is cancelled, and `end` has not been added.
    func add(_ end: AwaitedEnd, of eventID: EventID, at priority: PriorityLevel) -> Bool? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.waiters[eventID.id, default: Waiters()].add(end, at: priority)
            return eventID.add(.awaited).isOver
        }
    }

    /// A task that awaits the event has this priority now.
    func raise(_ eventID: EventID, to priority: PriorityLevel) {
        state.withLock { $0.waiters[eventID.id]?.raise(to: priority) }
    }

    /// Removes an end whose waiting task has left.
    func remove(_ end: AwaitedEnd, of eventID: EventID) {
        state.withLock { state in
            guard var ends = state.waiters.removeValue(forKey: eventID.id) else { return }
            ends.remove(end)
            if ends.first != nil { state.waiters[eventID.id] = ends }
        }
    }

    /// Resumes the tasks that await the event, which is over.
    func reach(_ eventID: EventID) {
        state.withLock { $0.waiters.removeValue(forKey: eventID.id) }?.reach()
    }

    /// Resumes all tasks; from now on none waits.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for event in waiters.keys.sorted() { waiters[event]?.reach() }
    }

    /// The highest priority that a task had while it awaited the event.
    func priority(of eventID: EventID) -> PriorityLevel {
        state.withLock { $0.waiters[eventID.id]?.priority } ?? .background
    }
}

// When the waiters resume.
extension GraphEngine {
    /// Resumes the tasks that await an event that is over. They must find its states published: in an open step, which may have
    /// emitted more, that is when the step ends or waits.
    @inline(__always)
    func endWaits(for event: EventID, _ status: EventStatus) {
        if status.endsWaits { publishAndResume(event) }
    }

    @inline(never)
    private func publishAndResume(_ event: EventID) {
        if isStepping, graph != nil { return endedWaits.append(event) }
        graph?.freePlaces()
        _ = publishStable()
        token.waiters.reach(event)
    }

    func resumeWaiters() {
        let events = endedWaits
        endedWaits = []
        for event in events { token.waiters.reach(event) }
    }
}
