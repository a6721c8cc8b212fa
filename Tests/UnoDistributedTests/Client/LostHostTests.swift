import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("While the host is lost, every wait for it", .timeLimit(.hang))
struct LostHostTests {
    private let world = World()

    /// A session whose queue of eight is full and whose host is lost.
    private func prepare() -> (GaugeHost, GaugeSession, [RemoteEventTask]) {
        let (node, session) = world.gauge()
        session.hostEnded()
        return (node, session, (1...8).map { session.send(.add(Double($0))) })
    }

    private let full = RemoteOutcome.decided(.rejected(.mailboxFull))

    @Test("for room is over: the action is rejected, and the observer told", arguments: [true, false])
    func room(isLostBefore: Bool) {
        let (node, session) = world.gauge()
        for call in [LinkCall.open, .deliver] { node.faults.fail(call, times: .max) }
        if isLostBefore { session.hostEnded() }
        let queued = (1...8).map { session.send(.add(Double($0))) }
        let outcomes = Record<RemoteOutcome>()
        for number in 9...11 {
            world.executor.task { outcomes.append(await session.enqueue(.add(Double(number))).outcome) }
        }
        world.executor.start { outcomes.append(await session.deliver(.add(12)).outcome) }
        if !isLostBefore {
            #expect(outcomes.elements.isEmpty)
            session.hostEnded()
            world.executor.runUntilIdle()
        }
        #expect(outcomes.elements == Array(repeating: full, count: 4))
        #expect(node.events.elements.filter { $0 == .undelivered(full) }.count == 4)
        // What was queued goes to the next host.
        for call in [LinkCall.open, .deliver] { node.faults.fail(call, times: 0) }
        session.reconnect(to: node.link())
        world.run { queued.allSatisfy { $0.outcome != .undecided } }
        #expect(queued.allSatisfy { $0.outcome == .decided(.accepted) })
        #expect(node.end(session))
    }

    @Test(
        "for a decision or for the end of an event is over: the action stays at the client", arguments: [true, false])
    func decision(isLostBefore: Bool) {
        let (node, session) = world.gauge()
        for call in [LinkCall.open, .deliver] { node.faults.fail(call, times: .max) }
        if isLostBefore { session.hostEnded() }
        let task = session.send(.add(1))
        let ends = Record<String>()
        world.executor.task { ends.append("decision \(await task.decision())") }
        world.executor.task { ends.append("finish \(await task.finish())") }
        world.executor.start { ends.append("deliver \(await session.deliver(.add(2)).outcome)") }
        if !isLostBefore {
            #expect(ends.elements.isEmpty)
            session.hostEnded()
            world.executor.runUntilIdle()
        }
        #expect(ends.elements.sorted() == ["decision undecided", "deliver undecided", "finish false"])
        for call in [LinkCall.open, .deliver] { node.faults.fail(call, times: 0) }
        session.reconnect(to: node.link())
        #expect(world.result { await task.decision() } == .decided(.accepted))
        world.run(for: .seconds(1))
        #expect(node.host.counters.taken == 2)
        #expect(node.end(session))
    }

    @Test("for a call that is under way is over")
    func underWay() {
        let (node, session) = world.gauge()
        let task = session.send(.measure(1))
        world.run { task.outcome != .undecided }
        let ends = Record<Bool>()
        world.executor.start { ends.append(await task.finish()) }
        #expect(ends.elements.isEmpty)
        session.hostEnded()
        world.executor.runUntilIdle()
        #expect(ends.elements == [false])
        #expect(node.end(session))
    }

    @Test("comes, however long the actor system waits for a reply")
    func noTimeOut() {
        let clock = world.clock
        @Sendable func hang() async throws -> Never {
            try await clock.sleep(for: .seconds(100_000))
            throw LinkError(description: "no reply")
        }
        let link = GaugeLink(
            open: { _ in try await hang() }, close: { _ in try await hang() }, deliver: { _ in try await hang() },
            finish: { _, _, _ in try await hang() }, cancel: { _, _ in try await hang() },
            states: { _ in try await hang() }, unsubscribe: { _, _ in try await hang() })
        let session = world.session(link)
        let outcomes = Record<RemoteOutcome>()
        world.executor.task { outcomes.append(await session.deliver(.add(1)).outcome) }
        world.run(atMost: .seconds(30)) { session.status == .lost }
        #expect(session.status == .lost)
        world.executor.runUntilIdle()
        #expect(outcomes.elements == [.undecided])
        session.end()
        world.run()
        #expect(clock.sleeperCount == 0)
        world.executor.runFreely()
    }

