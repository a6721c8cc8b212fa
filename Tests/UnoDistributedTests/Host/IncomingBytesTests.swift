import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

/// Each action has 100 bytes, and a call has at most three. What the calls hold is measured apart from the budget.
@Suite("Actions of all sessions of a host", .timeLimit(.hang))
struct IncomingBytesTests {
    private typealias Host = HostStorage<Journal.DomainState, Journal.Action>

    private let world = World()
    /// Where the runtimes run that have stopped.
    private let stopped = ControlledExecutor()
    /// The bytes of the calls that are under way.
    private let held = Locked(0)
    /// The most of them while the host could do nothing more.
    private let most = Locked(0)
    private let faults = LinkFaults()
    /// The sessions that asked for room, and those that got it, in that order.
    private let asked = Record<Int>()
    private let got = Record<Int>()

    private let coding = TestCoding(bytes: { $0 is Journal.Action ? 100 : 0 })

    private func limits(_ actionBytes: Int) -> HostLimits {
        var limits = world.limits
        limits.actionBytes = actionBytes
        return limits
    }

    private func runtime(isStopped: Bool) -> JournalRuntime {
        Runtime(
            Journal {}, mailbox: .suspend(capacity: 2), executor: .on(isStopped ? stopped : world.executor),
            clock: world.clock)
    }

    private func host(_ runtime: JournalRuntime, bytes: Int = 300) -> JournalHost {
        RuntimeHost(runtime, coding: coding, limits: limits(bytes), clock: world.clock, executor: world.executor)
    }

    private func session(_ number: Int, _ link: JournalLink) -> JournalSession {
        let watched = link.replacing(
            deliver: { [faults, asked, got] batch in
                if batch.room != nil {
                    asked.append(number)
                    try faults.check(.finish)
                } else {
                    try faults.check(.deliver)
                }
                held.withLock { $0 += batch.bytes }
                defer { held.withLock { $0 -= batch.bytes } }
                let reply = try await link.deliver(batch)
                if batch.room != nil, reply.lacksRoom != true { got.append(number) }
                return reply
            },
            coding: coding)
        var options = world.options
        (options.queue, options.batchBytes) = (1_024, 300)
        return world.session(watched, options: options)
    }

    private func sample() {
        let held = held.withLock { $0 }
        most.withLock { $0 = max($0, held) }
    }

    /// Runs everything but the runtimes that have stopped, for so many milliseconds.
    private func pass(_ milliseconds: Int) {
        world.run(for: .milliseconds(milliseconds)) {
            sample()
            return false
        }
    }

    /// Lets the stopped runtimes go on, and runs until all tasks are decided.
    private func settle(_ tasks: [RemoteEventTask]) -> Bool {
        world.run(for: .seconds(120)) {
            sample()
            stopped.runUntilIdle()
            world.executor.runUntilIdle()
            return tasks.allSatisfy { $0.outcome != .undecided }
        }
    }

    private func end(_ sessions: [JournalSession], _ host: JournalHost, _ runtime: JournalRuntime) {
        end(sessions, host.storage) {
            host.end()
            await runtime.shutdown(.cancel)
        }
    }

    private func end(_ sessions: [JournalSession], _ host: Host, _ body: @escaping @Sendable () async -> Void) {
        for session in sessions { session.end() }
        stopped.runFreely()
        world.perform(body)
        world.run()
        #expect(world.clock.sleeperCount == 0)
        #expect(host.incoming.used == 0 && host.incoming.waitingCount == 0)
        world.executor.runFreely()
    }

