internal import UnoArchitecture

/// What was told and is not written yet. The writer takes all of it at once, and leaves the space of what it has written before.
struct TraceBuffer: Sendable {
    /// What there is to do without the lock.
    enum FollowUp: Sendable {
        case nothing
        /// No one has been asked to write what waits.
        case writeLater
        /// So much waits that it should be written now.
        case writeSoon
        /// There is no room: whoever tells something waits for the writer, or writes.
        case write
    }

    /// The number of news beyond which whoever tells something waits.
    static let capacity = 8192
    /// The mailbox of a busy runtime is looked at so often.
    private static let interval = Duration.microseconds(100)

    /// What is known of a runtime's mailbox.
    private struct Shown: Sendable {
        var instance: UInt64 = 0
        /// When the depth of its mailbox is asked for at the latest; nil for at once.
        var nextLook: Duration?
        /// The number of steps after which its mailbox may be empty; 0 if it was.
        var stepsLeft = 0
    }

    private(set) var news: [TraceNews] = []
    /// One for each of the runtimes whose numbers have the same remainder; the latest of them has it.
    private var shown = [Shown](repeating: Shown(), count: 64)  // see `slot(of:)`
    private var isWritePlanned = false
    private var isClosed = false

    var isFull: Bool { news.count >= Self.capacity }

    // MARK: News

    /// Adds the end of a step.
    ///
    /// - Returns: also whether the depth of the mailbox should be told next: after some time, and when as many steps have ended as
    ///   there were actions.
    mutating func addStep(
        _ step: TraceNews, of runtime: RuntimeIdentity, endedAt now: Duration
    ) -> (FollowUp, isDepthWanted: Bool) {
        guard !isClosed else { return (.nothing, false) }
        let slot = slot(of: runtime)
        if shown[slot].instance != runtime.instance { shown[slot] = Shown(instance: runtime.instance) }
        shown[slot].stepsLeft -= 1
        return (add(step), shown[slot].stepsLeft == 0 || now >= shown[slot].nextLook ?? now)
    }

    /// Adds the depth of the mailbox of the runtime, whose step has been added.
    mutating func addDepth(_ depth: Int, of runtime: RuntimeIdentity, at now: Duration) -> FollowUp {
        let slot = slot(of: runtime)
        guard shown[slot].instance == runtime.instance else { return .nothing }
        (shown[slot].stepsLeft, shown[slot].nextLook) = (depth, now + Self.interval)
        return add(.queued(depth, of: runtime.instance, at: now))
    }

    /// Adds one of the news. Every other call adds by this one, so that the count comes to each of its bounds.
    mutating func add(_ item: TraceNews) -> FollowUp {
        guard !isClosed else { return .nothing }
        news.append(item)
        if isFull { return .write }
        if news.count == Self.capacity / 2 { return .writeSoon }
        guard !isWritePlanned else { return .nothing }
        isWritePlanned = true
        return .writeLater
    }

    private func slot(of runtime: RuntimeIdentity) -> Int { Int(truncatingIfNeeded: runtime.instance % 64) }

    // MARK: The writer

    /// Exchanges what waits for `written`, which has to be empty.
    mutating func take(_ written: inout [TraceNews], asPlanned: Bool) {
        swap(&news, &written)
        if asPlanned { isWritePlanned = false }
    }

    /// Takes no more.
    ///
    /// - Returns: what waits, to be released without any lock.
    mutating func close() -> [TraceNews] {
        isClosed = true
        defer { news = [] }
        return news
    }
}
