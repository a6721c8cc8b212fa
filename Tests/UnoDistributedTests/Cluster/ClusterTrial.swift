import Synchronization
import TestSupport
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

/// One run of two clients and a few hosts under a plan of changes and faults, and what must be true of it.
final class ClusterTrial: Sendable {
    private struct Handle: Sendable {
        let key: String
        let number: Int
        let task: RemoteEventTask
    }

    struct Result: Sendable {
        var problems: [String] = []
        var (unknown, refused, overlaps, makes, crowded) = (0, 0, 0, 0, 0)
    }

    private let seed: UInt64
    private let plan: ClusterPlan
    private let calls: FaultPlan
    private let cluster: Cluster
    private let keys = ["Anna", "Bert"]
    private let clients: [ClusterNode]
    /// All hosts, also those that have ended.
    private let hosts = Mutex<[ClusterNode]>([])
    private let up = Mutex<Set<Int>>([])
    /// When the last news has reached each node, and that of the view that it has: views come in their order.
    private let news = Mutex<[Int: Duration]>([:])
    private let shown = Mutex<[Int: Duration]>([:])
    private let dice: Mutex<SplitMix>
    private var world: World { cluster.world }

    init(seed: UInt64) {
        self.seed = seed
        plan = ClusterPlan(seed: seed)
        calls = .calls(seed: seed)
        // Without crashes, hosts wait as long as it takes. Half of the plans have a coding.
        let cluster = Cluster(
            calls, seed: seed, handover: plan.isHarsh ? .seconds(2) : .seconds(60),
            coding: seed % 2 == 0 ? nil : TestCoding())
        self.cluster = cluster
        clients = [101, 102].map { ClusterNode($0, in: cluster) }
        dice = Mutex(SplitMix(seed: seed &* 17 &+ 5))
    }

    func result() -> Result {
        defer { world.executor.runFreely() }
        return Diagnostics.$local.withValue(Diagnostics { _ in }) { run() }
    }

    private func run() -> Result {
        for _ in 0..<plan.hosts { _ = addHost() }
        let names = Set(hosts.withLock { $0 }.map(\.name))
        for node in hosts.withLock({ $0 }) + clients { node.see(names) }
        world.executor.runUntilIdle()
        let handles = Record<Handle>()
        let seen = Record<(key: String, state: SeenState)>()
        let ends = Record<Void>()
        let sessions = clients.map { client in keys.map { cluster.session($0, at: client) } }
        for (place, client) in sessions.enumerated() {
            for (key, session) in zip(keys, client) {
                let dice = SplitMix(seed: seed &* 31 &+ UInt64(stableHash(of: key) % 97) &+ UInt64(place))
                world.executor.task { [self] in
                    await send(from: place + 1, key, session, handles, dice)
                    ends.append()
                }
            }
        }
        for (key, session) in zip(keys, sessions[0]) {
            world.executor.task { for await state in session.numberedStates(.bounded(3)) { seen.append((key, state)) } }
        }
        for change in plan.changes {
            world.executor.task { [self] in
                try? await world.clock.sleep(for: change.at)
                await perform(change.change)
            }
        }
        var result = Result()
        // Each is retained, as its node may end.
        let storages = Record<HostStorage<Journal.DomainState, Journal.Action>>()
        world.onDecode.value = { [self] in
            for node in hosts.withLock({ $0 }) where node.isHosting {
                let host = node.host.storage.host
                host.incoming.check(world.network)
                if !storages.elements.contains(where: { $0 === host }) { storages.append(host) }
            }
        }
        defer { world.onDecode.value = nil }
        let isDone = world.run { ends.count == sessions.joined().count }
        if !isDone { result.problems.append("it hangs") }
        check(handles.elements, seen.elements, sessions.joined().map { $0 }, &result)
        if !cluster.end(sessions.flatMap { $0 }, hosts.withLock { $0 } + clients) {
            result.problems.append("something is left")
        }
        if !storages.elements.allSatisfy(\.incoming.isEmpty) { result.problems.append("room is not given back") }
        result.crowded = storages.elements.reduce(0) { $0 + $1.counters.crowded }
        return result
    }

    // MARK: What happens

    private func addHost() -> ClusterNode {
        let number = hosts.withLock { $0.count + 1 }
        let node = ClusterNode(number, in: cluster)
        node.open(in: cluster, storeDelay: plan.storeDelay)
        hosts.withLock { $0.append(node) }
        up.withLock { _ = $0.insert(number) }
        return node
    }

