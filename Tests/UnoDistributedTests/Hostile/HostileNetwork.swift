import Distributed
import Foundation
import Synchronization
import UnoTesting

/// What connects the nodes of a test: it delays, loses and repeats calls as its plan says, and runs each in a task of its
/// own.
final class HostileNetwork: Sendable {
    private struct Contents: Sendable {
        var plan: FaultPlan
        var nodes: [Int: HostileSystem] = [:]
        var failures: [String] = []
        var bytes = 0
        var topology = Topology()
    }

    let clock: TestClock
    let executor: ControlledExecutor
    /// The time-out of a call.
    let limit: Duration
    private let contents: Mutex<Contents>

    init(_ plan: FaultPlan, _ clock: TestClock, _ executor: ControlledExecutor, limit: Duration = .seconds(1)) {
        self.clock = clock
        self.executor = executor
        self.limit = limit
        contents = Mutex(Contents(plan: plan))
    }

    /// What went wrong that must not: a type that is not found by its name, an argument that is not decoded.
    var failures: [String] { contents.withLock { $0.failures } }

    /// The number of bytes of all requests.
    var bytes: Int { contents.withLock { $0.bytes } }

    func fail(_ text: String) { contents.withLock { $0.failures.append(text) } }

    func node(_ number: Int) -> HostileSystem {
        let system = HostileSystem(number, self)
        contents.withLock { $0.nodes[number] = system }
        return system
    }

    /// The node ends; calls to it get no reply.
    func end(_ node: Int) { _ = contents.withLock { $0.nodes.removeValue(forKey: node) } }

    /// All nodes end, with their actors.
    func endAll() {
        let nodes = contents.withLock { contents in
            defer { contents.nodes = [:] }
            return contents.nodes
        }
        for node in nodes.values { node.end() }
    }

    private var now: Duration { clock.now.offset }

    /// Which nodes cannot reach each other, and which do nothing for a time.
    func setTopology(_ topology: Topology) { contents.withLock { $0.topology = topology } }

    /// Waits until the node goes on: what crosses its border is held up while it is frozen, even for a cancelled task.
    func thaw(_ node: Int) async {
        while let end = contents.withLock({ $0.topology.freeze(of: node, at: now) }) {
            let rest = end - now
            // A cancelled task does not sleep.
            await Task(executorPreference: executor) { await self.pass(rest) }.value
        }
    }

    /// Carries a request to a node and its reply back; throws at the time-out.
    func carry(_ request: Envelope, from origin: Int, to node: Int) async throws -> Reply {
        await thaw(origin)
        let data = try JSONEncoder().encode(request)
        let fate = contents.withLock { contents in
            contents.bytes += request.size
            return contents.plan.next(at: now)
        }
        let arrival = Arrival()
        for (copy, delay) in fate.arrivals.enumerated() {
            Task(executorPreference: executor) {
                await self.pass(delay)
                guard !self.isCut(origin, node) else { return }
                guard let reply = await self.handle(data, at: node), copy == 0, let delay = fate.reply else { return }
                await self.thaw(node)
                await self.pass(delay)
                await self.thaw(origin)
                if !self.isPartitioned, !self.isCut(origin, node) { arrival.resolve(reply) }
            }
        }
        let watch = Task(executorPreference: executor) { [clock, limit] in
            try? await clock.sleep(for: limit)
            arrival.resolve(.failure("time-out"))
        }
        defer { watch.cancel() }
        return await arrival.reply()
    }

    private func isCut(_ first: Int, _ second: Int) -> Bool {
        contents.withLock { $0.topology.isCut(first, second, at: now) }
    }

    private var isPartitioned: Bool { contents.withLock { $0.plan.partition?.contains(now) ?? false } }

    private func pass(_ delay: Duration) async { if delay > .zero { try? await clock.sleep(for: delay) } }

    /// Handles a request that has arrived; nil if it did not.
    private func handle(_ data: Data, at node: Int) async -> Reply? {
        if isPartitioned { return nil }
        if let stop = contents.withLock({ $0.plan.stop }), stop.contains(now) { await pass(stop.to - now) }
        await thaw(node)
        guard let system = contents.withLock({ $0.nodes[node] }) else { return nil }
        do {
            return try await system.handle(JSONDecoder().decode(Envelope.self, from: data))
        } catch {
            fail("\(error)")
            return .failure("\(error)")
        }
    }
}

/// What is wrong with the connections and the nodes of a ``HostileNetwork``, besides what is wrong with all calls.
struct Topology: Sendable {
    /// The nodes that are cut off from all others, and when.
    var splits: [(nodes: Set<Int>, spell: FaultPlan.Spell)] = []
    /// The nodes that do nothing, and when.
    var freezes: [(node: Int, spell: FaultPlan.Spell)] = []

    func isCut(_ first: Int, _ second: Int, at now: Duration) -> Bool {
        splits.contains { $0.spell.contains(now) && $0.nodes.contains(first) != $0.nodes.contains(second) }
    }

    /// When the node goes on; nil if it is not frozen.
    func freeze(of node: Int, at now: Duration) -> Duration? {
        freezes.first { $0.node == node && $0.spell.contains(now) }?.spell.to
    }
}

/// A call as it travels.
struct Envelope: Codable, Sendable {
    var actor: HostileID
    var target: String
    var generics: [String]
    var arguments: [Data]

    /// The number of bytes of a sensible encoding.
    var size: Int {
        target.utf8.count + generics.reduce(0) { $0 + $1.utf8.count } + arguments.reduce(16) { $0 + $1.count }
    }
}

enum Reply: Sendable {
    case value(Data)
    case failure(String)
}

/// The reply to one call, or its time-out.
private final class Arrival: Sendable {
    private enum Stage {
        case waiting(CheckedContinuation<Reply, Never>?)
        case resolved(Reply)
    }

    private let stage = Mutex(Stage.waiting(nil))

    func resolve(_ reply: Reply) {
        let waiter = stage.withLock { stage -> CheckedContinuation<Reply, Never>? in
            guard case .waiting(let waiter) = stage else { return nil }
            stage = .resolved(reply)
            return waiter
        }
        waiter?.resume(returning: reply)
    }

    func reply() async -> Reply {
        await withCheckedContinuation { waiter in
            let reply = stage.withLock { stage -> Reply? in
                if case .resolved(let reply) = stage { return reply }
                stage = .waiting(waiter)
                return nil
            }
            if let reply { waiter.resume(returning: reply) }
        }
    }
}
