import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

/// What a host replies to single calls, such as come twice, late, or of a session that has ended.
@Suite("The replies of a host", .timeLimit(.hang))
struct HostCallTests {
    private let world = World()

    /// Runs `body` with the host and an open session, and ends both.
    private func session(
        _ limits: HostLimits? = nil, _ body: @escaping @Sendable (JournalHost, SessionID) async throws -> Void
    ) {
        let runtime = Runtime(
            Journal { [clock = world.clock] in try? await clock.sleep(for: .milliseconds(30)) },
            executor: .on(world.executor), clock: world.clock)
        let host = RuntimeHost(runtime, limits: limits ?? world.limits, clock: world.clock, executor: world.executor)
        let isDone = world.perform {
            guard let id = await host.opened() else { return #expect(Bool(false), "The host has room") }
            await #expect(throws: Never.self) { try await body(host, id) }
        }
        #expect(isDone)
        world.end(host, runtime)
    }

    @Test("Room that is asked for again and again is kept for the time of one wait")
    func room() {
        let (clock, wait) = (world.clock, world.limits.wait)
        session { host, id in
            func ask() async -> DeliveryReply.Status {
                await host.deliver(ActionBatch(session: id, first: 1, actions: [], limit: .zero, room: 20)).status
            }
            #expect(await ask() == .taken)
            #expect(host.storage.incoming.used == 20)
            try await clock.sleep(for: wait * 2 / 3)
            #expect(await ask() == .taken)
            #expect(host.storage.incoming.used == 20)
            try await clock.sleep(for: wait * 2 / 3)
            #expect(host.storage.incoming.used == 0)
            // What was given back is asked for anew.
            #expect(await ask() == .taken)
            #expect(host.storage.incoming.used == 20)
        }
    }

    @Test("Room for more bytes than are asked for is kept, and room for fewer is given back")
    func otherRoom() {
        session { host, id in
            func ask(_ bytes: Int) async -> DeliveryReply.Status {
                await host.deliver(ActionBatch(session: id, first: 1, actions: [], limit: .zero, room: bytes)).status
            }
            #expect(await ask(20) == .taken)
            #expect(await ask(10) == .taken)
            #expect(host.storage.incoming.used == 20)
            #expect(await ask(30) == .taken)
            #expect(host.storage.incoming.used == 30)
        }
    }

    @Test("A call that asks for room waits for it, as long as it says")
    func waitForRoom() {
        session { [world] host, id in
            let held = host.storage.incoming.ask(30)
            func ask() async -> DeliveryReply.Status {
                let limit = Duration.milliseconds(100)
                let batch = ActionBatch<Journal.Action>(session: id, first: 1, actions: [], limit: limit, room: 20)
                return await host.deliver(batch).status
            }
            let start = world.clock.now.offset
            #expect(await ask() == .busy)
            #expect(world.clock.now.offset - start == .milliseconds(100))
            held.end()
            #expect(await ask() == .taken)
            #expect(world.clock.now.offset - start == .milliseconds(100))
        }
    }

    @Test("A batch is taken once, from the action that is next, and one that begins behind that is early")
    func deliveries() {
        session { host, id in
            func deliver(_ first: UInt64, _ actions: Journal.Action...) async -> String {
                let batch = ActionBatch(session: id, first: first, actions: actions, limit: .milliseconds(100))
                let reply = await host.deliver(batch)
                #expect(reply.exceptions.isEmpty && reply.refusal == nil)
                return "\(reply.status) \(reply.next)"
            }
            #expect(await deliver(2, .note(2)) == "early 1")
            #expect(await deliver(1, .note(1), .note(2)) == "taken 3")
            #expect(host.counters.taken == 2 && host.counters.repeated == 0)
            #expect(await deliver(1, .note(1), .note(2)) == "taken 3")
            #expect(host.counters.taken == 2 && host.counters.repeated == 2)
            #expect(await deliver(2, .note(2), .note(3)) == "taken 4")
            #expect(host.counters.taken == 3 && host.counters.repeated == 3)
            #expect(await deliver(4) == "taken 4")
            #expect(await deliver(5, .note(5)) == "early 4")
            #expect(host.counters.taken == 3 && host.counters.repeated == 3 && host.counters.unknown == 0)
            host.close(id)
            #expect(await deliver(4, .note(4)) == "unknownSession 0")
            #expect(host.counters.unknown == 1 && host.sessionCount == 0)
            let again = OpenRequest(replacing: id, key: OpenKey(number: 2))
            guard case .opened(let opening) = await host.open(again)
            else { return #expect(Bool(false), "It is not opened again") }
            #expect(opening.previous == OpenReply.Previous(next: 4, exceptions: []))
            #expect(opening.epoch == host.epoch && opening.batchBytes == nil && opening.lease == .seconds(3))
            #expect(host.counters.opened == 2 && host.sessionCount == 1)
        }
    }

    /// Keeps the step of the action 2 open until the test releases it.
    private struct Keeper: Interactor {
        let gate: HeldWork

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            upstream.map { [gate] number in
                if number == 2 { await gate.run() }
                return number
            }.eraseToStream()
        }
    }

    @Test("An action is taken, not to come again, if its session and its runtime end while it is being handled")
    func endsWhileHandled() {
        let (hostExecutor, gate) = (ControlledExecutor(), HeldWork())
        let runtime = Runtime(
            Keeper(gate: gate), mailbox: .suspend(capacity: 1), executor: .on(world.executor), clock: world.clock)
        let host = RuntimeHost(runtime, limits: world.limits, clock: world.clock, executor: hostExecutor)
        let (sessions, replies) = (Record<SessionID>(), Record<DeliveryReply>())
        hostExecutor.task {
            guard let id = await host.opened() else { return }
            sessions.append(id)
            let batch = ActionBatch(session: id, first: 1, actions: [1, 2], limit: .milliseconds(400))
            replies.append(await host.deliver(batch))
        }
        // The second action waits for room, and gets it from the runtime; the host does not learn of that before both have ended.
        hostExecutor.runUntilIdle()
        world.executor.runUntilIdle()
        #expect(gate.waitingCount == 1 && replies.elements.isEmpty)
        runtime.core.cancel()
        for session in sessions.elements { host.close(session) }
        hostExecutor.runUntilIdle()
        #expect(replies.elements.map(\.next) == [3] && host.counters.taken == 2)
        host.end()
        hostExecutor.runUntilIdle()
        world.perform { await runtime.shutdown(.cancel) }
        world.run()
        hostExecutor.runFreely()
        world.executor.runFreely()
    }

    @Test("An event is ahead, under way or over, also after the end of its session")
    func events() {
        session { [world] host, id in
            _ = await host.deliver(
                ActionBatch(session: id, first: 1, actions: [.note(1), .work(2), .work(3)], limit: .zero))
            #expect(await host.finish(1, of: id, within: .zero) == .over(.accepted))
            #expect(host.cancel(1, of: id) == .over(.accepted))
            #expect(await host.finish(4, of: id, within: .zero) == .unknown)
            #expect(host.cancel(4, of: id) == .unknown)
            #expect(await host.finish(2, of: id, within: .zero) == .underWay(.accepted))
            #expect(host.cancel(3, of: id) == .underWay(.effectsCancelled))
            let start = world.clock.now.offset
            #expect(await host.finish(2, of: id, within: .milliseconds(20)) == .underWay(.accepted))
            #expect(world.clock.now.offset - start == .milliseconds(20))
            #expect(await host.finish(2, of: id, within: .seconds(100)) == .over(.accepted))
            #expect(world.clock.now.offset - start == .milliseconds(30))
            #expect(await host.finish(3, of: id, within: .zero) == .over(.effectsCancelled))
            host.close(id)
            #expect(await host.finish(2, of: id, within: .zero) == .over(.accepted))
            #expect(host.counters.unknown == 0)
            #expect(host.cancel(1, of: SessionID(number: 9)) == .unknown && host.counters.unknown == 1)
        }
    }

    @Test("A call waits no longer than the host allows")
    func longestWait() {
        session { [world] host, id in
            _ = await host.deliver(ActionBatch(session: id, first: 1, actions: [.work(1)], limit: .zero))
            guard case .states(let states, _) = await host.states(of: id, within: .seconds(9))
            else { return #expect(Bool(false), "There is no state") }
            let start = world.clock.now.offset
            let reply = await host.states(of: id, after: states.last?.number, within: .seconds(9))
            #expect(world.clock.now.offset - start == .milliseconds(30))
            guard case .states(let later, false) = reply, let last = later.last
            else { return #expect(Bool(false), "\(reply)") }
            #expect(later.count == 1 && last.state.done == [1])
            guard case .states(let empty, false) = await host.states(of: id, after: last.number, within: .seconds(9))
            else { return #expect(Bool(false), "It does not return") }
            #expect(empty.isEmpty && world.clock.now.offset - start == .milliseconds(430))
        }
    }

    @Test("A reader gets what its policy keeps, as many as it asks for and the host allows, until it is unsubscribed")
    func states() {
        session { host, id in
            let texts = Record<String>()
            func ask(_ reader: UInt64, after: UInt64?, _ policy: SubscriptionPolicy, count: Int) async -> UInt64? {
                switch await host.states(of: id, reader: reader, after: after, policy, count: count) {
                case .states(let states, let isGap):
                    let entries = states.map { "\($0.state.entries.count)" }.joined(separator: " ")
                    texts.append("\(reader): \(entries)\(isGap ? " gap" : "")")
                    return states.last?.number
                case let reply: texts.append("\(reader): \(reply)")
                }
                return nil
            }
            let policies: [SubscriptionPolicy] = [
                .latest, .droppingOldest(2), .droppingOldest(100), .unbounded, .droppingOldest(0),
            ]
            var numbers: [UInt64?] = []
            for (index, policy) in policies.enumerated() {
                numbers.append(await ask(UInt64(index + 1), after: nil, policy, count: 0))
            }
            #expect(texts.elements == ["1: 0", "2: 0", "3: 0", "4: 0", "5: 0"])
            // A reply that was lost comes again.
            _ = await ask(2, after: nil, policies[1], count: 5)
            #expect(texts.elements.last == "2: 0")
            let actions = (1...12).map { Journal.Action.note($0) }
            _ = await host.deliver(ActionBatch(session: id, first: 1, actions: actions, limit: .milliseconds(400)))
            for (index, policy) in policies.enumerated() {
                numbers[index] = await ask(UInt64(index + 1), after: numbers[index], policy, count: 100)
            }
            let twelve = ["1: 12", "2: 11 12", "3: 5 6 7 8 9 10 11 12", "4: 5 6 7 8 9 10 11 12", "5: 12"]
            #expect(texts.elements.suffix(5) == twelve)
            #expect(host.counters.states == 6 + 20 && host.counters.taken == 12)
            host.unsubscribe(2, of: id)
            _ = await ask(2, after: numbers[1], policies[1], count: 1)
            host.unsubscribe(7, of: id)
            _ = await ask(7, after: nil, .latest, count: 1)
            _ = await ask(6, after: nil, .latest, count: 1)
            _ = await ask(8, after: nil, .latest, count: 1)
            _ = await ask(1, after: 0, .latest, count: 1)
            // A number that was unsubscribed, and one below such a number, is no new reader.
            let last = ["2: unknownReader", "7: unknownReader", "6: unknownReader", "8: 12", "1: overtaken"]
            #expect(texts.elements.suffix(5) == last)
        }
    }

    /// Whether the host knows this reader of the session.
    private static func isKnown(_ reader: UInt64, to host: JournalHost, _ id: SessionID) async -> Bool {
        if case .states = await host.states(of: id, reader: reader) { true } else { false }
    }

    @Test("A reader that was silent for a lease gives its place to a new one, the one that was silent longest first")
    func readers() {
        var limits = world.limits
        limits.readers = 2
        session(limits) { [world] host, id in
            func isKnown(_ reader: UInt64) async -> Bool { await Self.isKnown(reader, to: host, id) }
            func wait(_ milliseconds: Int) async { try? await world.clock.sleep(for: .milliseconds(milliseconds)) }
            #expect(await isKnown(1))
            await wait(1_000)
            #expect(await isKnown(2))
            #expect(await !isKnown(3))
            await wait(1_999)
            #expect(await !isKnown(3))
            await wait(1)
            // Now it is three seconds for the first one.
            #expect(await isKnown(3))
            #expect(await !isKnown(1))
            #expect(await !isKnown(4))
            await wait(1_000)
            #expect(await isKnown(4))
            #expect(await !isKnown(2))
            #expect(await isKnown(3))
            host.unsubscribe(3, of: id)
            #expect(await isKnown(5))
            #expect(await !isKnown(6))
            await wait(2_000)
            #expect(await isKnown(5))
            await wait(1_000)
            // It has its place already, so the fourth, silent for a lease, keeps its own.
            #expect(await isKnown(5))
            #expect(await isKnown(4))
            await wait(2_000)
            _ = host.cancel(9, of: id)
            await wait(1_000)
            // Each has been asked more than once.
            #expect(await isKnown(7))
        }
    }

    @Test("The number of a reader that gave its place up makes no new one, although there is room")
    func readerNumbers() {
        var limits = world.limits
        limits.readers = 2
        session(limits) { [world] host, id in
            func isKnown(_ reader: UInt64) async -> Bool { await Self.isKnown(reader, to: host, id) }
            #expect(await isKnown(1))
            #expect(await isKnown(2))
            try await world.clock.sleep(for: .seconds(1))
            #expect(await isKnown(1))
            try await world.clock.sleep(for: .seconds(2))
            // Takes the place of the second one.
            #expect(await isKnown(3))
            host.unsubscribe(1, of: id)
            #expect(await !isKnown(2))
            #expect(await isKnown(4))
        }
    }

    @Test("A session without calls ends with its lease, and each call renews it")
    func lease() {
        session { [world] host, id in
            func wait(_ milliseconds: Int) async { try? await world.clock.sleep(for: .milliseconds(milliseconds)) }
            let calls: [@Sendable () async -> Void] = [
                { _ = await host.finish(9, of: id, within: .zero) }, { _ = host.cancel(9, of: id) },
                { host.unsubscribe(9, of: id) },
                { _ = await host.deliver(ActionBatch(session: id, first: 9, actions: [.note(1)], limit: .zero)) },
            ]
            for call in calls {
                await wait(2_999)
                #expect(host.sessionCount == 1)
                await call()
            }
            await wait(2_999)
            #expect(host.sessionCount == 1 && host.counters.expired == 0)
            await wait(1)
            // The host's task looks when the lease is over.
            await Task.yield()
            #expect(host.counters.unknown == 0)
            host.unsubscribe(9, of: id)
            #expect(host.counters.unknown == 1 && host.sessionCount == 0 && host.counters.expired == 1)
        }
    }

    @Test("A session that has ended keeps no action that is over")
    func overAtTheEnd() {
        let node = GaugeHost(in: world)
        let session = HostSession(HostedRuntime(runtime: node.runtime), world.limits)
        let event = node.runtime.send(.measure(1))
        session.take(event)
        world.executor.runUntilIdle()
        event.cancel()
        world.executor.runUntilIdle()
        #expect(event.isOver && session.withEvents { $0.underWayCount } == 1)
        session.end()
        #expect(session.withEvents { $0.underWayCount } == 0)
        node.end()
    }
}
