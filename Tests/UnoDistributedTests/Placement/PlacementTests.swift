import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("Sessions by key", .timeLimit(.hang))
struct PlacementTests {
    private let cluster = Cluster()
    private var world: World { cluster.world }
    private let keys = (1...12).map { "key \($0)" }

    private func perform(_ body: @escaping @Sendable () async -> Void) {
        let isOver = world.perform(body)
        #expect(isOver)
    }

    /// Lets the nodes learn which nodes are up.
    private func show(_ names: Set<String>, to nodes: [ClusterNode]) {
        for node in nodes { node.see(names) }
        world.executor.runUntilIdle()
    }

    /// Hosts, a client that knows them, and a key of the first one.
    private func serve(
        _ count: Int = 2, in other: Cluster? = nil
    ) throws -> (nodes: [ClusterNode], client: ClusterNode, key: String) {
        let cluster = other ?? self.cluster
        let (nodes, client) = (cluster.hosts(1...count), ClusterNode(9, in: cluster))
        client.see(Set(nodes.map(\.name)))
        cluster.world.executor.runUntilIdle()
        return (nodes, client, try #require(keys.first { client.placement.node(for: $0) == nodes[0].name }))
    }

    /// Sends notes `numbers` to each key, and returns what became of them.
    private func outcomes(
        _ sessions: [JournalSession], _ numbers: ClosedRange<Int>, in world: World? = nil
    ) -> [RemoteOutcome] {
        let outcomes = Record<RemoteOutcome>()
        (world ?? self.world).perform {
            for number in numbers {
                for session in sessions { outcomes.append(await session.deliver(.note(number)).outcome) }
            }
        }
        return outcomes.elements
    }

    private func expectAccepted(_ outcomes: [RemoteOutcome]) {
        #expect(outcomes.allSatisfy { $0 == .decided(.accepted) }, "\(outcomes)")
    }

    /// A session that follows its key, and has sent the first note.
    private func session(_ key: String, at client: ClusterNode, in other: Cluster? = nil) -> JournalSession {
        let session = (other ?? cluster).session(key, at: client)
        expectAccepted(outcomes([session], 1...1, in: other?.world))
        return session
    }

    /// The states of the keys at the hosts that have them.
    private func entries(_ sessions: [JournalSession]) -> [[Int]] {
        sessions.map { world.state(of: $0)?.entries ?? [] }
    }

    @Test("A placement lets go of the host of a node that is gone without its lock")
    func hostOfGoneNode() {
        let (executor, clock, link) = (ControlledExecutor(), TestClock(), Slot<SumLink>())
        let directory = SumDirectory { _ in
            defer { link.value = nil }
            guard let found = link.value else { throw CancellationError() }
            return found
        }
        let placement = Placement(directory, clock: clock, executor: executor)
        let group = SumGroup(clock: clock, executor: executor) { _ in sum(on: executor) }
        do {
            let host = GroupHost(group, on: "a", in: placement, clock: clock, executor: executor)
            link.value = SumLink(host)
        }
        directory.see.yield(["a"])
        executor.runUntilIdle()
        executor.start { _ = await placement.host(for: "k", or: Latch(), pause: .seconds(1)) }
        directory.see.yield(["b"])
        executor.runUntilIdle()
        #expect(placement.node(for: "k") == "b")
        executor.runFreely()
    }

    @Test("go to the nodes on which all agree, each key to one")
    func agree() throws {
        let (nodes, client, _) = try serve(3)
        let sessions = keys.map { cluster.session($0, at: client) }
        expectAccepted(outcomes(sessions, 1...3))
        for (key, node) in keys.flatMap({ key in nodes.map { (key, $0) } }) {
            #expect(node.placement.node(for: key) == client.placement.node(for: key))
            #expect(node.group.keys.contains(key) == (node.name == client.placement.node(for: key)))
        }
        #expect(nodes.allSatisfy { $0.group.count > 0 })
        #expect(cluster.makes.elements.count == keys.count)
        #expect(cluster.end(sessions, nodes + [client]))
    }

    @Test("wait for a host as long as no node is up, and return when their task is cancelled")
    func nowhere() {
        let client = ClusterNode(9, in: cluster)
        let session = cluster.session("Anna", at: client)
        let outcome = Record<RemoteOutcome>()
        let waiting = world.executor.task { outcome.append(await session.deliver(.note(1)).outcome) }
        world.run(atMost: .seconds(100))
        #expect(outcome.elements.isEmpty && session.status == .opening)
        waiting.cancel()
        world.run(atMost: .seconds(101))
        #expect(outcome.elements == [.decided(.cancelled)])
        let nodes = cluster.hosts(1...1)
        let later = Record<RemoteOutcome>()
        world.executor.task { later.append(await session.deliver(.note(2)).outcome) }
        world.run(atMost: .seconds(102))
        #expect(later.elements.isEmpty)
        show(["node-1"], to: [client])
        #expect(world.run(atMost: .seconds(103)) { later.elements == [.decided(.accepted)] })
        #expect(cluster.end([session], nodes + [client]))
    }

    @Test("follow a key to a node that joins, with its state, and nothing becomes unknown")
    func join() throws {
        let (former, client, _) = try serve()
        let sessions = keys.map { cluster.session($0, at: client) }
        expectAccepted(outcomes(sessions, 1...2))
        let seen = sessions.map { world.read($0) }
        let joining = ClusterNode(3, in: cluster)
        joining.open(in: cluster)
        let nodes = former + [joining]
        let names = Set(nodes.map(\.name))
        // The new node claims keys before the others have heard of it, but for the client.
        show(names, to: [joining])
        show(names, to: [client])
        expectAccepted(outcomes(sessions, 3...4))
        show(names, to: nodes)
        expectAccepted(outcomes(sessions, 5...6))
        #expect(entries(sessions) == keys.map { _ in Array(1...6) })
        let moved = keys.filter { client.placement.node(for: $0) == "node-3" }
        #expect(!moved.isEmpty && moved.count < keys.count)
        // Only the keys that moved have been made again.
        #expect(cluster.makes.elements.count == keys.count + moved.count)
        #expect(cluster.ledger.overlaps.isEmpty && cluster.ledger.refused == 0)
        #expect(world.run { seen.allSatisfy { $0.elements.last?.state.entries.count == 6 } })
        for states in seen.map(\.elements) {
            for (last, next) in zip(states, states.dropFirst()) {
                #expect(last.epoch == next.epoch || next.isGap)
                #expect(last.state.entries.count < next.state.entries.count || last.epoch != next.epoch)
            }
        }
        #expect(cluster.end(sessions, nodes + [client]))
    }

    @Test(
        "follow the keys of a node that leaves: it drains and saves them, and nothing becomes unknown",
        arguments: [true, false])
    func leave(isAnnounced: Bool) throws {
        let (nodes, client, _) = try serve(3)
        let sessions = keys.map { cluster.session($0, at: client) }
        expectAccepted(outcomes(sessions, 1...2))
        let own = nodes[0].group.keys
        let complete = Record<Bool>()
        if isAnnounced { show(["node-2", "node-3"], to: nodes + [client]) }
        let leaving = nodes[0].host
        world.executor.task { complete.append(await leaving.leave(within: .seconds(2)).isComplete) }
        expectAccepted(outcomes(sessions, 3...4))
        world.run { !complete.elements.isEmpty }
        #expect(complete.elements == [true])
        #expect(entries(sessions) == keys.map { _ in Array(1...4) })
        #expect(cluster.makes.elements.count == keys.count + own.count)
        #expect(cluster.ledger.overlaps.isEmpty && cluster.ledger.refused == 0)
        #expect(cluster.end(sessions, nodes + [client]))
    }

    @Test("know that their host has left before it returns, also if they have sent nothing meanwhile")
    func idleClient() throws {
        let (nodes, client, key) = try serve()
        let session = session(key, at: client)
        let (leaving, times, clock, begin) = (nodes[0].host, Record<Duration>(), world.clock, world.clock.now)
        world.executor.start {
            _ = await leaving.leave(within: .seconds(5))
            times.append(begin.duration(to: clock.now))
        }
        #expect(times.elements.isEmpty)
        clock.advance(by: .milliseconds(1_900))
        world.executor.runUntilIdle()
        #expect(times.elements.isEmpty)
        // It learns of it by sending, and lets the host go.
        expectAccepted(outcomes([session], 2...2))
        world.run { !times.elements.isEmpty }
        #expect(times.elements.allSatisfy { $0 < .seconds(2) } && times.elements.count == 1)
        #expect(entries([session]) == [[1, 2]])
        #expect(cluster.end([session], nodes + [client]))
    }

    @Test("with one host ask it again at their pace when it has left, since they know no other")
    func fixedHost() throws {
        let (nodes, client, key) = try serve()
        let session = try cluster.session(key, with: nodes[0], from: 9)
        expectAccepted(outcomes([session], 1...1))
        world.perform { await nodes[0].host.leave(within: .seconds(5)) }
        let late = session.send(.note(2))
        let start = world.clock.now.offset
        world.run(atMost: start + .seconds(5))
        #expect(late.outcome == .undecided && world.clock.now.offset > start + .seconds(3))
        session.end()
        #expect(cluster.end([], nodes + [client]))
    }

    @Test(
        "that stay away keep a host that leaves for two seconds, and none that have let go", arguments: [false, true])
    func absentClient(lets: Bool) throws {
        let (nodes, client, key) = try serve()
        let session = session(key, at: client)
        if lets { world.perform { await session.close() } }
        let (leaving, clock, begin) = (nodes[0].host, world.clock, world.clock.now)
        let time = world.result {
            _ = await leaving.leave(within: .seconds(5))
            return begin.duration(to: clock.now)
        }
        #expect(time == (lets ? .zero : .seconds(2)))
        #expect(cluster.end([session], nodes + [client]))
    }

    @Test("lose nothing at whatever moment of a move they hear that their node leaves")
    func heardAtAnyMoment() throws {
        var moments = 0
        // Without the whole search, every fifth.
        for moment in stride(from: 0, through: .max, by: Scale.isWhole ? 1 : 5) {
            let cluster = Cluster()
            let world = cluster.world
            let (nodes, client, key) = try serve(in: cluster)
            let session = session(key, at: client, in: cluster)
            let (leaving, hasLeft, outcome) = (nodes[0].host, Record<Void>(), Record<RemoteOutcome>())
            world.executor.task {
                _ = await leaving.leave(within: .seconds(5))
                // Whatever the client has to ask, it must have been told by now.
                await nodes[0].kill(in: cluster)
                hasLeft.append()
            }
            world.executor.task { outcome.append(await session.deliver(.note(2)).outcome) }
            // So many jobs later, another session of the client has heard of it.
            var jobs = 0
            while jobs < moment, world.executor.runNext() { jobs += 1 }
            moments = jobs
            client.placement.leaves("node-1")
            #expect(world.run { outcome.elements.count == 1 && hasLeft.count == 1 })
            #expect(outcome.elements == [.decided(.accepted)], "after \(moment) jobs")
            #expect(cluster.handled.elements == ["\(key) 1", "\(key) 2"], "after \(moment) jobs")
            #expect(cluster.end([session], nodes + [client]))
            guard jobs == moment else { break }
        }
        #expect(moments > 20)
    }

    @Test(
        "learn from a node that has left, and may not know, what became of actions whose reply was lost",
        arguments: [true, false])
    func lostReply(knows: Bool) throws {
        let (nodes, client, key) = try serve()
        let session = session(key, at: client)
        // The request arrives, the reply does not.
        let outcome = Record<RemoteOutcome>()
        world.executor.task { outcome.append(await session.deliver(.note(2)).outcome) }
        let cut = world.clock.now.offset
        world.network.setTopology(
            Topology(splits: [], freezes: [(9, FaultPlan.Spell(from: cut, to: cut + .milliseconds(200)))]))
        world.run { cluster.handled.elements.contains("\(key) 2") || world.clock.now.offset > cut + .seconds(1) }
        if !knows {
            show(["node-2"], to: [client])
            let isOver = { outcome.elements == [.decided(.accepted)] && nodes[0].host.sessionCount == 0 }
            #expect(world.run(for: .seconds(10), until: isOver))
        }
        show(["node-2"], to: nodes + [client])
        expectAccepted(outcomes([session], 3...3))
        #expect(outcome.elements == [.decided(.accepted)])
        #expect(entries([session]) == [[1, 2, 3]])
        #expect(cluster.end([session], nodes + [client]))
    }

    @Test("go on at another node when one is killed; only what was under way becomes unknown")
    func killed() throws {
        let (nodes, client, _) = try serve(3)
        let sessions = keys.map { cluster.session($0, at: client) }
        expectAccepted(outcomes(sessions, 1...2))
        perform { [cluster] in await nodes[0].kill(in: cluster) }
        show(["node-2", "node-3"], to: nodes.dropFirst() + [client])
        let before = world.clock.now.offset
        expectAccepted(outcomes(sessions, 3...4))
        // The others do not wait for a host that has ended with its node.
        #expect(world.clock.now.offset - before < cluster.limits.handover)
        #expect(cluster.ledger.overlaps.isEmpty)
        #expect(cluster.end(sessions, Array(nodes.dropFirst()) + [client]))
    }

    @Test("are fenced: a host that was cut off cannot overwrite what its successor has saved")
    func fenced() {
        let nodes = cluster.hosts(1...2)
        let (client, other) = (ClusterNode(8, in: cluster), ClusterNode(9, in: cluster))
        let names = Set(nodes.map(\.name))
        show(names, to: [client, other])
        let key = keys.first { client.placement.node(for: $0) == "node-1" }!
        let session = session(key, at: client)
        // The host and its client are cut off from the others, and do not learn of it.
        let now = world.clock.now.offset
        world.network.setTopology(
            Topology(splits: [([1, 8], FaultPlan.Spell(from: now, to: now + .seconds(30)))], freezes: []))
        show(["node-2"], to: [nodes[1], other])
        let successor = cluster.session(key, at: other)
        expectAccepted(outcomes([successor], 2...3))
        expectAccepted(outcomes([session], 4...4))
        // The claim of the one, and the action that the other handles after it.
        #expect(cluster.ledger.overlaps.count == 2)
        world.run(atMost: now + .seconds(31))
        show(["node-2"], to: [nodes[0], client])
        expectAccepted(outcomes([session, successor], 5...5))
        #expect(cluster.ledger.refused == 1)
        #expect(entries([session]) == [[2, 3, 5, 5]])
        #expect(cluster.end([session, successor], nodes + [client, other]))
    }

    @Test("are closed at once if their key moves while they open, and their client is told so")
    func movesMeanwhile() {
        let (node, other) = (ClusterNode(1, in: cluster), ClusterNode(2, in: cluster))
        node.open(in: cluster) { [weak node] event in
            guard case .opened = event, let node else { return }
            node.host.storage.leaves(node.name)
        }
        show([node.name, other.name], to: [node])
        let key = keys.first { node.placement.node(for: $0) == node.name }!
        let reply = world.result { await node.host.storage.open(key, OpenRequest(1)) }
        #expect(reply == .moved(nil, leaving: nil))
        #expect(node.host.counters.opened == 1 && node.host.sessionCount == 0)
        world.run()
        #expect(node.host.storage.keysInUse == [])
        #expect(cluster.end([], [node, other]))
    }

    @Test("are not served by a node whose directory names none")
    func minority() throws {
        let (nodes, client, key) = try serve()
        let session = session(key, at: client)
        show([], to: [nodes[0]])
        let outcome = Record<RemoteOutcome>()
        world.executor.task { outcome.append(await session.deliver(.note(2)).outcome) }
        world.run(for: .seconds(5))
        #expect(outcome.elements.isEmpty && nodes[0].group.count == 0)
        #expect(cluster.ledger.state(of: key)?.entries == [1])
        show(["node-2"], to: [nodes[1], client])
        #expect(world.run { outcome.elements == [.decided(.accepted)] })
        #expect(cluster.end([session], nodes + [client]))
    }
}
