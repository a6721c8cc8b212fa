internal import UnoArchitecture
internal import UnoAsync

/// One client's stay at a host: its events and its readers.
final class HostSession<State: Sendable>: Sendable {
    private enum Stage: Sendable {
        /// Then `ended`.
        case live
        /// Takes nothing any more. Final.
        case ended
    }

    private struct Contents: Sendable {
        var stage = Stage.live
        var events: EventTable<EventTask>
        var readers: [UInt64: HostReader<State>] = [:]
        /// The greatest number of a reader so far; a smaller one that is not in `readers` has ended.
        var lastReader: UInt64 = 0
        /// The delivery that is under way.
        var work: Task<Void, Never>?
    }

    private let contents: Locked<Contents>
    /// Held by the delivery that is under way.
    let deliveries = AsyncLock()
    private let readerLimit: Int

    init(_ limits: HostLimits) {
        contents = Locked(Contents(events: EventTable(limit: limits.events, memory: limits.outcomes)))
        readerLimit = limits.readers
    }

    var isLive: Bool { contents.withLock { if case .live = $0.stage { true } else { false } } }

    func withEvents<Result: Sendable>(_ body: (inout EventTable<EventTask>) -> Result) -> Result {
        contents.withLock { body(&$0.events) }
    }

    /// Records an action that the runtime has taken.
    func take(_ event: EventTask) { contents.withLock { $0.events.take(event) } }

    /// The task of the delivery that is under way; it is cancelled with the session.
    func setWork(_ work: Task<Void, Never>?) {
        let isLive = contents.withLock { contents in
            contents.work = work
            if case .live = contents.stage { return true }
            return false
        }
        if !isLive { work?.cancel() }
    }

    /// Ends the session: its readers unsubscribe, its delivery is cancelled, and its events go on.
    func end() {
        let (readers, work) = contents.withLock { contents in
            contents.stage = .ended
            // What an ended session is remembered for takes little room.
            contents.events.compact()
            defer { contents.readers = [:] }
            return (contents.readers, contents.work)
        }
        work?.cancel()
        for reader in readers.values { reader.end() }
    }

    /// The reader of this number, made if the number is new; nil if the reader has ended or there are too many.
    func reader(_ number: UInt64, make: () -> HostReader<State>) -> (HostReader<State>?, isNew: Bool) {
        let isNew = contents.withLock { contents in
            if case .ended = contents.stage { return false }
            return number > contents.lastReader && contents.readers.count < readerLimit
        }
        // Subscribing takes the runtime's locks, so it happens outside this one.
        let made = isNew ? make() : nil
        let (found, isUsed) = contents.withLock { contents -> (HostReader<State>?, Bool) in
            if case .ended = contents.stage { return (nil, false) }
            if let reader = contents.readers[number] { return (reader, false) }
            guard let made, number > contents.lastReader else { return (nil, false) }
            contents.readers[number] = made
            contents.lastReader = number
            return (made, true)
        }
        if !isUsed { made?.end() }
        return (found, isUsed)
    }

    func endReader(_ number: UInt64) {
        let reader = contents.withLock { contents in
            contents.lastReader = max(contents.lastReader, number)
            return contents.readers.removeValue(forKey: number)
        }
        reader?.end()
    }

    var readerCount: Int { contents.withLock { $0.readers.count } }
}

/// A remote reader at its host: a subscription, and the window in front of it.
final class HostReader<State: Sendable>: Sendable {
    private let states: NumberedStates<State>
    private let window: Locked<StateWindow<State>>
    /// Held by the call that is answered.
    private let lock = AsyncLock()
    private let lastCall = Locked(UInt64(0))

    init(_ states: NumberedStates<State>, after number: UInt64?) {
        self.states = states
        window = Locked(StateWindow(after: number))
    }

    func end() { states.cancel() }

    /// Waits for states; nil if a later call has been made. The later call ends the wait of this one.
    func states(
        after number: UInt64?,
        atMost count: Int,
        within limit: Duration,
        _ clock: (any Clock<Duration>)?
    ) async -> StateWindow<State>.Answer? {
        let call = lastCall.withLock { last in
            last += 1
            return last
        }
        states.interrupt()
        _ = await lock.acquireIgnoringCancellation()
        defer { lock.release() }
        let answer = window.withLock { $0.ask(after: number, count: count) }
        guard case .pull = answer else { return answer }
        guard lastCall.withLock({ $0 }) == call else { return nil }
        let pull = await states.pull(atMost: count, within: limit, clock: clock) { lastCall.withLock { $0 } != call }
        return window.withLock { $0.pulled(pull.states, end: pull.end, count: count) }
    }
}
