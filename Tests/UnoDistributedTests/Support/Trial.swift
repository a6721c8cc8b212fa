import TestSupport
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

/// One run of two clients and a host under a plan of faults, and what must be true of it.
struct Trial {
    private typealias Handle = (number: Int, isCancelled: Bool, task: RemoteEventTask)
    /// A state, and which of a client's streams has brought it.
    private typealias Sighting = (stream: Int, state: SeenState)

    private let seed: UInt64
    private let plan: FaultPlan
    private let habits: Habits
    private let world: World
    /// Whether the host and the clients have a coding, for which some actions cannot cross.
    private let isCoded: Bool
    private let clients = [1, 2]
    private let actions = 12

    init(seed: UInt64, isCoded: Bool = false) {
        (self.seed, self.isCoded) = (seed, isCoded)
        plan = FaultPlan(seed: seed)
        habits = Habits(seed: seed)
        world = World(
            plan, seed: seed,
            hostCoding: isCoded ? TestCoding(decoding: { try Self.check($0, isBad: Self.isUndecodable) }) : nil,
            linkCoding: isCoded ? TestCoding(encoding: { try Self.check($0, isBad: Self.isUnencodable) }) : nil)
    }

    /// What a trial has come to.
    struct Result {
        var problems: [String] = []
        var counters = HostCounters()
        var unknown = 0
        var restarts = 0
    }

    /// Runs the trial.
    func result() -> Result {
        let executor = world.executor
        defer { executor.runFreely() }
        do {
            return try Diagnostics.$local.withValue(Diagnostics { _ in }) { try run() }
        } catch {
            return Result(problems: ["\(error)"])
        }
    }

    private func run() throws -> Result {
        let nodes = Record<HostNode>()
        nodes.append(HostNode(0, in: world))
        world.onDecode.value = { [network = world.network] in
            for node in nodes.elements { node.host.storage.incoming.check(network) }
        }
        defer { world.onDecode.value = nil }
        let sessions = try clients.map { try world.session($0, with: nodes.elements[0]) }
        let handles = clients.map { _ in Record<Handle>() }
        let seen = clients.map { _ in Record<Sighting>() }
        let ends = Record<Void>()
        for (client, session) in zip(clients, sessions) {
            let (handles, seen, dice) = (
                handles[client - 1], seen[client - 1], SplitMix(seed: seed &* 31 &+ UInt64(client))
            )
            world.executor.task {
                await send(from: client, session, handles, nodes, dice)
                ends.append()
            }
            world.executor.task {
                await read(client, session, seen, dice)
                ends.append()
            }
            if habits.peeks { world.executor.task { await peek(session, until: { ends.count >= 4 }, dice) } }
        }
        if let crash = plan.crash { restart(after: [crash] + (habits.secondCrash.map { [$0] } ?? []), nodes, sessions) }
        if let rumour = plan.rumour {
            let (session, id) = (sessions[0], nodes.elements[0].remote.id)
            world.executor.task { [world] in
                try? await world.clock.sleep(for: rumour)
                session.hostEnded()
                guard let remote = try? RemoteJournal.resolve(id: id, using: world.network.node(20)) else { return }
                session.reconnect(to: remote)
            }
        }
        var problems: [String] = []
        if !world.run(until: { ends.count == 4 }) {
            let stages = sessions.map { "\($0.status)" }
            problems.append("does not end: \(ends.count) of 4 tasks did, at \(world.clock.now), sessions \(stages)")
        }
        for session in sessions { session.end() }
        world.perform {
            for node in nodes.elements {
                node.host.end()
                await node.runtime.shutdown(.cancel)
            }
        }
        if !world.run(until: { world.clock.sleeperCount == 0 && world.executor.isIdle }) {
            problems.append("\(world.clock.sleeperCount) tasks are left")
        }
        if !nodes.elements.allSatisfy(\.host.storage.incoming.isEmpty) { problems.append("room is not given back") }
        let truths = nodes.elements.map { Truth($0) }
        for node in nodes.elements { node.system.end() }
        problems += world.network.failures.map { "the network: \($0)" }
        for client in clients {
            problems += check(handles[client - 1].elements, of: client, truths)
            let streams = Dictionary(grouping: seen[client - 1].elements, by: \.stream)
            for states in streams.values {
                problems += check(states.map(\.state), of: client, truths, isBounded: client == 1)
            }
        }
        var result = Result(problems: problems, restarts: nodes.elements.count - 1)
        for node in nodes.elements { result.counters.add(node.host.counters) }
        for handle in handles.flatMap(\.elements) where handle.task.outcome == .unknown { result.unknown += 1 }
        return result
    }

