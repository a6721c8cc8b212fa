internal import AsyncKit
public import UnoArchitecture

/// Which node hosts which key of a group, by what a directory says of the nodes; one for each group in each process.
///
/// ```swift
/// let placement = Placement(directory)
/// let host = GroupHost(group, on: system.name, in: placement)
/// let session = RemoteSession(resolving: "Anna", in: placement)
/// ```
///
/// - *Agreement*: by a hash of the key and the names of the nodes, so that all processes that know the same nodes choose the
///   same host, without a coordinator. When a node comes or goes, only the keys that it gets or has had move.
/// - *While nodes disagree*: for the time of `settling` after each change, a host asks the others before it makes the runtime of a
///   key, and a host that has the key drains and saves it first. So no key has two runtimes, unless a host does not give it up
///   within ``HostLimits/handover``, or has not learned of the change, or not drained the key, when the time of `settling` is
///   over: then the store refuses what was overtaken; see ``FencedStore``.
/// - *Cost*: one task, which reads the directory's stream, and one for time limits. Complexity: O(nodes) for each question.
/// - *Cancellation*: releasing the placement, its hosts and its sessions ends the task.
public final class Placement<Key: RemoteKey, State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    typealias Link = GroupLink<Key, State, Action>

    private struct Contents: Sendable {
        var machine: PlacementStateMachine
        var links: [String: Link] = [:]
        /// Opened, and replaced, at each change of the nodes that are up.
        var change = Latch()
        /// Who is told of each change, by the latch that ends it.
        var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// Opened, and removed, when the node is gone.
        var presences: [String: Latch] = [:]
        /// Whether a time limit is set for the next lapse of what was heard.
        var awaitsLapse = false

        mutating func newChange() -> Latch {
            defer { change = Latch() }
            return change
        }

        /// The moment for which a time limit is to be set; nil if one is set, or if no node is heard of.
        mutating func beginToAwaitLapse() -> Duration? {
            guard !awaitsLapse, let moment = machine.nextLapse else { return nil }
            awaitsLapse = true
            return moment
        }
    }

    private let contents: Locked<Contents>
    private let directory: any HostDirectory<Key, State, Action>
    private let time: GraphClock
    private let limits: Deadlines
    private let executor: (any TaskExecutor)?
    private let task = Locked(Task<Void, Never>?.none)

    /// Makes a placement that follows `directory`.
    ///
    /// - Parameters:
    ///   - directory: what the actor system knows of the nodes.
    ///   - settling: how long it may take until every node has learned of a change, and drained the keys that it gives up.
    ///   - clock: measures waits; nil for `ContinuousClock`.
    ///   - executor: where the placement's task runs; nil for the global executor.
    public init(
        _ directory: some HostDirectory<Key, State, Action>,
        settling: Duration = .seconds(10),
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil
    ) {
        self.directory = directory
        self.executor = executor
        time = clock.map { GraphClock($0) } ?? .continuous
        limits = Deadlines(on: time, executor)
        contents = Locked(Contents(machine: PlacementStateMachine(settling: max(settling, .milliseconds(1)).asWindow)))
        let nodes = directory.nodes()
        let task = Task(executorPreference: executor) { [weak self] in
            for await names in nodes { self?.update(names) }
        }
        self.task.withLock { $0 = task }
    }

    deinit {
        task.withLock { $0 }?.cancel()
        limits.end()
    }

    /// The name of the node to which `key` belongs; nil while no node is up. It may change at any time.
    public func node(for key: Key) -> String? {
        let hash = stableHash(of: key)
        return contents.withLock { $0.machine.node(for: hash, at: time.now) }
    }

    private func update(_ names: Set<String>) { change { $0.update(names, at: $1) } }

    /// The node is about to leave, by its own account.
    func leaves(_ node: String) { change { $0.leaves(node, at: $1) } }

    private func change(
        _ event: (inout PlacementStateMachine, Duration) -> (gone: Set<String>, hasChanged: Bool)
    ) {
        // The links are released after the lock: one may be the last owner of a host, whose end takes it.
        let (work, watchers, links) = contents.withLock { contents -> ([Latch], [@Sendable () -> Void], [Link]) in
            let (gone, hasChanged) = event(&contents.machine, time.now)
            guard hasChanged else { return ([], [], []) }
            let links = gone.compactMap { contents.links.removeValue(forKey: $0) }
            let presences = gone.sorted().compactMap { contents.presences.removeValue(forKey: $0) }
            return (presences + [contents.newChange()], Array(contents.watchers.values), links)
        }
        withExtendedLifetime(links) {}
        for latch in work { latch.open() }
        for watcher in watchers { watcher() }
    }

    /// The host of the node claims a key. It counts as up for a time, also if the directory does not name it.
    func heard(of node: String) {
        // It is not up, so those who wait for a node to come up need not look.
        let watchers = contents.withLock { contents -> [@Sendable () -> Void] in
            contents.machine.heard(of: node, at: time.now) ? Array(contents.watchers.values) : []
        }
        for watcher in watchers { watcher() }
        awaitLapse()
    }

    /// Sets a time limit for the next lapse of what was heard, so that those who wait for the absence of the node learn of it.
    private func awaitLapse() {
        guard let moment = contents.withLock({ $0.beginToAwaitLapse() }) else { return }
        _ = limits.set(moment - time.now) { [weak self] in self?.lapse() }
    }

    private func lapse() {
        contents.withLock { $0.awaitsLapse = false }
        change { $0.lapse(at: $1) }
        // It may have been heard of again, and others may have been.
        awaitLapse()
    }

    /// Calls `body` at each change, until the latch that this returns is opened.
    func onChange(_ body: @escaping @Sendable () -> Void) -> Latch {
        let end = Latch()
        contents.withLock { $0.watchers[ObjectIdentifier(end)] = body }
        _ = end.whenOpen { [weak self, id = ObjectIdentifier(end)] in
            self?.contents.withLock { _ = $0.watchers.removeValue(forKey: id) }
        }
        return end
    }

    // MARK: Sessions

    /// Opens when the node is gone; open at once if the node is not known.
    func absence(of node: String) -> Latch {
        contents.withLock { contents in
            guard contents.machine.isKnown(node, at: time.now) else { return Latch(isOpen: true) }
            if let latch = contents.presences[node] { return latch }
            let latch = Latch()
            contents.presences[node] = latch
            return latch
        }
    }

    /// The node to which the key belongs, and the host on it, as soon as there is one.
    ///
    /// - Parameter wake: ends the wait, with nil, when it opens.
    func host(for key: Key, or wake: Latch, pause: Duration) async -> (node: String, link: Link)? {
        let hash = stableHash(of: key)
        while !Task.isCancelled, !wake.isOpen {
            let (node, change) = contents.withLock { ($0.machine.node(for: hash, at: time.now), $0.change) }
            guard let node else {
                await change.wait(or: wake)
                continue
            }
            if let link = await link(to: node, or: wake) { return (node, link) }
            guard !wake.isOpen, await time.sleep(for: pause) else { return nil }
        }
        return nil
    }

    /// The host on the node; nil if the directory does not find it, and as soon as the latch opens or the task is cancelled.
    private func link(to node: String, or wake: Latch) async -> Link? {
        let race = Race<Link?>()
        // Whether the directory heeds a cancellation is up to the program.
        let call = Task(executorPreference: executor) { race.decide(try? await self.link(to: node)) }
        let end = wake.whenOpen { race.decide(nil) }
        let link = await race.result(whenCancelled: nil)
        call.cancel()
        if let end { wake.remove(end) }
        return link
    }

    private func link(to node: String) async throws -> Link {
        if let link = contents.withLock({ $0.links[node] }) { return link }
        let link = try await directory.host(on: node)
        let former = contents.withLock { $0.machine.isUp(node) ? $0.links.updateValue(link, forKey: node) : nil }
        withExtendedLifetime(former) {}
        return link
    }

    // MARK: Hosts

    /// The nodes whose hosts may have the key of that node.
    func rivals(of node: String, for key: Key) -> [String] {
        let hash = stableHash(of: key)
        return contents.withLock { $0.machine.rivals(of: node, for: hash, at: time.now) }
    }

    /// Asks the hosts that may have the key to give it up, also those that only the asked ones know of; false if one of them has a
    /// better claim.
    ///
    /// One that has not replied when `patience` is over no longer counts. A claim is not granted if its task is cancelled.
    func claim(_ key: Key, for node: String, within patience: Duration) async -> Bool {
        let rivals = rivals(of: node, for: key)
        guard !rivals.isEmpty else { return true }
        let isOver = Latch()
        let end = limits.set(patience) { isOver.open() }
        defer { limits.remove(end) }
        return await withTaskGroup(of: [String]?.self) { group in
            func ask(_ rival: String) {
                group.addTask { await self.ask(rival, for: key, by: node, within: patience, or: isOver) }
            }
            for rival in rivals { ask(rival) }
            var asked = Set(rivals + [node])
            for await others in group {
                guard let others else {
                    isOver.open()
                    return false
                }
                for other in others where asked.insert(other).inserted { ask(other) }
            }
            // Those that were asked in a task that is cancelled may still have the key.
            return !Task.isCancelled
        }
    }

    /// Tells the other hosts that the node is about to leave, each until it has heard or the time is over.
    func tellOthers(leaving node: String, within limit: Duration) async {
        let others = contents.withLock { $0.machine.others(than: node) }
        leaves(node)
        let isOver = Latch()
        let end = limits.set(limit) { isOver.open() }
        defer { limits.remove(end) }
        await withTaskGroup { group in
            for other in others {
                group.addTask { await self.call(other, or: isOver) { try await $0.leaves(node) } }
            }
        }
    }

    /// What one attempt of a call has come to.
    private enum Attempt<Reply: Sendable>: Sendable {
        case reply(Reply)
        case failed
        /// The host has ended with its node.
        case gone
    }

    /// Makes a call until it succeeds; nil if that is not the case before the latch opens or the task is cancelled, or if the
    /// host has ended.
    @discardableResult
    private func call<Reply: Sendable>(
        _ node: String,
        or isOver: Latch,
        _ body: @escaping @Sendable (Link) async throws -> Reply
    ) async -> Reply? {
        var pause = Duration.milliseconds(10)
        while !isOver.isOpen, !Task.isCancelled {
            let race = Race<Attempt<Reply>>()
            let call = Task(executorPreference: executor) { race.decide(await self.attempt(node, body)) }
            let end = isOver.whenOpen { race.decide(.failed) }
            let result = await race.result(whenCancelled: .failed)
            call.cancel()
            if let end { isOver.remove(end) }
            switch result {
            case .reply(let reply): return reply
            case .gone: return nil
            case .failed: break
            }
            guard !isOver.isOpen, await time.sleep(for: pause) else { return nil }
            pause = min(pause * 2, .seconds(1))
        }
        return nil
    }

    private func attempt<Reply: Sendable>(
        _ node: String,
        _ body: @Sendable (Link) async throws -> Reply
    ) async -> Attempt<Reply> {
        guard let link = try? await link(to: node) else {
            return contents.withLock { $0.machine.mayBeFound(node, at: time.now) } ? .failed : .gone
        }
        do { return .reply(try await body(link)) } catch { return .failed }
    }

    /// The other rivals that the host knows of, when it does not have the key any more; nil if it has a better claim.
    private func ask(
        _ rival: String,
        for key: Key,
        by node: String,
        within patience: Duration,
        or isOver: Latch
    ) async -> [String]? {
        while let reply = await call(rival, or: isOver, { try await $0.release(key, node, patience / 4) }) {
            switch reply {
            case .released(let rivals): return rivals
            case .refused: return nil
            // A host that has ended does not wait before it says so.
            case .busy: _ = await time.sleep(for: .milliseconds(10))
            }
        }
        return []
    }
}

extension Placement: CustomReflectable, OpaquelyReflected {}
