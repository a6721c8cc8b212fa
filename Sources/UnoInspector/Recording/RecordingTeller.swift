internal import AsyncKit
internal import Synchronization

/// Delivers the entries of a recorder to its listeners: one at a time, in order, and none of a log after the next log has begun.
final class RecordingTeller<State: Sendable, Action: Sendable>: Sendable {
    typealias Entry = Recording<State, Action>.Entry
    typealias Hearing = Recorder<State, Action>.Hearing

    private struct Content: Sendable {
        /// The number of the present log.
        var log = 0
        /// Each listener, with the number of the first log that it hears.
        var hearings: [(first: Int, hear: Hearing)] = []
        /// The entries that have not been told, each with its log, and whether a thread is telling.
        var untold = Deque<(log: Int, entry: Entry)>()
        var isTelling = false

        var present: [Hearing] { hearings.filter { $0.first <= log }.map(\.hear) }
    }

    private let content = Locked(Content())
    /// Whether anybody listens: a recorder that nobody hears pays for one look an entry.
    private let isHeard = Atomic(false)

    /// A log begins; returns its number.
    func begin() -> Int {
        content.withLock { content in
            content.log += 1
            return content.log
        }
    }

    /// Adds a listener for the logs that begin from now on.
    ///
    /// - Parameter alsoNow: whether it also hears the further entries of the present log.
    func hear(alsoNow: Bool, with hear: @escaping Hearing) {
        content.withLock { $0.hearings.append(($0.log + (alsoNow ? 0 : 1), hear)) }
        isHeard.store(true, ordering: .releasing)
    }

    /// Queues an entry for `tell()`, if `log` is the present one and somebody listens.
    func add(_ entry: Entry, of log: Int) {
        if isHeard.load(ordering: .acquiring) { queue(entry, of: log) }
    }

    /// Tells what has not been told, unless another thread does.
    func tell() {
        if isHeard.load(ordering: .acquiring) { tellQueued() }
    }

    // Not inlined: they would make each entry that nobody hears look types up.

    @inline(never)
    private func queue(_ entry: Entry, of log: Int) {
        content.withLock { content in
            if log == content.log, !content.present.isEmpty { content.untold.append((log, entry)) }
        }
    }

    @inline(never)
    private func tellQueued() {
        let isFirst = content.withLock { content in
            defer { content.isTelling = true }
            return !content.isTelling
        }
        guard isFirst else { return }
        while let (log, entry, hearings) = next() {
            for hear in hearings { hear(entry, log) }
        }
    }

    private func next() -> (log: Int, entry: Entry, hearings: [Hearing])? {
        content.withLock { content in
            guard let (log, entry) = content.untold.popFirst() else {
                content.isTelling = false
                return nil
            }
            return (log, entry, log == content.log ? content.present : [])
        }
    }
}
