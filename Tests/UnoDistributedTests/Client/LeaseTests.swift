import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The lease of a session", .timeLimit(.hang))
struct LeaseTests {
    private let world = World()

    /// A stream of which one state has been taken.
    private struct Held: Sendable {
        let states: Record<RemoteState<Gauge.DomainState>>
        let gate: Latch
        let task: Task<Void, Never>
    }

    private func hold(_ session: GaugeSession, _ policy: SubscriptionPolicy = .bounded(2)) -> Held {
        let (states, gate) = (Record<RemoteState<Gauge.DomainState>>(), Latch())
        let task = world.executor.task {
            for await state in session.numberedStates(policy) {
                states.append(state)
                await gate.wait()
            }
        }
        world.run { states.elements.count == 1 }
        return Held(states: states, gate: gate, task: task)
    }

    @Test("does not run out because a reader is slow: the session goes on, without a gap")
    func slowReader() {
        let (node, session) = world.gauge()
        let held = hold(session)
        world.run(atMost: .seconds(100))
        #expect(node.host.sessionCount == 1 && node.host.counters.opened == 1 && node.host.counters.expired == 0)
        #expect(world.perform { await node.runtime.deliver(.add(1)) })
        held.gate.open()
        world.run(atMost: .seconds(101)) { held.states.elements.count == 2 }
        #expect(held.states.elements.last?.state.values == [1])
        #expect(held.states.elements.last?.isGap == false)
        #expect(node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test("is renewed also when a call for that fails")
    func failing() {
        let (node, session) = world.gauge()
        let held = hold(session)
        for _ in 1...20 {
            node.faults.fail(.deliver, times: 3)
            world.run(for: .seconds(3))
        }
        #expect(node.host.counters.opened == 1 && node.host.counters.expired == 0)
        held.task.cancel()
        #expect(node.end(session))
    }

    @Test("runs out when the host hears nothing; others go on, and the reader goes on with a gap")
    func silent() {
        let (node, session) = world.gauge()
        let held = hold(session)
        for call in [LinkCall.deliver, .states] { node.faults.fail(call, times: .max) }
        // The reader keeps the runtime waiting until it is given up.
        for number in 1...4 { node.runtime.send(.add(Double(number))) }
        world.run(atMost: .seconds(10)) { node.host.sessionCount == 0 }
        #expect(node.host.counters.expired == 1)
        for number in 5...8 { node.runtime.send(.add(Double(number))) }
        for call in [LinkCall.deliver, .states] { node.faults.fail(call, times: 0) }
        held.gate.open()
        world.run(atMost: .seconds(20)) { held.states.elements.last?.state.values.count == 8 }
        #expect(held.states.elements.last?.state.values == (1...8).map(Double.init))
        #expect(held.states.elements.contains { $0.isGap })
        #expect(node.host.counters.opened == 2)
        #expect(node.end(session))
    }

    @Test("is the same when a reader has kept the runtime waiting for too long: the reader goes on with a gap")
    func stalled() {
        let (node, session) = world.gauge()
        let held = hold(session)
        for number in 1...8 { node.runtime.send(.add(Double(number))) }
        world.run(for: .seconds(5))
        held.gate.open()
        world.run(for: .seconds(5)) { held.states.elements.last?.state.values.count == 8 }
        #expect(held.states.elements.last?.state.values == (1...8).map(Double.init))
        #expect(held.states.elements.contains { $0.isGap } && node.host.counters.opened == 1)
        #expect(node.hostEvents.elements.contains { if case .stalled = $0 { true } else { false } })
        #expect(node.end(session))
    }

    @Test("keeps no place for a reader that is slow: it goes on in another one, with a gap")
    func evicted() {
        let limits = HostLimits(lease: .seconds(3), wait: .milliseconds(400), readers: 1)
        let (node, session) = world.gauge(limits: limits)
        let held = hold(session)
        #expect(world.state(of: session) == Gauge.DomainState() && world.clock.now.offset >= .seconds(3))
        node.runtime.send(.add(1))
        world.run(for: .milliseconds(100))
        held.gate.open()
        world.run(for: .seconds(10)) { held.states.elements.count == 2 }
        #expect(held.states.elements.map(\.state.values) == [[], [1]])
        #expect(held.states.elements.map(\.isGap) == [false, true])
        #expect(node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    enum End: CaseIterable, Sendable {
        case session, loss, reader, runtime, expiry
    }

    @Test("is not renewed after the end of the session, of its readers, or of the runtime", arguments: End.allCases)
    func ends(by end: End) {
        let (node, session) = world.gauge()
        let held = hold(session)
        world.run(for: .seconds(5))
        #expect(node.host.sessionCount == 1)
        let sleepers = world.clock.sleeperCount
        switch end {
        case .session: session.end()
        case .loss: session.hostEnded()
        case .reader: held.task.cancel()
        case .runtime:
            #expect(world.perform { await node.runtime.shutdown(.cancel) })
            held.gate.open()
        case .expiry: for call in [LinkCall.deliver, .states, .finish] { node.faults.fail(call, times: 14) }
        }
        if end == .session || end == .loss {
            world.executor.runUntilIdle()
            #expect(world.clock.sleeperCount < sleepers)
            // The host's own watch, which has not seen yet that the session is gone.
            #expect(end == .loss || world.clock.sleeperCount == 1)
        }
        if end != .expiry {
            // No more than a call that was due.
            world.run(for: .seconds(5))
        } else {
            world.run(for: .seconds(30))
            #expect(node.host.counters.expired == 1)
        }
        #expect(node.host.sessionCount == 0)
        let taken = node.faults.calls
        world.run(for: .seconds(50))
        #expect(node.faults.calls == taken)
        #expect(world.clock.sleeperCount == 0)
        held.gate.open()
        #expect(node.end(session))
    }

    @Test("of a session without readers runs out, and the next use opens another one")
    func unused() {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.add(1)) })
        world.run(atMost: .seconds(100))
        #expect(node.host.counters.expired == 1 && node.host.sessionCount == 0)
        #expect(world.perform { await session.deliver(.add(2)) })
        #expect(node.host.counters.opened == 2 && node.host.counters.taken == 2)
        #expect(node.end(session))
    }

    @Test("does not run out while actions wait for room, whatever the host's limits")
    func noRoom() {
        let node = HostNode(0, in: world)
        let host = RuntimeHost(
            node.runtime, limits: HostLimits(lease: .seconds(1), wait: .seconds(5)), clock: world.clock,
            executor: world.executor)
        // Keeps the runtime waiting.
        let unread = node.runtime.numberedStates(.bounded(1))
        let (replies, times) = (Record<DeliveryReply>(), Record<Duration>())
        let isDone = world.perform { [world] in
            guard let id = await host.opened() else { return }
            let actions = (1...20).map { Journal.Action.note($0) }
            replies.append(await host.deliver(ActionBatch(session: id, first: 1, actions: actions, limit: .seconds(5))))
            times.append(world.clock.now.offset)
            // The lease begins anew with the reply.
            try? await world.clock.sleep(for: .milliseconds(900))
        }
        #expect(isDone)
        #expect(replies.elements.map(\.status) == [.busy])
        #expect(times.elements == [.milliseconds(500)] && host.sessionCount == 1)
        unread.cancel()
        host.end()
        #expect(world.end(nil, node))
    }

    @Test("ends when another session takes its place: a late call changes nothing")
    func replaced() {
        let node = GaugeHost(in: world)
        let replies = Record<DeliveryReply>()
        #expect(
            world.perform {
                guard let first = await node.host.opened(),
                    case .opened(let second) = await node.host.open(OpenRequest(replacing: first, key: OpenKey()))
                else { return }
                for session in [first, second.session] {
                    let batch = ActionBatch(
                        session: session, first: 1, actions: [Gauge.Action.add(1)], limit: .seconds(1))
                    replies.append(await node.host.deliver(batch))
                }
            })
        #expect(replies.elements.map(\.status) == [.unknownSession, .taken])
        #expect(node.host.sessionCount == 1 && node.host.counters.taken == 1)
        #expect(node.end())
    }

    @Test("states that are asked for one by one start one task that renews it, not many")
    func manyReaders() {
        let (node, session) = world.gauge()
        #expect(world.perform { for _ in 1...50 { _ = try? await session.state } })
        // The host's watch, the limits of the session's calls, and the renewal.
        #expect(world.clock.sleeperCount <= 3)
        #expect(node.end(session))
    }
}

