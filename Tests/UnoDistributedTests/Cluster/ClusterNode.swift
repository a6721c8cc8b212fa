import Synchronization
import TestSupport
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

/// A node of a ``Cluster``: with a host, or of clients.
final class ClusterNode: Sendable {
    struct Hosting: Sendable {
        let group: JournalGroup
        let host: JournalGroupHost
        let remote: RemoteJournals
        let fence: Fence<String, Journal.DomainState, Journal.Action>
    }

    let number: Int
    var name: String { "node-\(number)" }
    let system: HostileSystem
    let placement: JournalPlacement
    private let views: AsyncStream<Set<String>>.Continuation
    private let hosting = Mutex(Hosting?.none)

    init(_ number: Int, in cluster: Cluster) {
        self.number = number
        let world = cluster.world
        system = world.network.node(number)
        let (stream, continuation) = AsyncStream.makeStream(of: Set<String>.self)
        views = continuation
        placement = Placement(
            Directory(cluster: cluster, system: system, views: stream), settling: .seconds(3), clock: world.clock,
            executor: world.executor)
    }

    var isHosting: Bool { hosting.withLock { $0 != nil } }
    var host: JournalGroupHost { hosting.withLock { $0!.host } }
    var group: JournalGroup { hosting.withLock { $0!.group } }
    var remote: RemoteJournals { hosting.withLock { $0!.remote } }
    var fence: Fence<String, Journal.DomainState, Journal.Action> { hosting.withLock { $0!.fence } }

    func see(_ names: Set<String>) { views.yield(names) }

    /// Begins to host.
    func open(
        in cluster: Cluster, storeDelay: Duration = .zero, isPlaced: Bool = true,
        observer: (@Sendable (HostEvent) -> Void)? = nil
    ) {
        let (world, number) = (cluster.world, number)
        let fence = Fence<String, Journal.DomainState, Journal.Action>(
            LedgerLine(ledger: cluster.ledger, node: number, delay: storeDelay))
        let make: @Sendable (String) async throws -> JournalRuntime = { key in
            do {
                return try await fence.make(key) { state in
                    cluster.makes.append(key)
                    if let error = cluster.makeError.withLock({ $0.take() }) { throw error }
                    let claim = LedgerClaim(cluster.ledger, key, by: number)
                    return Runtime(
                        Handled(
                            key: key,
                            log: { action in
                                claim.handle()
                                cluster.handled.append(action)
                            },
                            start: state ?? Journal.DomainState()
                        ) {
                            try? await world.clock.sleep(for: .milliseconds(30))
                        },
                        mailbox: .suspend(capacity: 4),
                        executor: .on(world.executor),
                        clock: world.clock
                    )
                }
            } catch {
                cluster.ledger.writeOff(key, by: number)
                throw error
            }
        }
        let group = JournalGroup(
            passivateAfter: .seconds(4), clock: world.clock, executor: world.executor,
            save: { await fence.save($1, of: $0) }, make: make)
        let host = JournalGroupHost(
            group, on: name, in: isPlaced ? placement : nil, coding: world.hostCoding, limits: cluster.limits,
            clock: world.clock, executor: world.executor, observer: observer)
        let remote = RemoteJournals(host, actorSystem: system)
        hosting.withLock { $0 = Hosting(group: group, host: host, remote: remote, fence: fence) }
        cluster.register(remote.id, name)
    }

    /// Ends the node at once, as when its process is killed.
    func kill(in cluster: Cluster) async {
        cluster.ledger.bury(number)
        cluster.unregister(name)
        cluster.world.network.end(number)
        system.end()
        views.finish()
        guard let hosting = hosting.withLock({ $0.take() }) else { return }
        hosting.host.end()
        _ = await hosting.group.shutdown(.cancel, within: .seconds(1))
    }
}
