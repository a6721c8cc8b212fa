import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("A hosted group", .timeLimit(.hang))
struct GroupHostTests {
    private let cluster: Cluster
    private let node: ClusterNode
    private var world: World { cluster.world }

    init() {
        cluster = Cluster(sessions: 2)
        node = ClusterNode(1, in: cluster)
        node.open(in: cluster, isPlaced: false)
    }

    private func perform(_ body: @escaping @Sendable () async -> Void) {
        let isOver = world.perform(body)
        #expect(isOver)
    }

    @Test("gives up the place of a call that is cancelled while the group is full")
    func cancelledInLine() {
        let (executor, clock, saving) = (ControlledExecutor(), TestClock(), HeldWork())
        let group = SumGroup(
            atMost: 1, then: .passivateLongestUnused, clock: clock, executor: executor,
            save: { _, _ in await saving.run() }, make: { _ in sum(on: executor) })
        let host = GroupHost(group, clock: clock, executor: executor)
        executor.start { _ = try? await group.send(1, to: "a") }
        let attempt = executor.start { _ = await host.storage.open("b", OpenRequest(replacing: nil, key: OpenKey())) }
        #expect(host.storage.keysInUse == ["b"] && saving.waitingCount == 1)
        attempt.cancel()
        executor.runUntilIdle()
        #expect(host.storage.keysInUse == [])
        saving.release()
        executor.runUntilIdle()
        #expect(group.count == 0)
        host.end()
        executor.runFreely()
        #expect(cluster.end([], [node]))
    }

    @Test("is used by a session of a node that has only heard of it, while the directory does not name it")
    func heardOf() throws {
        let (executor, clock) = (ControlledExecutor(), TestClock())
        let group = SumGroup(clock: clock, executor: executor) { _ in sum(on: executor) }
        let host = GroupHost(group, clock: clock, executor: executor)
        let link = GroupLink(host)
        let directory = SumDirectory { _ in link }
        let placement = Placement(directory, clock: clock, executor: executor)
        directory.see.yield(["a"])
        executor.runUntilIdle()
        placement.heard(of: "b")
        let key = try #require((0..<100).map { "key \($0)" }.first { placement.node(for: $0) == "b" })
        let absence = placement.absence(of: "b")
        let session = RemoteSession(resolving: key, in: placement, clock: clock, executor: executor)
        let outcomes = Record<RemoteOutcome>()
        executor.start { outcomes.append(await session.deliver(1).outcome) }
        for _ in 0..<10 where outcomes.elements.isEmpty {
            clock.advance(by: .milliseconds(100))
            executor.runUntilIdle()
        }
        #expect(outcomes.elements == [.decided(.accepted)] && !absence.isOpen)
        placement.leaves("b")
        #expect(absence.isOpen && placement.node(for: key) == "a")
        session.end()
        host.end()
        directory.see.finish()
        executor.start { _ = await group.shutdown(.cancel, within: .seconds(1)) }
        executor.runFreely()
        #expect(cluster.end([], [node]))
    }

    @Test("does not release a key while its runtime is made for a call that was cancelled")
    func cancelledAttempt() {
        let (executor, clock, hold) = (ControlledExecutor(), TestClock(), Latch())
        let directory = SumDirectory()
        let placement = Placement(directory, clock: clock, executor: executor)
        let group = SumGroup(clock: clock, executor: executor) { _ in
            await hold.wait()
            return sum(on: executor)
        }
        let host = GroupHost(group, on: "a", in: placement, clock: clock, executor: executor)
        directory.see.yield(["a"])
        executor.runUntilIdle()
        let attempt = executor.start { _ = await host.storage.open("k", OpenRequest(replacing: nil, key: OpenKey())) }
        attempt.cancel()
        executor.runUntilIdle()
        directory.see.yield(["b"])
        executor.runUntilIdle()
        let replies = Record<ReleaseReply>()
        executor.start {
            // Not for itself.
            replies.append(await host.storage.release("k", for: "a", within: .zero))
            replies.append(await host.storage.release("k", for: "b", within: .zero))
        }
        executor.start { replies.append(await host.storage.release("k", for: "b", within: .seconds(1))) }
        #expect(replies.elements == [.refused, .busy])
        hold.open()
        executor.runUntilIdle()
        #expect(replies.elements.last == .released(rivals: []) && group.count == 0)
        host.end()
        executor.runFreely()
        #expect(cluster.end([], [node]))
    }