    /// Tells nodes what the cluster knows, each after a time of its own.
    private func tell(_ nodes: [ClusterNode], _ names: Set<String>? = nil) {
        let names = names ?? up.withLock { Set($0.map { "node-\($0)" }) }
        for node in nodes {
            let delay = dice.withLock { $0.milliseconds(0...plan.gossip) }
            let now = world.clock.now.offset
            let arrival = news.withLock { news in
                let arrival = max(now + delay, (news[node.number] ?? .zero) + .milliseconds(1))
                news[node.number] = arrival
                return arrival
            }
            world.executor.task { [self] in
                try? await world.clock.sleep(for: arrival - now)
                await world.network.thaw(node.number)
                // What was held up while the node was frozen goes on in any order.
                let isNews = shown.withLock { shown in
                    guard arrival > shown[node.number] ?? .zero else { return false }
                    shown[node.number] = arrival
                    return true
                }
                if isNews { node.see(names) }
            }
        }
    }

    private var everyone: [ClusterNode] { hosts.withLock { $0 } + clients }

    private func victim() -> ClusterNode? {
        let numbers = up.withLock { $0.sorted() }
        // One host remains.
        guard numbers.count > 1, let number = dice.withLock({ numbers.randomElement(using: &$0) }) else { return nil }
        up.withLock { _ = $0.remove(number) }
        return hosts.withLock { $0[number - 1] }
    }

    private func perform(_ change: ClusterPlan.Change) async {
        let detection = dice.withLock { $0.milliseconds(300...1_500) }
        func sleep(_ duration: Duration) async { try? await world.clock.sleep(for: duration) }
        switch change {
        case .join:
            _ = addHost()
            tell(everyone)
        case .leave:
            guard let node = victim() else { return }
            // The directories may learn of it before or after the hosts and the clients.
            let isAnnounced = dice.withLock { $0.chance(50) }
            if isAnnounced { tell(everyone) }
            _ = await node.host.leave(within: .seconds(30))
            await node.kill(in: cluster)
            if !isAnnounced { tell(everyone) }
        case .crash:
            guard let node = victim() else { return }
            await node.kill(in: cluster)
            await sleep(detection)
            tell(everyone)
            await sleep(.milliseconds(500))
            _ = addHost()
            tell(everyone)
        case .split(let length, let isAlone, let withClient):
            guard let node = victim() else { return }
            let now = world.clock.now.offset
            let part = Set([node.number] + (withClient ? [102] : []))
            cut(Topology(splits: [(part, FaultPlan.Spell(from: now, to: now + length))]))
            await sleep(min(detection, length))
            tell(everyone.filter { !part.contains($0.number) })
            if isAlone { tell(everyone.filter { part.contains($0.number) }, [node.name]) }
            await sleep(length)
            // It learns that it is out, and ends itself.
            tell([node], [])
            tell(everyone.filter { $0.number != node.number })
            await sleep(.seconds(2))
            await node.kill(in: cluster)
        case .freeze(let length):
            guard let node = victim() else { return }
            let now = world.clock.now.offset
            cut(Topology(freezes: [(node.number, FaultPlan.Spell(from: now, to: now + length))]))
            guard detection < length else {
                up.withLock { _ = $0.insert(node.number) }
                return
            }
            await sleep(detection)
            tell(everyone.filter { $0.number != node.number })
            await sleep(length - detection)
            tell([node], [])
            await sleep(.seconds(2))
            await node.kill(in: cluster)
        }
    }

    private let topology = Mutex(Topology())

    private func cut(_ added: Topology) {
        let all = topology.withLock { topology in
            topology.splits += added.splits
            topology.freezes += added.freezes
            return topology
        }
        world.network.setTopology(all)
    }