    // MARK: What cannot cross

    private static func isUnencodable(_ number: Int) -> Bool { number % 10 == 3 }
    private static func isUndecodable(_ number: Int) -> Bool { number % 10 == 7 }

    private static func check(_ value: Any, isBad: (Int) -> Bool) throws {
        switch value as? Journal.Action {
        case .note(let number)? where isBad(number), .work(let number)? where isBad(number):
            throw HostileError(description: "\(number) cannot cross")
        default: break
        }
    }

    // MARK: What happens

    private func send(
        from client: Int, _ session: JournalSession, _ handles: Record<Handle>, _ nodes: Record<HostNode>,
        _ dice: SplitMix
    ) async {
        var dice = dice
        for index in 1...actions {
            let number = client * 1_000 + index
            let action: Journal.Action = dice.chance(30) ? .work(number) : .note(number)
            let task: RemoteEventTask
            var isCancelled = false
            switch Int.random(in: 0..<(habits.cancelsWaits ? 5 : 3), using: &dice) {
            case 0: task = session.send(action)
            case 1: task = await session.enqueue(action)
            case 2: task = await session.deliver(action)
            default:
                let delivered = Slot<RemoteEventTask>()
                let waiting = world.executor.task { delivered.value = await session.deliver(action) }
                try? await world.clock.sleep(for: dice.milliseconds(0...300))
                waiting.cancel()
                await waiting.value
                task = delivered.value!
                isCancelled = true
            }
            if dice.chance(10) {
                task.cancel()
                isCancelled = true
            }
            handles.append((number, isCancelled, task))
            if dice.chance(30) { try? await world.clock.sleep(for: dice.milliseconds(0...800)) }
            if dice.chance(10) { await task.finish() }
            if dice.chance(5) { try? await world.clock.sleep(for: .milliseconds(3_500)) }
        }
        for handle in handles.elements { _ = await handle.task.decision() }
        // The faults are over: the mark arrives, and nothing is unknown.
        let end = FaultPlan.calm.end + .milliseconds(1)
        if world.clock.now.offset < end { try? await world.clock.sleep(for: end - world.clock.now.offset) }
        while true {
            let mark = await session.deliver(.note(client * 1_000 + 999))
            if mark.outcome == .decided(.accepted) { break }
            // Too many calls were lost; the program connects again.
            if session.status == .lost { reconnect(session, from: 1_000 + client, nodes) }
            try? await world.clock.sleep(for: .milliseconds(100))
        }
    }

    private func read(_ client: Int, _ session: JournalSession, _ seen: Record<Sighting>, _ dice: SplitMix) async {
        var dice = dice
        let policy: SubscriptionPolicy = client == 1 ? .bounded(3) : seed % 2 == 0 ? .latest : .droppingOldest(4)
        let slowness = habits.slowness[client - 1]
        for stream in 1... {
            for await state in session.numberedStates(policy) {
                seen.append((stream, state))
                if haveAllMarked(state.state) { return }
                guard world.clock.now.offset < FaultPlan.calm.end else { continue }
                if slowness > 0, dice.chance(50) { try? await world.clock.sleep(for: dice.milliseconds(0...slowness)) }
                if habits.leaves, dice.chance(10) { break }
            }
            if session.status == .ended { return }
        }
    }

    /// Asks for the present state now and then, and sometimes gives up before it is there.
    private func peek(_ session: JournalSession, until isOver: @escaping @Sendable () -> Bool, _ dice: SplitMix) async {
        var dice = dice
        while !isOver() {
            let asking = world.executor.task { _ = try? await session.state }
            try? await world.clock.sleep(for: dice.milliseconds(0...1_000))
            if dice.chance(50) { asking.cancel() }
            await asking.value
        }
    }

    private func restart(after delays: [Duration], _ nodes: Record<HostNode>, _ sessions: [JournalSession]) {
        world.executor.task { [world, seed] in
            for (count, delay) in zip(1..., delays) {
                try? await world.clock.sleep(for: delay)
                await nodes.elements[count - 1].kill(in: world)
                try? await world.clock.sleep(for: .milliseconds(500))
                let node = HostNode(count * 10, in: world)
                nodes.append(node)
                for (place, session) in sessions.enumerated() {
                    // One way of three: told at once, told of the new host only, or told late.
                    if seed % 3 == 0 { session.hostEnded() }
                    if seed % 3 == 1 { try? await world.clock.sleep(for: .milliseconds(700)) }
                    reconnect(session, from: 100 * count + place, nodes)
                }
            }
        }
    }

