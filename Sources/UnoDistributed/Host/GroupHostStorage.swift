internal import AsyncKit
internal import UnoArchitecture
internal import UnoOperation

/// A node's place in a ``Placement``.
struct Seat<Key: RemoteKey, State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let node: String
    let placement: Placement<Key, State, Action>
}

/// The group of a ``GroupHost``, the keys that are in use, and the sessions.
final class GroupHostStorage<Key: RemoteKey, State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let group: RuntimeGroup<Key, State, Action>
    let host: HostStorage<State, Action>
    private let seat: Seat<Key, State, Action>?
    private let keys = Locked(KeyTable<Key>())
    /// The attempts to open a session that are under way; each is made once.
    private let attempts = Locked(Set<OpenKey>())
    private let watch = Locked(Latch?.none)
    /// Opened when the node leaves: no key belongs to it any more.
    private let leaving = Latch()

    init(
        _ group: RuntimeGroup<Key, State, Action>,
        _ seat: Seat<Key, State, Action>?,
        _ host: HostStorage<State, Action>
    ) {
        (self.group, self.seat, self.host) = (group, seat, host)
    }

    /// Gives up the keys that move to other hosts, from now on.
    func start() {
        guard let seat else { return }
        let end = seat.placement.onChange { [weak self] in self?.giveUpOthers() }
        watch.withLock { $0 = end }
    }

    func end() {
        watch.withLock { $0.take() }?.open()
        host.end()
    }

    /// The keys with sessions, attempts to open one, or a release. Complexity: O(keys).
    var keysInUse: [Key] { keys.withLock { $0.keys } }

    private func owns(_ key: Key) -> Bool {
        !leaving.isOpen && seat.map { $0.placement.node(for: key) == $0.node } ?? true
    }

    // MARK: Sessions

    func open(_ key: Key, _ request: OpenRequest) async -> OpenReply {
        let previous = await host.replace(request.replacing)
        var moved: OpenReply { .moved(previous, leaving: leaving.isOpen ? seat?.node : nil) }
        guard owns(key) else { return moved }
        guard attempts.withLock({ $0.insert(request.key).inserted }) else {
            return .failed("the session is being opened")
        }
        defer { attempts.withLock { _ = $0.remove(request.key) } }
        // No other attempt with this key can open the session from now on.
        if let reply = host.known(request.key, previous) { return isEnd(reply) ? moved : reply }
        let id = SessionID()
        while let release = keys.withLock({ $0.claim(key, for: id) }) {
            await release.wait()
            guard owns(key), !Task.isCancelled else { return moved }
        }
        let isGranted = await seat?.placement.claim(key, for: seat?.node ?? "", within: host.limits.handover) ?? true
        guard isGranted, owns(key), keys.withLock({ $0.open(key, for: id) }) else {
            keys.withLock { $0.withdraw(key, for: id) }
            return moved
        }
        do {
            // If the call is cancelled while the runtime is being made, wait for the runtime: the key may be released only when
            // no attempt is making it.
            let making = Task(executorPreference: host.executor) { try await self.lease(key) }
            let lease: RuntimeGroup<Key, State, Action>.Lease
            let leased = await withCancellationHandlerInPlace {
                await making.result
            } onCancel: {
                making.cancel()
            }
            switch try leased.get() {
            case .granted(let granted): lease = granted
            case .full:
                ended(key, id)
                host.tell(.refused)
                return .full
            case .refused:
                ended(key, id)
                // The next attempt, which replaces no session, learns of the end.
                return seat != nil || previous != nil ? moved : .ended
            case .cancelled:
                ended(key, id)
                return .failed("the making of the runtime was cancelled")
            }
            let hosted = HostedRuntime(runtime: lease.runtime, isGrouped: true) { [weak self] in
                lease.end()
                self?.ended(key, id)
            }
            let reply = host.admit(request.key, hosted, previous, as: id)
            guard case .opened = reply else { return isEnd(reply) ? moved : reply }
            guard owns(key), keys.withLock({ $0.use(key, for: id) }) else {
                host.close(id)
                return moved
            }
            if let replaced = request.replacing { host.told(replaced) }
            return reply
        } catch {
            ended(key, id)
            return .failed("\(error)")
        }
    }

    /// Whether the sessions have ended meanwhile because the node leaves: then clients are told to follow.
    private func isEnd(_ reply: OpenReply) -> Bool { leaving.isOpen && reply == .ended }

    /// A runtime that takes actions: one that has ended by itself is replaced.
    private func lease(_ key: Key) async throws -> RuntimeGroup<Key, State, Action>.LeaseReply {
        let reply = try await group.lease(key)
        guard case .granted(let lease) = reply, lease.runtime.snapshot().phase != .running else { return reply }
        lease.end()
        await group.end(key)
        return try await group.lease(key)
    }

    private func ended(_ key: Key, _ session: SessionID) {
        keys.withLock { $0.ended(key, session) }?.open()
    }

    // MARK: Keys that move

    func release(_ key: Key, for node: String, within limit: Duration) async -> ReleaseReply {
        guard let seat, node != seat.node else { return .refused }
        seat.placement.heard(of: node)
        guard !owns(key) else { return .refused }
        // Before the wait, in which they may be forgotten.
        let rivals = seat.placement.rivals(of: node, for: key).filter { $0 != seat.node }
        let over = giveUp(key)
        let isOver = Latch()
        let end = host.waits.set(min(max(.zero, limit), host.wait)) { isOver.open() }
        defer { host.waits.remove(end) }
        await over.wait(or: isOver)
        guard over.isOpen else { return .busy }
        return .released(rivals: rivals)
    }

    func leaves(_ node: String) { seat?.placement.leaves(node) }

    private func giveUpOthers() {
        let present = Set(keysInUse).union(group.keys)
        for key in present where !owns(key) { _ = giveUp(key) }
    }

    /// Ends what uses the key, and its runtime; returns what is opened when the state is saved.
    private func giveUp(_ key: Key) -> Latch {
        switch keys.withLock({ $0.release(key) }) {
        case .isUnderWay(let release): return release.over
        case .begins(let release, let sessions):
            for session in sessions { host.close(session) }
            Task(executorPreference: host.executor) { [self] in
                await release.quiet.wait()
                await group.end(key)
                keys.withLock { $0.released(key) }
                release.over.open()
            }
            return release.over
        }
    }

    func leave(within limit: Duration) async -> RuntimeGroupReport<Key> {
        leaving.open()
        let start = host.time.now
        let told = host.endAll()
        if let seat {
            Task(executorPreference: host.executor) {
                await seat.placement.tellOthers(leaving: seat.node, within: limit)
            }
        }
        let report = await group.shutdown(.drain, within: limit)
        // Clients follow when they have learned what became of their last actions, and then let go. One that is about to try
        // again asks within a second, its longest pause unless its options name a longer one.
        let isOver = Latch()
        let end = host.waits.set(max(.zero, min(max(host.wait, .seconds(2)), limit - (host.time.now - start)))) {
            isOver.open()
        }
        await told.wait(or: isOver)
        host.waits.remove(end)
        return report
    }
}