    @Test("for a decision goes on when another host is there at once")
    func reconnectsAtOnce() {
        let (node, session) = world.gauge()
        node.faults.fail(.open, times: .max)
        let outcomes = Record<RemoteOutcome>()
        world.executor.start { outcomes.append(await session.deliver(.add(1)).outcome) }
        node.faults.fail(.open, times: 0)
        session.hostEnded()
        session.reconnect(to: node.link())
        world.run { !outcomes.elements.isEmpty }
        #expect(outcomes.elements == [.decided(.accepted)])
        #expect(node.end(session))
    }

    @Test("for the present state is over; streams go on with the next host", arguments: [true, false])
    func state(isLostBefore: Bool) {
        let (node, session) = world.gauge()
        node.faults.fail(.open, times: .max)
        if isLostBefore { session.hostEnded() }
        let states = Record<Gauge.DomainState?>()
        let seen = Record<Gauge.DomainState>()
        world.executor.task { states.append(try? await session.state) }
        world.executor.start { for await state in session.states() { seen.append(state) } }
        if !isLostBefore {
            #expect(states.elements.isEmpty)
            session.hostEnded()
            // At most the pause before another attempt.
            world.run(atMost: .milliseconds(21))
        }
        #expect(states.elements == [nil] && seen.elements.isEmpty)
        node.faults.fail(.open, times: 0)
        session.reconnect(to: node.link())
        #expect(world.run(atMost: .seconds(1)) { seen.elements == [Gauge.DomainState()] })
        #expect(node.end(session))
    }

    @Test("in a part of a local graph is over: draining it ends, with more actions than the queue takes")
    func drains() {
        let (node, session) = world.gauge()
        session.hostEnded()
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        for number in 1...20 { runtime.send(.add(Double(number))) }
        #expect(world.perform { await runtime.shutdown(.drain) })
        #expect(node.events.elements.filter { $0 == .undelivered(full) }.count == 12)
        #expect(node.end(session))
    }

    @Test("goes on in a session that follows its key, whose host is never lost, not even as its observer sees it")
    func placed() {
        let cluster = Cluster()
        let (nodes, client) = (cluster.hosts(1...1), ClusterNode(9, in: cluster))
        client.see(["node-1"])
        cluster.world.executor.runUntilIdle()
        let (place, seen) = (Slot<JournalSession>(), Record<SessionStatus>())
        let session = cluster.session("Anna", at: client) { event in
            if event == .lost, let session = place.value { seen.append(session.status) }
        }
        place.value = session
        #expect(cluster.world.result { await session.deliver(.note(1)).outcome } == .decided(.accepted))
        session.hostEnded()
        #expect(seen.elements == [.idle])
        #expect(cluster.world.result { await session.deliver(.note(2)).outcome } == .decided(.accepted))
        // The observer would keep the session.
        place.value = nil
        #expect(cluster.end([session], nodes + [client]))
    }

    @Test("ends with its task")
    func cancels() {
        let (node, session) = world.gauge()
        node.faults.fail(.open, times: .max)
        let queued = (1...8).map { session.send(.add(Double($0))) }
        let ends = Record<String>()
        let back = RemoteOutcome.decided(.cancelled)
        let tasks = [
            world.executor.task { ends.append("enqueue \(await session.enqueue(.add(9)).outcome == back)") },
            world.executor.task { ends.append("enqueue \(await session.enqueue(.add(9)).outcome == back)") },
            world.executor.task { ends.append("deliver \(await session.deliver(.add(9)).outcome == back)") },
            world.executor.task { ends.append("decision \(await queued[0].decision())") },
            world.executor.task { ends.append("finish \(await queued[1].finish())") },
            world.executor.task { ends.append("state \((try? await session.state) == nil)") },
            world.executor.task {
                for await _ in session.states() {}
                ends.append("states")
            },
        ]
        world.executor.runUntilIdle()
        #expect(ends.elements.isEmpty)
        for task in tasks { task.cancel() }
        world.executor.runUntilIdle()
        #expect(
            ends.elements.sorted() == [
                "decision undecided", "deliver true", "enqueue true", "enqueue true", "finish false", "state true",
                "states",
            ])
        #expect(queued[1].outcome == back)
        #expect(node.end(session))
    }
}
