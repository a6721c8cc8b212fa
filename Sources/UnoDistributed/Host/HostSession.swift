internal import AsyncKit
internal import UnoArchitecture

/// The runtime that a session uses.
struct HostedRuntime<State: Sendable, Action: Sendable>: Sendable {
    let runtime: Runtime<State, Action>
    /// Whether it belongs to a group, which may end it and make another one.
    var isGrouped = false
    /// Nil if the actor system encodes states.
    var encodings: StateEncodings<State>?
    /// Called once, when the session no longer uses the runtime.
    var release: (@Sendable () -> Void)?
}

/// One client's stay at a host: its events and its readers.
final class HostSession<State: Sendable, Action: Sendable>: Sendable {
    typealias Hosted = HostedRuntime<State, Action>

    private enum Stage: Sendable {
        /// Then `ended`.
        case live(Hosted)
        /// Takes nothing any more. Final.
        case ended
    }

    private struct Contents: Sendable {
        var stage: Stage
        var events: EventTable<EventTask>
        var readers: [UInt64: HostReader<State>] = [:]
        /// The greatest number of a reader so far; a smaller one that is not in `readers` has ended.
        var lastReader: UInt64 = 0
        /// The delivery that is under way.
        var work: Task<Void, Never>?
        /// The room for actions that the client has asked for and not used.
        var room: ByteBudget.Charge?
    }

    private let contents: Locked<Contents>
    /// The run of the runtime.
    let epoch: RuntimeEpoch
    /// Whether the runtime belongs to a group, which may end it and make another one.
    let isGrouped: Bool
    /// Held by the delivery that is under way.
    let deliveries = AsyncLock()
    private let readerLimit: Int
    /// A reader that was silent for so long gives its place to a new one, if there is no other.
    private let readerSilence: Duration

    init(_ hosted: Hosted, _ limits: HostLimits) {
        let events = EventTable<EventTask>(limit: limits.events, memory: limits.outcomes)
        contents = Locked(Contents(stage: .live(hosted), events: events))
        epoch = hosted.runtime.epoch
        isGrouped = hosted.isGrouped
        readerLimit = limits.readers
        readerSilence = limits.lease
    }

    var isLive: Bool { hosted != nil }

    /// Nil after the end of the session: one that is remembered keeps no runtime.
    var hosted: Hosted? { contents.withLock { if case .live(let hosted) = $0.stage { hosted } else { nil } } }

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

    /// The request for room that waits or has room, if it is for so many bytes; otherwise what `ask` returns takes its place.
    /// Nil if the session has ended.
    func room(for bytes: Int, ask: () -> ByteBudget.Charge) -> ByteBudget.Charge? {
        if let room = contents.withLock({ $0.room }), room.bytes >= bytes, room.hasRoom || room.keep() {
            return room
        }
        let asked = ask()
        let (isLive, old) = contents.withLock { contents in
            if case .ended = contents.stage { return (false, ByteBudget.Charge?.none) }
            defer { contents.room = asked }
            return (true, contents.room)
        }
        old?.end()
        if isLive { return asked }
        asked.end()
        return nil
    }

    /// The room that the client has asked for and got, which the caller gives back.
    func takeRoom() -> ByteBudget.Charge? {
        let room = contents.withLock { contents in contents.room?.hasRoom == true ? contents.room.take() : nil }
        guard let room, room.keep() else { return nil }
        return room
    }

    /// Ends the session: its readers unsubscribe, its delivery is cancelled, and its events go on.
    func end() {
        let (stage, readers, work, room) = contents.withLock { contents in
            let stage = contents.stage
            contents.stage = .ended
            contents.events.sweep()
            defer { contents.readers = [:] }
            return (stage, contents.readers, contents.work, contents.room.take())
        }
        work?.cancel()
        room?.end()
        for reader in readers.values { reader.end() }
        if case .live(let hosted) = stage { hosted.release?() }
    }

    /// The reader of this number, made if the number is new; nil if the reader has ended or there are too many.
    ///
    /// If there are too many, the reader that has been silent for the longest time gives up its place, if that is as long
    /// as a lease: the call that would have ended it may have been lost.
    func reader(
        _ number: UInt64,
        at now: Duration,
        make: (Runtime<State, Action>) -> HostReader<State>
    ) -> HostReader<State>? {
        guard let hosted else { return nil }
        let (isNew, silent) = contents.withLock { contents -> (Bool, HostReader<State>?) in
            if case .ended = contents.stage { return (false, nil) }
            guard number > contents.lastReader else { return (false, nil) }
            if contents.readers.count < readerLimit { return (true, nil) }
            return evict(from: &contents.readers, at: now).map { (true, $0) } ?? (false, nil)
        }
        silent?.end()
        // Subscribing takes the runtime's locks, so it happens outside this one.
        let made = isNew ? make(hosted.runtime) : nil
        let (found, isUsed) = contents.withLock { contents -> (HostReader<State>?, Bool) in
            if case .ended = contents.stage { return (nil, false) }
            // A reader that is in use is woken under the lock, so that no other one takes its place.
            if let reader = contents.readers[number] {
                reader.wake()
                return (reader, false)
            }
            guard let made, number > contents.lastReader, contents.readers.count < readerLimit else {
                return (nil, false)
            }
            contents.readers[number] = made
            contents.lastReader = number
            made.wake()
            return (made, true)
        }
        if !isUsed { made?.end() }
        return found
    }

    /// Complexity: O(readers).
    private func evict(from readers: inout [UInt64: HostReader<State>], at now: Duration) -> HostReader<State>? {
        let silences = readers.compactMap { number, reader in reader.restsSince.map { (number: number, since: $0) } }
        guard let oldest = silences.min(by: { $0.since < $1.since }), now - oldest.since >= readerSilence else {
            return nil
        }
        return readers.removeValue(forKey: oldest.number)
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
