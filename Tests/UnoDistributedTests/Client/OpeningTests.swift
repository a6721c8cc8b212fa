import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("Opening a session", .timeLimit(.hang))
struct OpeningTests {
    private let world = World()
    /// A host for one client.
    private let single = HostLimits(lease: .seconds(3), wait: .milliseconds(400), sessions: 1)

    @Test("a lost reply does not keep the client out", arguments: [1, 5])
    func lostReply(losses: Int) {
        let (node, session) = world.gauge(limits: single)
        node.faults.loseReply(to: .open, times: losses)
        #expect(world.result { await session.deliver(.add(1)).outcome } == .decided(.accepted))
        #expect(world.clock.now.offset < .seconds(1))
        #expect(node.host.sessionCount == 1 && node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test(
        "nor is what was under way in the session before then unknown, also if a session that the client did not learn of expires",
        arguments: [false, true])
    func lostReplyAfterExpiry(isLong: Bool) {
        let (node, session) = world.gauge(limits: single)
        #expect(world.perform { await session.deliver(.add(1)) })
        node.faults.fail(.deliver, times: .max)
        let task = session.send(.add(2))
        world.run(atMost: .seconds(5)) { node.host.sessionCount == 0 }
        node.faults.fail(.deliver, times: 0)
        node.faults.loseReply(to: .open, times: 2)
        if isLong {
            world.run(atMost: .seconds(10)) { node.host.sessionCount == 1 }
            node.faults.fail(.open, times: .max)
            world.run(atMost: .seconds(10)) { node.host.sessionCount == 0 }
            node.faults.fail(.open, times: 0)
        }
        let (begin, expired) = (world.clock.now.offset, isLong ? 2 : 1)
        world.run(atMost: .seconds(60)) { task.outcome != .undecided }
        #expect(task.outcome == .decided(.accepted))
        #expect(world.clock.now.offset - begin < .seconds(3))
        #expect(node.host.counters.opened == expired + 1 && node.host.counters.expired == expired)
        // The next session has a key of its own.
        world.run(for: .seconds(5))
        #expect(world.perform { await session.deliver(.add(3)) })
        #expect(node.host.counters.opened == expired + 2 && node.host.counters.taken == 3)
        #expect(node.end(session))
    }

    @Test("a session whose opening was under way when the same host was reconnected to is found again")
    func reconnected() {
        let (node, session) = world.gauge(limits: single)
        node.faults.loseReply(to: .open, times: 1)
        let task = session.send(.add(1))
        world.executor.runUntilIdle()
        #expect(node.host.sessionCount == 1 && task.outcome == .undecided)
        session.reconnect(to: node.link())
        world.run(atMost: .seconds(1)) { task.outcome != .undecided }
        #expect(task.outcome == .decided(.accepted))
        #expect(node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test("the attempts of one opening have one key, and those of the next another")
    func keys() {
        let node = GaugeHost(in: world, limits: single)
        let keys = Record<OpenKey>()
        let link: GaugeLink = node.link()
        let session = world.session(
            link.opening { request in
                keys.append(request.key)
                return try await link.open(request)
            })
        for _ in 1...2 {
            node.faults.fail(.open, times: 1)
            node.faults.loseReply(to: .open, times: 1)
            #expect(world.perform { await session.deliver(.add(1)) })
            // Until the lease is over.
            world.run()
        }
        #expect(keys.elements.count == 6)
        #expect(Set(keys.elements[..<3]).count == 1 && Set(keys.elements[3...]).count == 1)
        #expect(keys.elements.first != keys.elements.last)
        #expect(node.end(session))
    }

    @Test("attempts that changes overtake are repeated at once, and after eight of them with pauses")
    func overtaken() {
        let node = GaugeHost(in: world)
        let (times, place) = (Record<Duration>(), Slot<GaugeSession>())
        let link: GaugeLink = node.link()
        let session = world.session(
            link.opening { [clock = world.clock] request in
                times.append(clock.now.offset)
                // The same host is reconnected to while the call is under way.
                if times.elements.count <= 10, let session = place.value { session.reconnect(to: session.storage.link) }
                return try await link.open(request)
            })
        place.value = session
        #expect(world.perform { await session.deliver(.add(1)) })
        place.value = nil
        let expected = Array(repeating: 0, count: 8) + [20, 60, 140]
        #expect(times.elements == expected.map { .milliseconds($0) })
        #expect(node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test("an opening ends with the task that has begun it, and the next use begins another one")
    func cancelled() {
        let node = GaugeHost(in: world)
        let isSilent = Slot<Bool>()
        isSilent.value = true
        let link: GaugeLink = node.link()
        let session = world.session(
            link.opening { request in
                if isSilent.value == true { await Latch().wait() }
                return try await link.open(request)
            })
        let asking = world.executor.start { _ = try? await session.state }
        #expect(session.status == .opening)
        isSilent.value = false
        asking.cancel()
        world.executor.runUntilIdle()
        #expect(session.status == .idle)
        #expect(world.perform { await session.deliver(.add(1)) })
        #expect(session.status == .open && node.host.counters.taken == 1)
        #expect(node.end(session))
    }

    @Test("attempts with one key share a session, and each is told what the one before had come to")
    func attempts() {
        let node = GaugeHost(in: world, limits: single)
        let replies = Record<OpenReply>()
        func open(_ request: OpenRequest) { world.executor.task { replies.append(await node.host.open(request)) } }
        open(OpenRequest(1))
        world.executor.runUntilIdle()
        guard case .opened(let first) = replies.elements.first else { return #expect(Bool(false), "the host has room") }
        world.executor.start {
            _ = await node.host.deliver(
                ActionBatch(session: first.session, first: 1, actions: [.add(1)], limit: .seconds(1)))
        }
        for _ in 1...3 { open(OpenRequest(replacing: first.session, key: OpenKey(number: 2))) }
        world.executor.runUntilIdle()
        let later = replies.elements.dropFirst()
        guard case .opened(let second) = later.first else { return #expect(Bool(false), "the host has room") }
        #expect(second.session != first.session && second.previous == .init(next: 2, exceptions: []))
        #expect(Array(later) == Array(repeating: .opened(second), count: 3))
        #expect(node.host.counters.opened == 2 && node.host.sessionCount == 1)
        // Another client.
        open(OpenRequest(3))
        world.executor.runUntilIdle()
        #expect(replies.elements.last == .full)
        #expect(node.end())
    }
}