    private func send(
        from client: Int, _ key: String, _ session: JournalSession, _ handles: Record<Handle>, _ dice: SplitMix
    ) async {
        var dice = dice
        for index in 1...8 {
            let number = client * 1_000 + index
            let action: Journal.Action = dice.chance(30) ? .work(number) : .note(number)
            let task =
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: session.send(action)
                case 1: await session.enqueue(action)
                default: await session.deliver(action)
                }
            if dice.chance(5) { task.cancel() } else { handles.append(Handle(key: key, number: number, task: task)) }
            if dice.chance(50) { try? await world.clock.sleep(for: dice.milliseconds(0...1_600)) }
        }
        for handle in handles.elements where handle.key == key && handle.number / 1_000 == client {
            _ = await handle.task.decision()
        }
        if world.clock.now.offset < plan.end { try? await world.clock.sleep(for: plan.end - world.clock.now.offset) }
        // The faults are over: a mark arrives.
        while await session.deliver(.note(client * 1_000 + 999)).outcome != .decided(.accepted) {
            try? await world.clock.sleep(for: .milliseconds(100))
        }
    }

    // MARK: What must be true

    private func check(
        _ handles: [Handle], _ seen: [(key: String, state: SeenState)], _ sessions: [JournalSession],
        _ result: inout Result
    ) {
        result.problems += world.network.failures.map { "the network: \($0)" }
        let finals = Record<(key: String, entries: [Int])>()
        let isDone = world.perform { [keys] in
            for (key, session) in zip(keys + keys, sessions) {
                // Behind the mark of the other client.
                _ = await session.deliver(.note(0)).finish()
                finals.append((key, (try? await session.state)?.entries.filter { $0 != 0 } ?? []))
            }
        }
        if !isDone { result.problems.append("the states cannot be read") }
        let handled = cluster.handled.elements
        let unmarked = handled.filter { !$0.hasSuffix("999") && !$0.hasSuffix(" 0") }
        if Set(unmarked).count != unmarked.count { result.problems.append("handled twice: \(unmarked.duplicates)") }
        for key in keys {
            let views = finals.elements.filter { $0.key == key }.map(\.entries)
            if Set(views).count != 1 { result.problems.append("\(key) has the states \(views)") }
            let entries = views.first ?? []
            for client in 1...2 {
                let own = entries.filter { $0 / 1_000 == client && $0 % 1_000 != 999 }
                if own != Array(Set(own)).sorted() { result.problems.append("\(key), client \(client): \(own)") }
                if !entries.contains(client * 1_000 + 999) { result.problems.append("\(key) lacks a mark") }
            }
            for handle in handles where handle.key == key {
                check(handle, entries.contains(handle.number), handled.contains("\(key) \(handle.number)"), &result)
            }
        }
        if !plan.isHarsh, !cluster.ledger.overlaps.isEmpty { result.problems += cluster.ledger.overlaps }
        if !plan.isHarsh, cluster.ledger.refused > 0 { result.problems.append("a save was refused") }
        for states in Dictionary(grouping: seen, by: \.key).values.map({ $0.map(\.state) }) {
            for (last, next) in zip(states, states.dropFirst()) {
                if last.epoch == next.epoch, next.number <= last.number { result.problems.append("states go back") }
                let follows = last.epoch == next.epoch && next.number == last.number + 1
                if !follows, !next.isGap { result.problems.append("a hidden gap before \(next.number)") }
            }
        }
        result.unknown = handles.count { $0.task.outcome == .unknown }
        (result.refused, result.overlaps) = (cluster.ledger.refused, cluster.ledger.overlaps.count)
        result.makes = cluster.makes.elements.count
    }

    private func check(_ handle: Handle, _ isThere: Bool, _ wasHandled: Bool, _ result: inout Result) {
        let name = "\(handle.key) \(handle.number)"
        // A client rests for up to 1.6 seconds; if its calls are slow, too, it comes later than a host that leaves waits for it.
        let mayMiss = calls.lostRequests + calls.lostReplies > 0 || plan.leaves && calls.delay >= 400
        switch handle.task.outcome {
        case .decided(.accepted), .decided(.effectsCancelled):
            if !isThere, !plan.isHarsh { result.problems.append("\(name) was accepted, and is lost") }
        case .decided(.rejected), .decided(.cancelled):
            if wasHandled { result.problems.append("\(name) is \(handle.task.outcome), and was handled") }
        case .unknown: if !plan.isHarsh, !mayMiss { result.problems.append("\(name) is unknown") }
        case .undecided, .unsendable: result.problems.append("\(name) is \(handle.task.outcome)")
        }
    }
}

extension Array where Element: Hashable {
    fileprivate var duplicates: [Element] { Dictionary(grouping: self) { $0 }.filter { $0.value.count > 1 }.map(\.key) }
}
