internal import AsyncKit
internal import UnoArchitecture

/// The sessions of a host and their leases, without locks, tasks or time.
///
/// A session is *live*, then *ended*. An ended session is remembered for a while, so that its client learns what it had
/// come to; see ``OpenReply/Previous``. The client says that it has learned this by letting go of the session, or by opening
/// another one at the same host.
///
/// Complexity: O(1), but where it says otherwise.
struct SessionTable<Session: Sendable>: ~Copyable, Sendable {
    enum Stage: Sendable {
        /// Until this moment, unless a call renews it. Then `ended`.
        case live(until: Duration)
        /// Refuses every call. Then the entry goes.
        ///
        /// - isTold: whether the client knows what the session had come to. Then true.
        case ended(isTold: Bool)
    }

    private struct Entry: Sendable {
        let session: Session
        let key: OpenKey
        var stage: Stage
    }

    let lease: Duration
    let limit: Int
    /// The number of ended sessions that are remembered.
    let memory: Int
    private(set) var isOpen = true
    private var entries: [SessionID: Entry] = [:]
    /// The live sessions.
    private var keys: [OpenKey: SessionID] = [:]
    private var remembered = Deque<SessionID>()
    private(set) var liveCount = 0
    /// The ended sessions whose clients may have to ask what these had come to.
    private(set) var untoldCount = 0
    private var isWatched = false

    init(lease: Duration, limit: Int, memory: Int) {
        self.lease = lease
        self.limit = limit
        self.memory = memory
    }

    enum Admission: Sendable {
        /// - watch: whether a task that ends the expired sessions is to be started.
        case opened(watch: Bool)
        /// The key has this live session, whose lease is renewed.
        case known(Session)
        case full
        case closed
    }

    /// What `open` would reply without a new session; nil if it would open one.
    mutating func known(_ key: OpenKey, at now: Duration) -> Admission? {
        guard isOpen else { return .closed }
        if let id = keys[key], let session = renew(id, at: now) { return .known(session) }
        return liveCount < limit ? nil : .full
    }

    mutating func open(_ id: SessionID, _ session: Session, for key: OpenKey, at now: Duration) -> Admission {
        if let admission = known(key, at: now) { return admission }
        entries[id] = Entry(session: session, key: key, stage: .live(until: now + lease))
        keys[key] = id
        liveCount += 1
        defer { isWatched = true }
        return .opened(watch: !isWatched)
    }

    /// The session, if it is live; a lease that is due counts as over, and any call renews one that is not.
    mutating func renew(_ id: SessionID, at now: Duration) -> Session? {
        guard let entry = entries[id], case .live(let deadline) = entry.stage, now < deadline else { return nil }
        entries[id]?.stage = .live(until: now + lease)
        return entry.session
    }

    /// The sessions, live and ended. Complexity: O(sessions).
    var all: [Session] { entries.values.map(\.session) }

    /// The session, whether it is live or ended.
    func find(_ id: SessionID) -> Session? { entries[id]?.session }

    /// Ends a session; nil if it is not live.
    mutating func end(_ id: SessionID) -> Session? {
        guard let entry = entries[id], case .live = entry.stage else { return nil }
        entries[id]?.stage = .ended(isTold: false)
        if keys[entry.key] == id { keys[entry.key] = nil }
        liveCount -= 1
        untoldCount += 1
        remembered.append(id)
        if remembered.count > memory, let oldest = remembered.popFirst() {
            told(oldest)
            entries[oldest] = nil
        }
        return entry.session
    }

    /// The client of an ended session knows what it had come to, or is not expected to ask.
    mutating func told(_ id: SessionID) {
        guard case .ended(isTold: false)? = entries[id]?.stage else { return }
        entries[id]?.stage = .ended(isTold: true)
        untoldCount -= 1
    }

    /// For tests: the number of keys that are remembered.
    var keyCount: Int { keys.count }

    /// Ends the sessions whose lease is over: their clients have been silent, and are not expected to ask. Complexity:
    /// O(sessions).
    mutating func expire(at now: Duration) -> [Session] {
        let due = entries.filter { if case .live(let deadline) = $0.value.stage { deadline <= now } else { false } }
        return due.sorted { $0.key.description < $1.key.description }.compactMap { entry in
            defer { told(entry.key) }
            return end(entry.key)
        }
    }

    /// When the next lease is over; nil, and the watch is to end, if no session is live. Complexity: O(sessions).
    mutating func nextDeadline() -> Duration? {
        var next: Duration?
        for entry in entries.values {
            if case .live(let deadline) = entry.stage { next = min(next ?? deadline, deadline) }
        }
        if next == nil { isWatched = false }
        return next
    }

    /// Ends all sessions; no further one is opened. Complexity: O(sessions).
    mutating func close() -> [Session] {
        isOpen = false
        let live = entries.filter { if case .live = $0.value.stage { true } else { false } }
        return live.keys.sorted { $0.description < $1.description }.compactMap { end($0) }
    }
}
