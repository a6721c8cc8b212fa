import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("A session with a remote runtime", .timeLimit(.hang))
struct SessionTests {
    private let world = World()

    @Test("delivers in order, a batch at a time, and sees every state")
    func delivers() throws {
        let (node, session) = try world.journal()
        let seen = Record<SeenState>()
        world.executor.task {
            for await state in session.numberedStates(.bounded(4)) {
                seen.append(state)
                if state.state.entries.count == 20 { break }
            }
        }
        world.run { seen.elements.count == 1 }
        #expect(world.perform { for number in 1...20 { await session.enqueue(.note(number)) } })
        #expect(world.run { seen.elements.last?.state.entries.count == 20 })
        #expect(seen.elements.map(\.state.entries.count) == Array(0...20))
        #expect(seen.elements.allSatisfy { !$0.isGap })
        #expect(node.host.counters.taken == 20)
        #expect(world.end(session, node))
    }

    @Test("a delivered action is decided; finish waits for its effects; cancel ends them")
    func events() throws {
        let (node, session) = try world.journal()
        let ends = Record<String>()
        #expect(
            world.perform {
                let event = await session.deliver(.work(1))
                ends.append("\(event.outcome)")
                ends.append("\(await event.finish()) \((try? await session.state?.done) ?? [])")
                let other = await session.deliver(.work(2))
                other.cancel()
                ends.append("\(await other.finish()) \(other.outcome) \((try? await session.state?.done) ?? [])")
            })
        #expect(
            ends.elements == [
                "decided(UnoArchitecture.SendOutcome.accepted)", "true [1]",
                "true decided(UnoArchitecture.SendOutcome.effectsCancelled) [1]",
            ])
        #expect(world.end(session, node))
    }

    @Test("a full queue rejects what cannot wait, and takes back what is cancelled while it waits")
    func queue() throws {
        let (node, session) = try world.journal()
        let events = (1...10).map { session.send(.note($0)) }
        #expect(events.map(\.outcome).filter { $0 == .decided(.rejected(.mailboxFull)) }.count == 2)
        events[3].cancel()
        #expect(events[3].outcome == .decided(.cancelled))
        world.run { events[7].outcome != .undecided }
        #expect(world.perform { for event in events { _ = await event.decision() } })
        #expect(world.result { await node.runtime.state?.entries ?? [] } == [1, 2, 3, 5, 6, 7, 8])
        #expect(world.end(session, node))
    }

    @Test("an action that is taken back gives its room to one that waits")
    func takenBack() {
        let (node, session) = world.gauge()
        // Nothing leaves the queue of eight.
        node.faults.fail(.open, times: .max)
        let queued = (1...8).map { session.send(.add(Double($0))) }
        let entered = Record<RemoteOutcome>()
        world.executor.start { entered.append(await session.enqueue(.add(9)).outcome) }
        #expect(entered.elements.isEmpty)
        queued[3].cancel()
        world.executor.runUntilIdle()
        #expect(entered.elements == [.undecided])
        #expect(node.end(session))
    }

    @Test("when the host is lost, what was under way is unknown at once, and the rest goes to the next host")
    func loses() throws {
        let (first, second) = (HostNode(0, in: world), HostNode(10, in: world))
        let session = try world.session(1, with: first)
        #expect(world.perform { await session.deliver(.note(1)) })
        world.network.end(0)
        let events = (2...6).map { session.send(.note($0)) }
        world.executor.runUntilIdle()
        let before = world.clock.now
        session.hostEnded()
        #expect(events.map(\.outcome) == Array(repeating: .unknown, count: 4) + [.undecided])
        #expect(world.clock.now == before)
        session.reconnect(to: try RemoteJournal.resolve(id: second.remote.id, using: world.network.node(2)))
        world.run { events[4].outcome != .undecided }
        #expect(events[4].outcome == .decided(.accepted))
        #expect(world.end(session, first, second))
    }

    @Test("a stream goes on with the next host, and tells that states may be missing")
    func resumes() throws {
        let (first, second) = (HostNode(0, in: world), HostNode(10, in: world))
        let session = try world.session(1, with: first)
        let seen = world.read(session)
        world.run { seen.elements.count == 1 }
        session.hostEnded()
        // Its number is the next one by chance.
        #expect(world.perform { await second.runtime.deliver(.note(1)) })
        session.reconnect(to: try RemoteJournal.resolve(id: second.remote.id, using: world.network.node(2)))
        world.run { seen.elements.count == 2 }
        #expect(seen.elements.map(\.isGap) == [false, true])
        #expect(seen.elements.map(\.epoch) == [first.host.epoch, second.host.epoch])
        #expect(world.end(session, first, second))
    }

    @Test("a stream takes no state twice, and tells of numbers that are missing, whatever the host says")
    func confusedHost() {
        let node = GaugeHost(in: world)
        let link: GaugeLink = node.link()
        let replies = Locked<[[UInt64]]>([[4, 5], [5, 6], [6], [8], [2, 9]])
        let session = world.session(
            link.replacing(states: { _ in
                let numbers = replies.withLock { replies -> [UInt64]? in replies.isEmpty ? nil : replies.removeFirst() }
                guard let numbers else { return .end(.finished) }
                return .states(numbers.map { NumberedState(number: $0, state: Gauge.DomainState()) }, isGap: false)
            }))
        let seen = world.read(session)
        world.run(atMost: .seconds(1))
        #expect(seen.elements.map(\.number) == [4, 5, 6, 8, 9])
        #expect(seen.elements.map(\.isGap) == [false, false, false, true, false])
        #expect(node.end(session))
    }

    @Test("a reader that has ended gives no state, not even one that came with the last")
    func endedReader() {
        let (node, session) = world.gauge()
        let reader = RemoteReader(session.storage, .bounded(4))
        let seen = Record<[Double]?>()
        func read() { world.perform { seen.append(await reader.next()?.state.values) } }
        read()
        for number in 1...2 { node.runtime.send(.add(Double(number))) }
        world.executor.runUntilIdle()
        read()
        reader.cancel()
        read()
        #expect(seen.elements == [[], [1], nil])
        #expect(node.end(session))
    }

    @Test("what the host has taken is decided, although it has no room for the rest")
    func lacksRoom() {
        let node = GaugeHost(in: world)
        let link: GaugeLink = node.link()
        let gate = Latch()
        let session = world.session(
            link.replacing(deliver: { batch in
                if batch.room != nil {
                    await gate.wait()
                    return DeliveryReply(status: .taken, next: 2, exceptions: [], refusal: nil)
                }
                if gate.isOpen { return try await link.deliver(batch) }
                if batch.first == 1 {
                    let first = ActionBatch(
                        session: batch.session, first: 1, actions: [batch.actions[0]], limit: batch.limit)
                    _ = try await link.deliver(first)
                }
                return DeliveryReply(status: .busy, next: 2, exceptions: [], refusal: nil, lacksRoom: true)
            }))
        let tasks = (1...3).map { session.send(.add(Double($0))) }
        world.executor.runUntilIdle()
        #expect(tasks.map(\.outcome) == [.decided(.accepted), .undecided, .undecided])
        gate.open()
        world.run(atMost: .seconds(1)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) } && node.host.counters.taken == 3)
        #expect(node.end(session))
    }

    /// The streams of a session's states.
    enum Kind: CaseIterable, Sendable { case states, numbered, remote }

    @Test(
        "two tasks that read one stream of a lost host both end when one of them is cancelled",
        arguments: Kind.allCases)
    func sharedStream(kind: Kind) throws {
        let (node, session) = try world.journal()
        session.hostEnded()
        let (states, numbered) = (session.states(), session.numberedStates())
        let (actions, source) = AsyncStream.makeStream(of: Journal.Action.self)
        let remote = Interactors.Remote(session).interact(actions)
        let ends = Record<Int>()
        let readers = (1...2).map { number in
            world.executor.task {
                switch kind {
                case .states: for await _ in states {}
                case .numbered: for await _ in numbered {}
                case .remote: for await _ in remote {}
                }
                ends.append(number)
            }
        }
        world.executor.runUntilIdle()
        #expect(ends.elements == [])
        readers[1].cancel()
        world.executor.runUntilIdle()
        #expect(ends.elements.sorted() == [1, 2])
        source.finish()
        #expect(world.end(session, node))
    }

    @Test("without a word from the host the session gives it up after its patience")
    func patience() throws {
        let (node, session) = try world.journal()
        world.network.end(0)
        let event = session.send(.note(1))
        world.run(atMost: .seconds(60)) { session.status == .lost }
        #expect(session.status == .lost)
        // It was never delivered, because no session was open: so it waits for a host.
        #expect(event.outcome == .undecided)
        #expect(world.end(session, node))
        #expect(event.outcome == .decided(.cancelled))
    }

    @Test("states after the end of the runtime, and of the session, finish")
    func finishes() throws {
        let (node, session) = try world.journal()
        let (begun, counts) = (Record<Void>(), Record<Int>())
        for _ in 1...2 {
            world.executor.task {
                var count = 0
                for await _ in session.states(.bounded(2)) {
                    count += 1
                    if count == 1 { begun.append() }
                }
                counts.append(count)
            }
        }
        world.run { begun.elements.count == 2 }
        #expect(world.perform { await session.deliver(.note(1)) })
        #expect(world.perform { await node.runtime.shutdown(.drain) })
        world.run { counts.elements.count == 2 }
        #expect(counts.elements == [2, 2])
        #expect(world.end(session, node))
        #expect(session.send(.note(2)).outcome == .decided(.rejected(.shutDown)))
    }

    @Test("every wait ends when its task is cancelled, also while the host is lost")
    func cancels() throws {
        let (node, session) = try world.journal()
        session.hostEnded()
        let ends = Record<String>()
        let tasks = [
            world.executor.task { ends.append("deliver \(await session.deliver(.note(1)).outcome)") },
            world.executor.task { ends.append("state \(String(describing: try? await session.state))") },
            world.executor.task { for await _ in session.states() {} },
        ]
        world.executor.runUntilIdle()
        for task in tasks { task.cancel() }
        world.executor.runUntilIdle()
        #expect(ends.elements.sorted().count == 2)
        #expect(ends.elements.contains("state nil"))
        #expect(world.end(session, node))
    }

    @Test("an action that is decided when its waiting task is cancelled goes on, and one that is not is cancelled")
    func cancelledWhileDecided() {
        var (accepted, cancelled) = (0, 0)
        for moment in 0... {
            let world = World()
            let (node, session) = world.gauge()
            let returned = Record<(task: RemoteEventTask, outcome: RemoteOutcome)>()
            let sending = world.executor.task {
                let task = await session.deliver(.measure(1))
                returned.append((task, task.outcome))
            }
            world.executor.run(atMost: moment)
            let isOver = returned.elements.count == 1
            sending.cancel()
            world.run(atMost: .seconds(200))
            #expect(returned.elements.count == 1, "after \(moment) jobs")
            for (task, outcome) in returned.elements {
                if outcome == .decided(.accepted) {
                    accepted += 1
                    #expect(task.outcome == outcome, "after \(moment) jobs")
                } else {
                    cancelled += 1
                    let ends = [RemoteOutcome.decided(.cancelled), .decided(.effectsCancelled)]
                    #expect(ends.contains(task.outcome), "after \(moment) jobs")
                }
            }
            #expect(node.end(session))
            if isOver || returned.elements.isEmpty { break }
        }
        // Once after the decision and before the return, at least.
        #expect(accepted > 1 && cancelled > 5)
    }

    @Test("a host of the same process needs no actor system")
    func local() {
        let node = HostNode(0, in: world)
        let session = world.session(RuntimeLink(node.host))
        #expect(world.result { await session.deliver(.note(1)).outcome } == .decided(.accepted))
        #expect(world.end(session, node))
    }
}