    @Test("lets a call go that is cancelled while it waits for the release of its key")
    func cancelledDuringRelease() {
        let (executor, clock, saving) = (ControlledExecutor(), TestClock(), HeldWork())
        let directory = SumDirectory()
        let placement = Placement(directory, clock: clock, executor: executor)
        let group = SumGroup(
            clock: clock, executor: executor, save: { _, _ in await saving.run() }, make: { _ in sum(on: executor) })
        let host = GroupHost(group, on: "a", in: placement, clock: clock, executor: executor)
        directory.see.yield(["a"])
        executor.start { _ = try? await group.send(1, to: "k") }
        // The key moves away and comes back while its state is saved.
        for view in [["b"], ["a"]] as [Set<String>] {
            directory.see.yield(view)
            executor.runUntilIdle()
        }
        #expect(saving.waitingCount == 1 && host.storage.keysInUse == ["k"])
        let replies = Record<OpenReply>()
        let attempt = executor.start {
            replies.append(await host.storage.open("k", OpenRequest(replacing: nil, key: OpenKey())))
        }
        #expect(replies.elements.isEmpty)
        attempt.cancel()
        executor.run(atMost: 20)
        #expect(replies.elements == [.moved(nil, leaving: nil)] && saving.waitingCount == 1)
        saving.release()
        executor.runUntilIdle()
        #expect(group.count == 0 && host.storage.keysInUse == [])
        host.end()
        executor.runFreely()
        #expect(cluster.end([], [node]))
    }

    @Test("keeps the runtime of a key as long as a session reads its states, and then saves it")
    func reading() throws {
        let session = try cluster.session("Anna", with: node, from: 9)
        let seen = Record<[Int]>()
        let reading = world.executor.task {
            for await state in session.states(.bounded(4)) { seen.append(state.entries) }
        }
        perform { await session.deliver(.note(1)).finish() }
        world.run(atMost: .seconds(60))
        #expect(node.group.count == 1 && cluster.ledger.saves == 0)
        perform { await session.deliver(.note(2)).finish() }
        reading.cancel()
        // The lease of the session, and the group's idle time.
        world.run(atMost: .seconds(75))
        #expect(node.group.count == 0)
        #expect(cluster.ledger.state(of: "Anna")?.entries == [1, 2])
        #expect(seen.elements.last == [1, 2])
        #expect(cluster.makes.elements == ["Anna"])
        #expect(cluster.end([session], [node]))
    }

    @Test("makes the runtime again for an action that comes after its passivation, with its state")
    func again() throws {
        let session = try cluster.session("Anna", with: node, from: 9)
        perform { await session.deliver(.note(1)).finish() }
        world.run(atMost: .seconds(20))
        #expect(node.group.count == 0 && node.host.counters.expired == 1)
        #expect(node.host.storage.keysInUse == [])
        #expect(world.result { await session.deliver(.note(2)).outcome } == .decided(.accepted))
        #expect(cluster.makes.elements == ["Anna", "Anna"])
        #expect(world.state(of: session)?.entries == [1, 2])
        #expect(cluster.end([session], [node]))
    }

    @Test("leads clients to the next runtime of a key that the group has ended under them", arguments: [1, 2, 3])
    func ended(seed: UInt64) throws {
        let session = try cluster.session("Anna", with: node, from: 9)
        let (seen, outcomes) = (world.read(session), Record<RemoteOutcome>())
        world.executor.task { for number in 1...40 { outcomes.append(await session.deliver(.note(number)).outcome) } }
        var dice = SplitMix(seed: seed)
        for _ in 1...3 {
            let count = min(39, outcomes.elements.count + Int.random(in: 1...6, using: &dice))
            world.run { outcomes.elements.count >= count }
            perform { [node] in await node.group.end("Anna") }
        }
        #expect(world.run { seen.elements.last?.state.entries.count == 40 })
        #expect(outcomes.elements == Array(repeating: .decided(.accepted), count: 40))
        #expect(seen.elements.last?.state.entries == Array(1...40))
        #expect(cluster.makes.elements.count >= 4)
        for (last, next) in zip(seen.elements, seen.elements.dropFirst()) {
            #expect(last.epoch == next.epoch ? next.number > last.number : next.isGap)
        }
        #expect(cluster.ledger.refused == 0 && cluster.ledger.overlaps.isEmpty)
        #expect(cluster.end([session], [node]))
    }

