internal import AsyncKit
internal import UnoArchitecture

/// The sessions of a ``RuntimeHost`` and the task that ends expired ones.
final class HostStorage<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    typealias Session = HostSession<State, Action>
    typealias Hosted = HostedRuntime<State, Action>

    let coding: (any WireCoding)?
    let limits: HostLimits
    /// Of states on their way.
    let budget: ByteBudget
    /// Of actions that have come.
    let incoming: ByteBudget
    /// By runtime, with the number of sessions that use it.
    private let encodings = Locked([RuntimeEpoch: (encodings: StateEncodings<State>, sessions: Int)]())
    let clock: (any Clock<Duration>)?
    let executor: (any TaskExecutor)?
    let time: GraphClock
    /// How long a call waits at most: a session whose client waits must not end meanwhile.
    let wait: Duration
    /// Of deliveries.
    let waits: Deadlines
    private let observer: (@Sendable (HostEvent) -> Void)?
    private let table: Locked<SessionTable<(SessionID, Session)>>
    private let counts = Locked(HostCounters())
    /// Opened when the host has ended and no client has to ask what its session had come to.
    private let allTold = Latch()
    private let watch = Locked(Task<Void, Never>?.none)

    init(
        _ coding: (any WireCoding)?,
        _ limits: HostLimits,
        _ clock: (any Clock<Duration>)?,
        _ executor: (any TaskExecutor)?,
        _ observer: (@Sendable (HostEvent) -> Void)?
    ) {
        self.coding = coding
        self.limits = limits
        self.clock = clock
        self.executor = executor
        self.observer = observer
        time = clock.map { GraphClock($0) } ?? .continuous
        wait = min(limits.wait, limits.lease / 2)
        waits = Deadlines(on: time, executor)
        budget = ByteBudget(limits.bytes, waits)
        incoming = ByteBudget(limits.actionBytes, waits)
        // A client whose replies are lost may go through several sessions before it learns what the first had come to.
        let memory = max(limits.sessions, 64)
        table = Locked(SessionTable(lease: limits.lease, limit: limits.sessions, memory: memory))
    }

    var counters: HostCounters { counts.withLock { $0 } }
    var sessionCount: Int { table.withLock { $0.liveCount } }

    func count(_ change: (inout HostCounters) -> Void) { counts.withLock { change(&$0) } }
    func tell(_ event: HostEvent) { observer?(event) }

    /// The session, whose lease this renews; nil if it is not live.
    func renew(_ id: SessionID) -> Session? {
        let session = extend(id)
        if session == nil { count { $0.unknown += 1 } }
        return session
    }

    /// The session, whose lease this renews if it is live; nil if the host does not remember it.
    ///
    /// The events of a session that has ended go on, so its client may wait for them and cancel them.
    func renewOrRecall(_ id: SessionID) -> Session? {
        let session = extend(id) ?? table.withLock { $0.find(id)?.1 }
        if session == nil { count { $0.unknown += 1 } }
        return session
    }

    /// Renews the lease if the session is live: a call of it is being handled.
    @discardableResult
    func extend(_ id: SessionID) -> Session? { table.withLock { $0.renew(id, at: time.now)?.1 } }

    // MARK: Sessions

    func open(_ request: OpenRequest, _ hosted: Hosted) async -> OpenReply {
        let previous = await replace(request.replacing)
        return admit(request.key, hosted, previous)
    }

    /// The reply to an attempt for which no runtime is needed: its session is open, or none can be opened.
    func known(_ key: OpenKey, _ previous: OpenReply.Previous?) -> OpenReply? {
        table.withLock { $0.known(key, at: time.now) }.map { reply(to: $0, previous) }
    }

    /// Opens a session with this runtime, which is released again if there is another reply.
    func admit(
        _ key: OpenKey,
        _ hosted: Hosted,
        _ previous: OpenReply.Previous?,
        as id: SessionID = SessionID()
    ) -> OpenReply {
        let session = Session(sharing(hosted), limits)
        let admission = table.withLock { $0.open(id, (id, session), for: key, at: time.now) }
        if case .opened(let watch) = admission {
            count { $0.opened += 1 }
            tell(.opened(id))
            if watch { startWatch() }
            return opened(id, session, previous)
        }
        session.end()
        return reply(to: admission, previous)
    }

    /// The runtime with the encodings that all its sessions share.
    private func sharing(_ hosted: Hosted) -> Hosted {
        guard let coding else { return hosted }
        let epoch = hosted.runtime.epoch
        var hosted = hosted
        hosted.encodings = encodings.withLock { table in
            let entry = table[epoch] ?? (StateEncodings(limit: limits.bytes / 8) { try coding.encode($0) }, 0)
            table[epoch] = (entry.encodings, entry.sessions + 1)
            return entry.encodings
        }
        let release = hosted.release
        hosted.release = { [weak self] in
            release?()
            self?.encodings.withLock { table in
                guard let entry = table[epoch] else { return }
                table[epoch] = entry.sessions > 1 ? (entry.encodings, entry.sessions - 1) : nil
            }
        }
        return hosted
    }

    private func reply(
        to admission: SessionTable<(SessionID, Session)>.Admission,
        _ previous: OpenReply.Previous?
    ) -> OpenReply {
        switch admission {
        case .known(let (id, session)): return opened(id, session, previous)
        case .full:
            tell(.refused)
            return .full
        case .closed: return .ended
        case .opened: fatalError("reply: an opened session has its own reply")
        }
    }

    private func opened(_ id: SessionID, _ session: Session, _ previous: OpenReply.Previous?) -> OpenReply {
        .opened(
            .init(
                session: id, epoch: session.epoch, lease: limits.lease,
                batchBytes: coding == nil ? nil : limits.batchBytes, previous: previous
            )
        )
    }

    /// Ends a session and returns what it had come to when nothing of it happened any more; nil if it is not known.
    func replace(_ id: SessionID?) async -> OpenReply.Previous? {
        guard let id else { return nil }
        close(id)
        guard let session = table.withLock({ $0.find(id)?.1 }) else { return nil }
        _ = await session.deliveries.acquireIgnoringCancellation()
        defer { session.deliveries.release() }
        return session.withEvents { $0.summary }
    }

    func close(_ id: SessionID) {
        guard let (_, session) = table.withLock({ $0.end(id) }) else { return }
        session.end()
        tell(.ended(id, isExpired: false))
    }

    /// The client has let go of the session.
    func letGo(_ id: SessionID) {
        close(id)
        told(id)
    }

    /// Ends every session for good, but goes on telling clients what theirs had come to.
    ///
    /// - Returns: what opens when each client knows it. Until then it may send to this host, also if it knows what became of
    ///   everything that it has sent so far.
    func endAll() -> Latch {
        let (sessions, isOver) = table.withLock { table in
            let sessions = table.close()
            return (sessions, table.untoldCount == 0)
        }
        for (id, session) in sessions {
            session.end()
            tell(.ended(id, isExpired: false))
        }
        if isOver { allTold.open() }
        return allTold
    }

    /// The client knows what the session had come to.
    func told(_ id: SessionID) {
        let isOver = table.withLock { table in
            table.told(id)
            return !table.isOpen && table.untoldCount == 0
        }
        if isOver { allTold.open() }
    }

    func end() {
        let sessions = table.withLock { $0.close() }
        for (id, session) in sessions {
            session.end()
            tell(.ended(id, isExpired: false))
        }
        watch.withLock { $0 }?.cancel()
        // No call waits any longer, and neither does a host that leaves.
        waits.reachAll()
    }

    // MARK: Leases

    private func startWatch() {
        let task = Task(executorPreference: executor) { [weak self, time] in
            while let deadline = self?.nextDeadline() {
                guard await time.sleep(until: deadline) else { return }
                self?.expire()
            }
        }
        watch.withLock { $0 = task }
        if !table.withLock({ $0.isOpen }) { task.cancel() }
    }

    private func nextDeadline() -> Duration? { table.withLock { $0.nextDeadline() } }

    /// Lets go of the events that are over, also of sessions that have ended.
    private func sweep() {
        for (_, session) in table.withLock({ $0.all }) { session.withEvents { $0.sweep() } }
    }

    private func expire() {
        defer { sweep() }
        for (id, session) in table.withLock({ $0.expire(at: time.now) }) {
            session.end()
            count { $0.expired += 1 }
            tell(.ended(id, isExpired: true))
        }
    }
}
