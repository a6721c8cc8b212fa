import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("States that the host encodes", .timeLimit(.hang))
struct EncodedStateTests {
    private let world = World()
    /// The numbers of entries of the states that were encoded.
    private let encoded = Record<Int>()
    /// The bytes that were on their way after each encoding.
    private let used = Record<Int>()

    /// - Parameter bad: a state with so many entries cannot be encoded.
    private func coding(bad: Int? = nil) -> TestCoding {
        TestCoding(encoding: { [encoded] value in
            guard let state = value as? Journal.DomainState else { return }
            encoded.append(state.entries.count)
            if state.entries.count == bad { throw HostileError(description: "\(state.entries.count) entries") }
        })
    }

    private func host(_ coding: TestCoding, bytes: Int = 524_288) -> (JournalRuntime, JournalHost) {
        let runtime = Runtime(Journal {}, executor: .on(world.executor), clock: world.clock)
        var limits = world.limits
        limits.bytes = bytes
        let (clock, executor) = (world.clock, world.executor)
        return (runtime, RuntimeHost(runtime, coding: coding, limits: limits, clock: clock, executor: executor))
    }

    /// A host of which 400 bytes may be on their way, and whose present state has more than 300.
    private func narrowHost() -> (JournalRuntime, JournalHost) {
        let (runtime, host) = host(coding(), bytes: 400)
        world.perform { for number in 1...70 { await runtime.deliver(.note(number + 1_000)) } }
        return (runtime, host)
    }

    /// A session whose reader has the present state, and does not ask again for 20 seconds.
    private func slowSession(_ host: JournalHost) -> JournalSession {
        let session = session(host)
        let seen = read(session, pause: 20_000)
        world.run(for: .milliseconds(10))
        #expect(seen.elements.count == 1 && host.storage.budget.used > 300)
        return session
    }

    private func session(_ host: JournalHost) -> JournalSession {
        let link = RuntimeLink(host)
        return world.session(
            link.replacing(states: { [used] in
                let reply = try await link.states($0)
                used.append(host.storage.budget.used)
                return reply
            }))
    }

    /// Reads all states of the session; after each, `pause` milliseconds pass.
    private func read(_ session: JournalSession, pause: Int = 0) -> Record<SeenState> {
        let seen = Record<SeenState>()
        world.executor.task { [world] in
            for await state in session.numberedStates(.bounded(4)) {
                seen.append(state)
                if pause > 0 { try? await world.clock.sleep(for: .milliseconds(pause)) }
            }
        }
        return seen
    }

    /// Why the present state cannot be read.
    private static func error(of session: JournalSession) async -> String {
        do { return "no error, but \(String(describing: try await session.state))" } catch { return "\(error)" }
    }

    private func end(_ sessions: [JournalSession], _ host: JournalHost, _ runtime: JournalRuntime) {
        for session in sessions { session.end() }
        world.perform {
            host.end()
            await runtime.shutdown(.cancel)
        }
        world.run()
        #expect(world.clock.sleeperCount == 0)
        #expect(host.storage.budget.used == 0)
        world.executor.runFreely()
    }

    @Test("are encoded once for all readers of all sessions")
    func once() {
        let (runtime, host) = host(coding())
        let sessions = (1...20).map { _ in session(host) }
        let seen = sessions.map { read($0) }
        world.run(atMost: .seconds(1))
        #expect(seen.allSatisfy { $0.elements.count == 1 })
        world.perform { for number in 1...30 { await runtime.deliver(.note(number)) } }
        #expect(world.run { seen.allSatisfy { $0.elements.count == 31 } })
        for states in seen.map(\.elements) {
            #expect(states.map(\.state.entries.count) == Array(0...30) && states.allSatisfy { !$0.isGap })
        }
        #expect(encoded.elements == Array(0...30))
        end(sessions, host, runtime)
    }

    @Test("are encoded once for sessions that come and go, and anew when none was left")
    func comingAndGoing() {
        let (runtime, host) = host(coding())
        let (sessions, ids) = ((1...4).map { _ in session(host) }, Record<SessionID>())
        func open(_ number: Int) {
            let seen = read(sessions[number])
            world.run(atMost: .milliseconds(10))
            #expect(seen.elements.map(\.state.entries.count) == [0])
        }
        func close(_ number: Int) { world.perform { await sessions[number].close() } }
        open(0)
        open(1)
        close(0)
        open(2)
        close(1)
        #expect(encoded.elements == [0])
        // Two attempts to open one session.
        world.perform {
            for _ in 1...2 {
                guard let id = await host.opened(9) else { return }
                ids.append(id)
            }
            for id in ids.elements { host.close(id) }
        }
        #expect(Set(ids.elements).count == 1)
        close(2)
        open(3)
        #expect(encoded.elements == [0, 0])
        end(sessions, host, runtime)
    }

