/// The events that a recorder has seen, and the tasks that wait for more. No locks, no tasks.
struct RecorderStateMachine<Element: Sendable, Watcher: Sendable>: Sendable {
    enum Event: Sendable {
        case value(Element)
        case finish
        case failure(any Error)
        case cancel
    }

    private(set) var events: [(event: Event, time: TestClock.Instant)] = []
    private(set) var values: [Element] = []
    /// Whether the recording has ended.
    private(set) var hasEnded = false
    private var watchers: [(id: UInt64, count: Int, watcher: Watcher)] = []
    private var lastID: UInt64 = 0

    /// Notes an event; returns the watchers to resume, each with whether its condition is met.
    ///
    /// - Parameter evenLate: whether an event after the end is noted, for the diagram only.
    mutating func note(
        _ event: Event,
        at time: TestClock.Instant,
        evenLate: Bool
    ) -> [(watcher: Watcher, isReached: Bool)] {
        if !hasEnded || evenLate { events.append((event, time)) }
        guard !hasEnded else { return [] }
        if case .value(let value) = event { values.append(value) } else { hasEnded = true }
        let (count, hasEnded) = (values.count, hasEnded)
        let told = watchers.filter { hasEnded || $0.count <= count }
        watchers.removeAll { hasEnded || $0.count <= count }
        return told.map { ($0.watcher, $0.count <= count || $0.count == .max) }
    }

    enum Watch {
        case waits(UInt64)
        /// The watcher need not wait: true if its condition is met, false if it cannot be.
        case answer(Bool)
    }

    /// - Parameter count: the number of values to wait for; `.max` for the end.
    mutating func watch(_ watcher: Watcher, for count: Int, isCancelled: Bool) -> Watch {
        if values.count >= count || hasEnded && count == .max { return .answer(true) }
        if hasEnded || isCancelled { return .answer(false) }
        lastID += 1
        watchers.append((lastID, count, watcher))
        return .waits(lastID)
    }

    mutating func withdraw(_ id: UInt64) -> Watcher? {
        watchers.firstIndex { $0.id == id }.map { watchers.remove(at: $0).watcher }
    }
}