    private func reconnect(_ session: JournalSession, from number: Int, _ nodes: Record<HostNode>) {
        guard let id = nodes.elements.last?.remote.id,
            let remote = try? RemoteJournal.resolve(id: id, using: world.network.node(number))
        else { return }
        session.reconnect(to: remote)
    }

    // MARK: What must be true

    /// What a host's runtime has really done.
    private struct Truth {
        let epoch: RuntimeEpoch
        let states: [UInt64: Journal.DomainState]
        let last: Journal.DomainState

        init(_ node: HostNode) {
            var states = node.truth.pullReady(atMost: .max).states
            // A cancelled runtime does not publish the state of its last step; who subscribes later begins with it.
            let final = node.runtime.numberedStates(.latest).pullReady(atMost: 1).states
            states += final.filter { $0.number > states.last?.number ?? 0 }
            epoch = node.runtime.epoch
            last = states.last?.state ?? Journal.DomainState()
            self.states = Dictionary(uniqueKeysWithValues: states.map { ($0.number, $0.state) })
        }
    }

    private func check(_ handles: [Handle], of client: Int, _ truths: [Truth]) -> [String] {
        var problems: [String] = []
        let handled = truths.flatMap { $0.last.entries.filter { $0 / 1_000 == client && $0 % 1_000 != 999 } }
        if handled != Array(Set(handled)).sorted() { problems.append("client \(client): handled \(handled)") }
        for (number, isCancelled, task) in handles {
            let isHandled = handled.contains(number)
            let cannotCross = isCoded && (Self.isUnencodable(number) || Self.isUndecodable(number))
            if cannotCross, isHandled { problems.append("\(number) cannot cross and was handled") }
            switch task.outcome {
            case .unsendable where cannotCross: break
            case .unsendable: problems.append("\(number) could not be encoded")
            case .undecided: problems.append("\(number) is undecided")
            case .unknown where !plan.mayLoseHost:
                problems.append("\(number) is unknown although the host was always there")
            case .unknown: break
            case .decided(.accepted), .decided(.effectsCancelled):
                // What a crash found in the mailbox is gone.
                if !isHandled, plan.crash == nil, !isCancelled {
                    problems.append("\(number) was accepted and not handled")
                }
            case .decided(.rejected), .decided(.cancelled):
                if isHandled { problems.append("\(number) is \(task.outcome) and was handled") }
            }
        }
        return problems
    }

    private func check(_ seen: [SeenState], of client: Int, _ truths: [Truth], isBounded: Bool) -> [String] {
        var problems: [String] = []
        var last: SeenState?
        for state in seen {
            guard let truth = truths.first(where: { $0.epoch == state.epoch }) else {
                problems.append("client \(client): a state of no host")
                continue
            }
            if truth.states[state.number] != state.state {
                let truth = truth.states[state.number].map { "\($0)" } ?? "none of \(truth.states.keys.sorted())"
                problems.append("client \(client): state \(state.number) is \(state.state), and the host's is \(truth)")
            }
            if let last {
                let follows = last.epoch == state.epoch && state.number == last.number + 1
                if last.epoch == state.epoch, state.number <= last.number {
                    problems.append("client \(client): state \(state.number) came after \(last.number)")
                }
                if !follows, !state.isGap { problems.append("client \(client): a hidden gap before \(state.number)") }
            }
            last = state
        }
        if isBounded, plan.isCalm, habits.slowness[0] == 0, seen.contains(where: \.isGap) {
            problems.append("client \(client): a gap without a fault")
        }
        return problems
    }
}

private func haveAllMarked(_ state: Journal.DomainState) -> Bool {
    state.entries.contains(1_999) && state.entries.contains(2_999)
}

extension ByteBudget {
    var isEmpty: Bool { used == 0 && waitingCount == 0 }

    /// Reports more bytes than there is room for, or than one batch has that is larger.
    func check(_ network: HostileNetwork) {
        let used = used
        if used > max(limit, 50) { network.fail("\(used) bytes of actions, and the host has room for \(limit)") }
    }
}

extension HostCounters {
    /// Adds the counts of another host.
    mutating func add(_ other: HostCounters) {
        opened += other.opened
        expired += other.expired
        taken += other.taken
        repeated += other.repeated
        crowded += other.crowded
        unknown += other.unknown
        states += other.states
        gaps += other.gaps
    }
}