    @Test("go together as long as they have no more than an eighth of the budget, and those before one that cannot go")
    func together() {
        // The first notes lead to states of 28, 33, 38, 43 and 48 bytes.
        let (runtime, host) = host(coding(bad: 7), bytes: 8 * (28 + 33 + 38 + 43))
        let counts = Record<Int>()
        world.perform {
            guard let id = await host.opened() else { return }
            @Sendable func ask(after number: UInt64?) async -> UInt64? {
                let reply = await host.states(of: id, after: number, .droppingOldest(8), count: 8)
                guard case .encoded(let texts, let numbers, _) = reply else { return nil }
                counts.append(texts.count)
                return numbers.last
            }
            var last = await ask(after: nil)
            for number in 1...5 { await runtime.deliver(.note(number + 1_000)).finish() }
            for _ in 1...2 { last = await ask(after: last) }
            // The one after the seventh would have room.
            for number in 6...8 { await runtime.deliver(.note(number + 1_000)).finish() }
            _ = await ask(after: last)
        }
        #expect(counts.elements == [1, 4, 1, 1] && host.counters.states == 7)
        end([], host, runtime)
    }

    @Test("give their room back when the reader asks again, and when it ends")
    func rooms() {
        let (runtime, host) = narrowHost()
        let fast = session(host)
        let seen = read(fast)
        world.run(atMost: .milliseconds(10))
        #expect(seen.elements.count == 1 && host.storage.budget.used == 0)
        slowSession(host).end()
        world.run(atMost: .milliseconds(30))
        #expect(host.storage.budget.used == 0)
        end([fast], host, runtime)
    }