    @Test(
        "never have more bytes than the budget while they wait for runtimes; none is lost, none comes twice",
        arguments: [500, 50])
    func budget(bytes: Int) {
        let runtime = runtime(isStopped: true)
        let host = host(runtime, bytes: bytes)
        let sessions = (0..<6).map { session($0, RuntimeLink(host)) }
        let tasks = sessions.enumerated().flatMap { place, session in
            (0..<20).map { session.send(.note(place * 100 + $0)) }
        }
        pass(3_000)
        #expect(most.withLock { $0 } > 0 && host.counters.crowded > 0)
        #expect(settle(tasks))
        // What is larger than the budget is alone.
        #expect(most.withLock { $0 } <= max(bytes, 300))
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) })
        stopped.runUntilIdle()
        let entries = runtime.numberedStates(.latest).pullReady(atMost: 1).states.last?.state.entries ?? []
        for place in 0..<6 { #expect(entries.filter { $0 / 100 == place } == (0..<20).map { place * 100 + $0 }) }
        end(sessions, host, runtime)
    }

    @Test("get room in the order of asking, also if a session had to ask more than once")
    func order() {
        let runtime = runtime(isStopped: true)
        let host = host(runtime)
        let sessions = (0..<12).map { session($0, RuntimeLink(host)) }
        var tasks: [RemoteEventTask] = []
        for (place, session) in sessions.enumerated() {
            // The first session fills the mailbox, and holds the room.
            tasks += (0..<(place == 0 ? 5 : 3)).map { session.send(.note(place * 10 + $0)) }
            pass(15)
        }
        // Each has the room for 50 milliseconds, and an ask lasts 300: the last ones ask again, one after the other, before it is
        // their turn.
        pass(700)
        #expect(asked.elements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } == Array(1...11) + [0])
        #expect(asked.elements.count > 11 && Array(got.elements.prefix(11)) == Array(1...11))
        #expect(settle(tasks))
        end(sessions, host, runtime)
    }

    @Test("give back the room that was asked for if they have more bytes, and take other room")
    func smallRoom() {
        let runtime = runtime(isStopped: false)
        let host = host(runtime)
        let replies = Record<DeliveryReply.Status>()
        world.perform { [coding] in
            guard let id = await host.opened(), let text = try? coding.encode(Journal.Action.note(1)) else { return }
            let room = ActionBatch<Journal.Action>(session: id, first: 1, actions: [], limit: .zero, room: 50)
            replies.append(await host.deliver(room).status)
            let batch = ActionBatch<Journal.Action>(session: id, first: 1, actions: [], texts: [text], limit: .zero)
            replies.append(await host.deliver(batch).status)
        }
        #expect(replies.elements == [.taken, .taken])
        end([], host, runtime)
    }

    @Test("that a runtime has no room for do not hold up those of other runtimes")
    func stuck() throws {
        // Not the world: its network has the host, and so the group.
        let (executor, clock) = (world.executor, world.clock)
        let group = JournalGroup(
            clock: clock, executor: executor, save: { _, _ in },
            make: { [stopped] key in
                Runtime(
                    Journal {}, mailbox: .suspend(capacity: 1), executor: .on(key == "stuck" ? stopped : executor),
                    clock: clock)
            })
        let host = JournalGroupHost(
            group, coding: coding, limits: limits(300), clock: world.clock, executor: world.executor)
        let remote = RemoteJournals(host, actorSystem: world.network.node(0))
        let resolved = try RemoteJournals.resolve(id: remote.id, using: world.network.node(1))
        let link = GroupLink(resolved, coding: coding)
        let sessions = (0..<5).map { session($0, link.runtime(of: $0 == 4 ? "Anna" : "stuck")) }
        for session in sessions.prefix(4) { for number in 0..<6 { session.send(.note(number)) } }
        pass(1_000)
        let begin = world.clock.now
        let tasks = (0..<30).map { sessions[4].send(.note($0)) }
        #expect(world.run(atMost: begin.offset + .seconds(60)) { tasks.allSatisfy { $0.outcome != .undecided } })
        // Ten calls, each behind four that wait for a twentieth of a second.
        #expect(begin.duration(to: world.clock.now) < .seconds(5))
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) })
        end(sessions, host.storage.host) {
            withExtendedLifetime(remote) { host.end() }
            _ = await group.shutdown(.cancel, within: .seconds(1))
        }
    }

    /// Ends what holds the room of the session that waits, or what waits before it.
    enum Ending: CaseIterable { case close, lease, leave, lostAsk }

    @Test(
        "leave their room and their turn when the session or the host ends, and when the client asks no more",
        arguments: Ending.allCases)
    func frees(ending: Ending) {
        let runtime = runtime(isStopped: true)
        let host = host(runtime)
        let sessions = (0..<3).map { session($0, RuntimeLink(host)) }
        for session in sessions.prefix(2) {
            for number in 0..<5 { session.send(.note(number)) }
            world.executor.runUntilIdle()
        }
        #expect(host.storage.incoming.used == 300 && host.storage.incoming.waitingCount == 1)
        #expect(host.counters.crowded == 1)
        switch ending {
        case .close: for session in sessions.prefix(2) { session.end() }
        case .lease:
            // The clients are silent from now on.
            faults.fail(.deliver, times: .max)
            faults.fail(.finish, times: .max)
            pass(5_000)
            #expect(host.sessionCount == 0)
        case .leave: _ = host.storage.endAll()
        case .lostAsk:
            faults.fail(.finish, times: .max)
            faults.fail(.deliver, times: .max)
            // The wait is over, and no call asks for the room that came free.
            pass(900)
        }
        world.executor.runUntilIdle()
        #expect(host.storage.incoming.used == 0 && host.storage.incoming.waitingCount == 0)
        end(sessions, host, runtime)
    }
}
