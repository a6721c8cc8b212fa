import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("A node that comes while another one leaves", .timeLimit(.hang))
struct NewcomerTests {
    private let cluster = Cluster(handover: .seconds(60))
    private let keys = (1...12).map { "key \($0)" }

    @Test("The one that leaves takes no longer than its limit: for its saves, and then for clients that stay away")
    func limit() {
        let world = cluster.world
        let (node, client) = (ClusterNode(1, in: cluster), ClusterNode(9, in: cluster))
        node.open(in: cluster, storeDelay: .milliseconds(600))
        for place in [node, client] { place.see(["node-1"]) }
        world.executor.runUntilIdle()
        let session = cluster.session("Anna", at: client)
        #expect(world.perform { _ = await session.deliver(.note(1)).finish() })
        let start = world.clock.now
        #expect(world.perform { _ = await node.host.leave(within: .seconds(1)) })
        #expect(start.duration(to: world.clock.now) == .seconds(1))
        #expect(cluster.ledger.saves == 1)
        #expect(cluster.end([session], [node, client]))
    }

    @Test("waits for what the leaving node has, of which it has never been told")
    func unheardOf() {
        let world = cluster.world
        let nodes = (1...3).map { ClusterNode($0, in: cluster) }
        // From the node that leaves, a state is on its way to the store for a second.
        nodes[0].open(in: cluster, storeDelay: .seconds(1))
        nodes[1].open(in: cluster)
        let client = ClusterNode(9, in: cluster)
        for node in nodes.prefix(2) + [client] { node.see(["node-1", "node-2"]) }
        world.executor.runUntilIdle()
        let sessions = keys.map { cluster.session($0, at: client) }
        let outcomes = Record<RemoteOutcome>()
        func send(_ number: Int) {
            world.perform { for session in sessions { outcomes.append(await session.deliver(.note(number)).outcome) } }
        }
        send(1)
        // All learn of both changes at once, so that the new node has never seen the one that leaves.
        nodes[2].open(in: cluster)
        world.executor.task { [cluster] in
            _ = await nodes[0].host.leave(within: .seconds(30))
            await nodes[0].kill(in: cluster)
        }
        for node in nodes + [client] { node.see(["node-2", "node-3"]) }
        send(2)
        #expect(outcomes.elements.count == 24 && outcomes.elements.allSatisfy { $0 == .decided(.accepted) })
        #expect(keys.contains { nodes[2].group.keys.contains($0) })
        #expect(cluster.ledger.overlaps.isEmpty && cluster.ledger.refused == 0)
        let states = Record<[Int]>()
        world.perform { for session in sessions { states.append((try? await session.state)?.entries ?? []) } }
        #expect(states.elements == keys.map { _ in [1, 2] })
        #expect(cluster.end(sessions, nodes + [client]))
    }
}
