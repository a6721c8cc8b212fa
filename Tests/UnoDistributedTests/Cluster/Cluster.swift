import Synchronization
import TestSupport
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

typealias JournalPlacement = Placement<String, Journal.DomainState, Journal.Action>
typealias JournalGroup = RuntimeGroup<String, Journal.DomainState, Journal.Action>
typealias JournalGroupHost = GroupHost<String, Journal.DomainState, Journal.Action>
typealias RemoteJournals = RemoteGroup<String, Journal.DomainState, Journal.Action, HostileSystem>

/// What one node is told of the nodes, and how it reaches their hosts.
struct Directory: HostDirectory {
    typealias Key = String
    typealias State = Journal.DomainState
    typealias Action = Journal.Action

    let cluster: Cluster
    let system: HostileSystem
    let views: AsyncStream<Set<String>>

    func nodes() -> AsyncStream<Set<String>> { views }

    func host(on node: String) async throws -> GroupLink<String, State, Action> {
        guard let id = cluster.actor(on: node) else { throw HostileError(description: "\(node) is not known") }
        return GroupLink(try RemoteJournals.resolve(id: id, using: system), coding: cluster.world.linkCoding)
    }
}

/// The journal of a key, which also writes into a log of all nodes.
struct Handled: Interactor {
    typealias DomainState = Journal.DomainState
    typealias Action = Journal.Action

    let key: String
    let log: @Sendable (String) -> Void
    let start: DomainState
    let pause: @Sendable () async -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: start) { [key, log, pause] state, action in
            switch action {
            case .note(let number):
                state.entries.append(number)
                log("\(key) \(number)")
                return .state
            case .work(let number):
                state.entries.append(number)
                log("\(key) \(number)")
                return .perform { _, send in
                    await pause()
                    await send { $0.done.append(number) }
                }
            }
        }
    }
}

/// Nodes with hosts of one group, a store, and clients, under the control of a test.
final class Cluster: Sendable {
    let world: World
    let ledger: Ledger
    /// The keys for which runtimes were made.
    let makes = Record<String>()
    /// What the handlers have handled, at all nodes.
    let handled = Record<String>()
    /// What the next `make` throws.
    let makeError = Mutex(HostileError?.none)
    let limits: HostLimits
    private let actors = Mutex<[String: HostileID]>([:])

    init(
        _ plan: FaultPlan = .calm, seed: UInt64? = nil, handover: Duration = .seconds(4), sessions: Int = 64,
        coding: TestCoding? = nil
    ) {
        world = World(plan, seed: seed, hostCoding: coding, linkCoding: coding)
        ledger = Ledger(world.network)
        limits = HostLimits(
            lease: .seconds(3), wait: .milliseconds(400), stall: .seconds(1), handover: handover, sessions: sessions,
            states: 8, actionBytes: 30)
    }

    func actor(on node: String) -> HostileID? { actors.withLock { $0[node] } }
    func unregister(_ node: String) { actors.withLock { $0[node] = nil } }
    func register(_ id: HostileID, _ node: String) { actors.withLock { $0[node] = id } }

    /// Nodes that host, and know each other.
    func hosts(_ numbers: ClosedRange<Int>) -> [ClusterNode] {
        let nodes = numbers.map { ClusterNode($0, in: self) }
        for node in nodes { node.open(in: self) }
        for node in nodes { node.see(Set(nodes.map(\.name))) }
        world.executor.runUntilIdle()
        return nodes
    }

    /// A session that follows its key.
    func session(_ key: String, at node: ClusterNode, _ observer: (@Sendable (SessionEvent) -> Void)? = nil)
        -> JournalSession
    {
        JournalSession(
            resolving: key, in: node.placement, options: world.options, clock: world.clock, executor: world.executor,
            observer: observer)
    }

    /// A session with one host.
    func session(
        _ key: String, with node: ClusterNode, from number: Int, _ observer: (@Sendable (SessionEvent) -> Void)? = nil
    ) throws -> JournalSession {
        let remote = try RemoteJournals.resolve(id: node.remote.id, using: world.network.node(number))
        return world.session(GroupLink(remote, coding: world.linkCoding).runtime(of: key), observer: observer)
    }

    /// Ends everything; returns whether nothing is left.
    func end(_ sessions: [JournalSession], _ nodes: [ClusterNode]) -> Bool {
        for session in sessions { session.end() }
        world.perform { for node in nodes { await node.kill(in: self) } }
        world.run()
        defer { world.executor.runFreely() }
        return world.clock.sleeperCount == 0
    }
}