    @Test("serves keys apart, and remembers what a session that ran out had come to")
    func keys() throws {
        let keys = ["Anna", "Bert"]
        let sessions = try keys.map { try cluster.session($0, with: node, from: 9) }
        perform {
            for number in 1...10 { for session in sessions { await session.enqueue(.note(number)) } }
            for session in sessions { await session.deliver(.note(11)).finish() }
        }
        #expect(Set(node.group.keys) == ["Anna", "Bert"])
        world.run(atMost: .seconds(20))
        for key in keys { #expect(cluster.ledger.state(of: key)?.entries == Array(1...11)) }
        #expect(node.fence.count == 0)
        #expect(cluster.end(sessions, [node]))
    }

    @Test("makes no runtime for a session that it has no room for")
    func full() throws {
        let sessions = try ["Anna", "Bert", "Carl"].map { try cluster.session($0, with: node, from: 9) }
        perform { for session in sessions.prefix(2) { await session.deliver(.note(1)) } }
        let outcome = Record<RemoteOutcome>()
        world.executor.task { outcome.append(await sessions[2].deliver(.note(1)).outcome) }
        world.run(atMost: .seconds(2))
        #expect(outcome.elements.isEmpty && cluster.makes.elements == ["Anna", "Bert"])
        // The others' leases run out.
        #expect(world.run { outcome.elements == [.decided(.accepted)] })
        #expect(cluster.end(sessions, [node]))
    }

    @Test("lets a client wait while the group has no place for its key, and reports that once")
    func fullGroup() {
        let (executor, clock, reports) = (world.executor, world.clock, Record<Diagnostic>())
        let group = Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            SumGroup(atMost: 1, clock: clock, executor: executor) { _ in sum(on: executor) }
        }
        let (events, outcomes) = (Record<HostEvent>(), Record<RemoteOutcome>())
        let host = GroupHost(group, limits: world.limits, clock: clock, executor: executor) { events.append($0) }
        perform { _ = try? await group.send(1, to: "a") }
        let session = world.session(GroupLink(host).runtime(of: "b"))
        executor.task { outcomes.append(await session.deliver(1).outcome) }
        world.run(atMost: .seconds(5))
        #expect(outcomes.elements.isEmpty && session.status != .lost)
        #expect(reports.elements.map(\.kind) == [.groupFull])
        #expect(events.elements.count > 1 && events.elements.allSatisfy { $0 == .refused })
        #expect(host.storage.keysInUse == [])
        perform { await group.end("a") }
        #expect(world.run { outcomes.elements == [.decided(.accepted)] })
        session.end()
        host.end()
        perform { await group.shutdown(.cancel, within: .seconds(1)) }
        #expect(cluster.end([], [node]))
    }

    @Test("tells why a runtime cannot be made, and is asked again")
    func throwing() throws {
        let events = Record<SessionEvent>()
        let session = try cluster.session("Anna", with: node, from: 9) { events.append($0) }
        cluster.makeError.withLock { $0 = HostileError(description: "no such customer") }
        #expect(world.result { await session.deliver(.note(1)).outcome } == .decided(.accepted))
        #expect(events.elements.contains(.failing("no such customer")))
        #expect(node.host.sessionCount == 1)
        let host = node.host
        #expect(cluster.end([session], [node]) && host.storage.keysInUse == [])
    }

    @Test("waits for no client any longer when it is ended while it leaves")
    func endsWhileLeaving() throws {
        let session = try cluster.session("Anna", with: node, from: 9)
        perform { await session.deliver(.note(1)).finish() }
        let (host, reports) = (node.host, Record<Bool>())
        world.executor.start { reports.append(await host.leave(within: .seconds(5)).isComplete) }
        #expect(reports.elements.isEmpty)
        host.end()
        world.executor.runUntilIdle()
        #expect(reports.elements == [true])
        #expect(cluster.end([session], [node]))
    }

    @Test("with a coding keeps the states of its keys apart, and lets go of a key with its last session")
    func coding() {
        let (executor, clock) = (world.executor, world.clock)
        let group = SumGroup(clock: clock, executor: executor) { _ in sum(on: executor) }
        let host = GroupHost(group, coding: TestCoding(), limits: world.limits, clock: clock, executor: executor)
        let (texts, keys) = (Record<[String]>(), Record<[String]>())
        perform {
            var sessions: [SessionID] = []
            for (key, number) in [("a", 1), ("b", 2)] {
                let reply = await host.storage.open(key, OpenRequest(UInt64(number)))
                guard case .opened(let opening) = reply else { return }
                let id = opening.session
                sessions.append(id)
                let calls = host.storage.host
                _ = await calls.deliver(ActionBatch(session: id, first: 1, actions: [number], limit: .zero))
                _ = await calls.finish(1, of: id, within: .seconds(1))
                let states = StatesRequest(session: id, reader: 1, after: nil, policy: .latest, count: 1, limit: .zero)
                if case .encoded(let encodings, _, _) = await calls.states(states) { texts.append(encodings) }
            }
            for id in sessions {
                keys.append(host.storage.keysInUse.sorted())
                host.storage.host.letGo(id)
            }
            keys.append(host.storage.keysInUse)
        }
        #expect(texts.elements == [["1"], ["2"]] && keys.elements == [["a", "b"], ["b"], []])
        host.end()
        perform { _ = await group.shutdown(.cancel, within: .seconds(1)) }
        #expect(cluster.end([], [node]))
    }

    @Test("says that it has ended when the group has been shut down")
    func shutDown() throws {
        let session = try cluster.session("Anna", with: node, from: 9)
        perform { await session.deliver(.note(1)) }
        let group = node.group
        perform { await group.shutdown(within: .seconds(1)) }
        #expect(cluster.ledger.state(of: "Anna")?.entries == [1])
        #expect(world.result { await session.deliver(.note(2)).outcome } == .undecided)
        #expect(session.status == .lost)
        #expect(cluster.end([session], [node]))
    }
}