    @Test("are encoded anew for a reader that begins with a state that has changed and was not emitted")
    func unshown() {
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { state, action in
                state += action
                return action == 10 ? .unshown : .state
            },
            executor: .on(world.executor),
            clock: world.clock
        )
        let coding = TestCoding(encoding: { [encoded] value in
            if let number = value as? Int { encoded.append(number) }
        })
        let host = RuntimeHost(
            runtime, coding: coding, limits: world.limits, clock: world.clock, executor: world.executor)
        let session = world.session(RuntimeLink(host))
        // With a subscriber, only what is emitted has a number.
        let subscriber = runtime.numberedStates()
        var values: [Int?] = []
        for action in [1, 10, 2] {
            #expect(world.perform { await runtime.deliver(action).finish() })
            for _ in 1...2 { values.append(world.state(of: session)) }
        }
        #expect(values == [1, 1, 11, 11, 13, 13] && encoded.elements == [1, 11, 13])
        withExtendedLifetime(subscriber) {}
        session.end()
        world.end(host, runtime)
    }

    @Test("are never more on their way than the budget has bytes, and a state that is larger goes alone")
    func budget() {
        let (runtime, host) = host(coding(), bytes: 400)
        let sessions = (1...6).map { _ in session(host) }
        let seen = sessions.map { read($0) }
        world.run(atMost: .seconds(1))
        world.perform { for number in 1...120 { await runtime.deliver(.note(number + 1_000)) } }
        #expect(world.run { seen.allSatisfy { $0.elements.last?.state.entries.count == 120 } })
        for states in seen.map(\.elements) { #expect(states.count == 121 && states.allSatisfy { !$0.isGap }) }
        let sizes = (0...120).map { "{\"entries\":[],\"done\":[]}".utf8.count + $0 * 5 - ($0 > 0 ? 1 : 0) }
        // Up to 400 bytes, or one state.
        #expect(used.elements.allSatisfy { $0 <= 400 || sizes.contains($0) })
        #expect(used.elements.contains { $0 > 400 } && used.elements.contains { (200...400).contains($0) })
        end(sessions, host, runtime)
    }

    @Test("let others pass a reader that does not ask again, after a second")
    func slow() {
        let (runtime, host) = narrowHost()
        let (slow, other) = (slowSession(host), session(host))
        let second = read(other)
        world.run(atMost: .milliseconds(900))
        #expect(second.elements.isEmpty)
        world.run(atMost: .milliseconds(1_500))
        #expect(second.elements.count == 1)
        end([slow, other], host, runtime)
    }

    @Test("wait for room no longer when the host ends, however many of them wait")
    func hostEnds() {
        let (runtime, host) = narrowHost()
        let sessions = [slowSession(host)] + (1...3).map { _ in session(host) }
        let others = sessions.dropFirst().map { read($0) }
        world.run(atMost: .milliseconds(20))
        #expect(others.allSatisfy { $0.elements.isEmpty })
        #expect(host.storage.budget.waitingCount == 3)
        host.end()
        world.executor.runUntilIdle()
        #expect(host.storage.budget.waitingCount == 0 && host.storage.budget.used == 0)
        end(sessions, host, runtime)
    }

    @Test("wait for room, but the reply that there is none does not")
    func nothing() {
        let (runtime, host) = narrowHost()
        let sessions = [slowSession(host), session(host)]
        _ = read(sessions[1])
        world.run(atMost: .milliseconds(20))
        #expect(host.storage.budget.waitingCount == 1)
        let counts = Record<Int>()
        world.executor.start {
            guard let id = await host.opened() else { return }
            // The client has the present state.
            let present = await runtime.numberedStates().pull(atMost: 1).states.first?.number
            if case .encoded(let texts, _, _) = await host.states(of: id, after: present) { counts.append(texts.count) }
            host.close(id)
        }
        #expect(counts.elements == [0])
        end(sessions, host, runtime)
    }

    @Test("wait for room as long as is left of the client's wait when they come")
    func restOfTheWait() {
        let (runtime, host) = narrowHost()
        let slow = slowSession(host)
        let (replies, times) = (Record<String>(), Record<Duration>())
        let clock = world.clock
        world.executor.start {
            guard let id = await host.opened() else { return }
            // Up to the present state, then for the next one.
            let present = await runtime.numberedStates().pull(atMost: 1).states.first?.number
            // The first call finds the present state, which the client has.
            _ = await host.states(of: id, after: present, within: .milliseconds(400))
            let begin = clock.now
            let reply = await host.states(of: id, after: present, within: .milliseconds(400))
            times.append(begin.duration(to: clock.now))
            if case .overtaken = reply { replies.append("overtaken") } else { replies.append("\(reply)") }
            host.close(id)
        }
        world.executor.task {
            try? await clock.sleep(for: .milliseconds(300))
            await runtime.deliver(.note(1))
        }
        world.run(atMost: .milliseconds(900)) { !replies.elements.isEmpty }
        #expect(replies.elements == ["overtaken"])
        #expect(times.elements == [.milliseconds(400)])
        end([slow], host, runtime)
    }

    @Test("renew the lease when they have waited for room")
    func lease() {
        let (runtime, host) = host(coding(), bytes: 400)
        let (held, clock, counts) = (host.storage.budget.ask(400), world.clock, Record<Int>())
        world.executor.task {
            try? await clock.sleep(for: .milliseconds(300))
            held.end()
        }
        world.perform {
            guard let id = await host.opened() else { return }
            let reply = await host.states(of: id, within: .milliseconds(400))
            if case .encoded(let texts, _, _) = reply { counts.append(texts.count) }
            try? await clock.sleep(for: .milliseconds(2_900))
            counts.append(host.sessionCount)
        }
        #expect(counts.elements == [1, 1])
        end([], host, runtime)
    }

    @Test("are skipped if they cannot be encoded, with a gap; who asks for such a state is told")
    func unreadable() {
        let (runtime, host) = host(coding(bad: 3))
        let session = session(host)
        let seen = read(session)
        world.run(atMost: .seconds(1))
        world.perform { for number in 1...3 { await runtime.deliver(.note(number)).finish() } }
        #expect(world.result { await Self.error(of: session) } == "3 entries")
        world.perform { for number in 4...6 { await runtime.deliver(.note(number)) } }
        #expect(world.run { seen.elements.last?.state.entries.count == 6 })
        let counts = seen.elements.map(\.state.entries.count)
        #expect(Array(counts.prefix(3)) == [0, 1, 2] && !counts.contains(3))
        #expect(seen.elements.first { $0.state.entries.count > 3 }?.isGap == true)
        end([session], host, runtime)
    }

    @Test("cross an actor system to a client with the coding; to another one they are unreadable")
    func system() throws {
        let (runtime, host) = host(coding())
        let remote = RemoteJournal(host, actorSystem: world.network.node(0))
        let resolved = try RemoteJournal.resolve(id: remote.id, using: world.network.node(1))
        let links = [RuntimeLink(resolved, coding: coding()), RuntimeLink(resolved)]
        let sessions = links.map { world.session($0) }
        world.perform { await sessions[0].deliver(.note(1)).finish() }
        #expect(world.state(of: sessions[0])?.entries == [1])
        let text = "the host encodes states itself, and this link has no coding"
        #expect(world.result { await Self.error(of: sessions[1]) } == text)
        end(sessions, host, runtime)
    }
}