@Suite("Closing a session", .timeLimit(.hang))
struct CloseTests {
    private let world = World()

    @Test("returns when the host has let go of it")
    func closes() {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.add(1)) })
        let counts = Record<Int>()
        let begin = world.clock.now
        #expect(
            world.perform {
                await session.close()
                counts.append(node.host.sessionCount)
                await session.close()
            })
        #expect(counts.elements == [0] && world.clock.now == begin)
        #expect(session.status == .ended)
        #expect(node.end(session))
    }

    @Test("tells the host also of a session that it still has when another one is about to be opened")
    func reconnected() {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.add(1)) })
        session.reconnect(to: node.link())
        #expect(session.status == .idle && node.host.sessionCount == 1)
        #expect(world.perform { await session.close() })
        #expect(node.host.sessionCount == 0)
        #expect(node.end(session))
    }

    @Test("tells nothing to a host that is lost, or has no session", arguments: [true, false])
    func untold(isLost: Bool) {
        let (node, session) = world.gauge()
        if isLost {
            #expect(world.perform { await session.deliver(.add(1)) })
            world.run(for: .milliseconds(500))
            session.hostEnded()
        }
        let calls = node.faults.calls
        #expect(world.perform { await session.close() })
        #expect(node.faults.calls == calls)
        // The host's watch of the session that it still has.
        #expect(world.clock.sleeperCount == (isLost ? 1 : 0))
        #expect(node.end(session))
    }

    @Test("is the last call: one that begins later is not made, and does not wait")
    func lastCall() {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.add(1)) })
        // It never replies.
        let silence = Latch()
        @Sendable func hang<Reply>() async throws -> Reply {
            await silence.wait()
            throw LinkError(description: "silent")
        }
        let link = GaugeLink.nowhere.replacing(
            close: { _ in }, deliver: { _ in try await hang() }, finish: { _, _, _ in try await hang() })
        session.reconnect(to: link)
        session.end()
        #expect(world.result { await session.storage.probe(SessionID(number: 1)) } == false)
        silence.open()
        #expect(node.end(session))
    }

    @Test("does not wait for a host that does not reply, longer than a call may take")
    func silent() throws {
        let (node, session) = try world.journal()
        #expect(world.perform { await session.deliver(.note(1)) })
        world.network.end(0)
        let begin = world.clock.now.offset
        #expect(world.perform { await session.close() })
        #expect(world.clock.now.offset - begin <= world.options.call)
        #expect(world.end(nil, node))
    }
}
