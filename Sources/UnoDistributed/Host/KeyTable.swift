/// Which keys of a group are being claimed, opened, used and given up at one host, without locks, tasks or time.
///
/// An attempt to open a session *claims* its key, when other hosts are asked to give it up; then it *opens*, when the runtime
/// is made; then its session uses the key. A key that another host has is *given up*: claims are void, the sessions end, and
/// when no attempt opens any longer the runtime is drained and saved. Attempts that come meanwhile wait.
///
/// Invariants:
/// - While a key is given up, no attempt begins to open, and none that opens keeps its session.
/// - A key without attempts, sessions and release has no entry.
///
/// Complexity: O(1), but where it says otherwise.
struct KeyTable<Key: Hashable & Sendable>: ~Copyable, Sendable {
    /// A key that is being given up.
    struct Release: Sendable {
        /// Opened when no attempt opens any longer.
        let quiet = Latch()
        /// Opened when the state is saved.
        let over = Latch()
    }

    private struct Entry: Sendable {
        var claims: Set<SessionID> = []
        var opening: Set<SessionID> = []
        var sessions: Set<SessionID> = []
        var release: Release?

        var isEmpty: Bool { claims.isEmpty && opening.isEmpty && sessions.isEmpty && release == nil }
    }

    private var entries: [Key: Entry] = [:]

    /// The keys with attempts, sessions or a release. Complexity: O(keys).
    var keys: [Key] { Array(entries.keys) }

    var isEmpty: Bool { entries.isEmpty }

    // MARK: Attempts

    /// An attempt begins to claim its key; returns what to wait for before the next try, if the key is being given up.
    mutating func claim(_ key: Key, for session: SessionID) -> Latch? {
        if let release = entries[key]?.release { return release.over }
        entries[key, default: Entry()].claims.insert(session)
        return nil
    }

    /// The attempt begins to open; false if its claim is void.
    mutating func open(_ key: Key, for session: SessionID) -> Bool {
        guard entries[key]?.claims.remove(session) != nil else { return false }
        entries[key]?.opening.insert(session)
        return true
    }

    /// The attempt gives up its claim, if that is not void.
    mutating func withdraw(_ key: Key, for session: SessionID) {
        entries[key]?.claims.remove(session)
        tidy(key)
    }

    /// The session of the attempt uses the key; false if the key is being given up, so that the session has to end.
    mutating func use(_ key: Key, for session: SessionID) -> Bool {
        guard let entry = entries[key], entry.opening.contains(session), entry.release == nil else { return false }
        entries[key]?.opening.remove(session)
        entries[key]?.sessions.insert(session)
        return true
    }

    /// The session, or the attempt that opens it, has ended; returns a latch to be opened.
    mutating func ended(_ key: Key, _ session: SessionID) -> Latch? {
        entries[key]?.sessions.remove(session)
        entries[key]?.opening.remove(session)
        let quiet = entries[key]?.opening.isEmpty == true ? entries[key]?.release?.quiet : nil
        tidy(key)
        return quiet
    }

    // MARK: Releases

    enum Releasing: Sendable {
        /// The caller ends these sessions, waits for `quiet`, ends the runtime, and says ``released(_:)``.
        case begins(Release, sessions: Set<SessionID>)
        case isUnderWay(Release)
    }

    mutating func release(_ key: Key) -> Releasing {
        var entry = entries[key] ?? Entry()
        if let release = entry.release { return .isUnderWay(release) }
        let release = Release()
        entry.release = release
        entry.claims = []
        if entry.opening.isEmpty { release.quiet.open() }
        entries[key] = entry
        return .begins(release, sessions: entry.sessions)
    }

    /// The runtime of the key has ended and its state is saved.
    mutating func released(_ key: Key) {
        entries[key]?.release = nil
        tidy(key)
    }

    private mutating func tidy(_ key: Key) { if entries[key]?.isEmpty == true { entries[key] = nil } }
}
