import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("The storage of a host", .timeLimit(.hang))
struct HostStorageTests {
    private let world = World()

    /// Runs `body` with a host and open sessions, as many as asked for, and ends them.
    private func sessions(
        _ count: UInt64,
        _ body: @escaping @Sendable (RuntimeHost<Gauge.DomainState, Gauge.Action>, [SessionID]) async -> Void
    ) {
        let node = GaugeHost(in: world)
        let isDone = world.perform {
            var sessions: [SessionID] = []
            for number in 1...count {
                guard let id = await node.host.opened(number) else { return #expect(Bool(false), "The host has room") }
                sessions.append(id)
            }
            await body(node.host, sessions)
        }
        #expect(isDone)
        node.end()
    }

    @Test("waits at its end until each client has been told, also if others had let go before")
    func told() {
        sessions(3) { host, sessions in
            host.storage.letGo(sessions[0])
            let told = host.storage.endAll()
            #expect(!told.isOpen)
            host.storage.told(sessions[1])
            #expect(!told.isOpen)
            host.storage.told(sessions[2])
            #expect(told.isOpen)
        }
    }

    /// Asks for a state of the first reader; returns its number.
    private static func ask(
        _ host: RuntimeHost<Gauge.DomainState, Gauge.Action>, _ id: SessionID, after number: UInt64?,
        within limit: Duration
    ) async -> UInt64? {
        guard case .states(let states, _) = await host.states(of: id, after: number, within: limit) else { return nil }
        return states.last?.number
    }

    @Test("renews the lease of a session also when a call has waited")
    func renews() {
        sessions(1) { [world] host, sessions in
            let (id, clock) = (sessions[0], world.clock)
            @Sendable func ask(after number: UInt64?) async -> UInt64? {
                await Self.ask(host, id, after: number, within: .seconds(1))
            }
            let measure = ActionBatch(session: id, first: 1, actions: [Gauge.Action.measure(1)], limit: .zero)
            _ = await host.deliver(measure)
            let number = await ask(after: nil)
            let held = host.storage.incoming.ask(30)
            let calls: [@Sendable () async -> Void] = [
                { _ = await host.finish(1, of: id, within: .seconds(1)) }, { _ = await ask(after: number) },
                {
                    let batch = ActionBatch<Gauge.Action>(
                        session: id, first: 2, actions: [], limit: .seconds(1), room: 20)
                    _ = await host.deliver(batch)
                },
            ]
            for (place, call) in calls.enumerated() {
                let start = clock.now
                await call()
                #expect(start.duration(to: clock.now) == .milliseconds(400), "call \(place)")
                try? await clock.sleep(for: .milliseconds(2_900))
                #expect(host.sessionCount == 1, "call \(place)")
            }
            held.end()
        }
    }

    @Test("replies to the later call of a reader, and lets the earlier one go")
    func overtaken() {
        sessions(1) { [world] host, sessions in
            let (id, clock) = (sessions[0], world.clock)
            let number = await Self.ask(host, id, after: nil, within: .zero)
            let start = clock.now
            let earlier = world.executor.task {
                _ = await Self.ask(host, id, after: number, within: .milliseconds(300))
            }
            try? await clock.sleep(for: .milliseconds(100))
            _ = await Self.ask(host, id, after: number, within: .zero)
            await earlier.value
            #expect(number != nil && start.duration(to: clock.now) == .milliseconds(100))
        }
    }

    @Test("keeps room for what uses it, and gives none to a session that has ended")
    func room() {
        let node = GaugeHost(in: world)
        let session = HostSession(HostedRuntime(runtime: node.runtime), world.limits)
        let budget = node.host.storage.incoming
        session.room(for: 20, ask: { budget.ask(20) })?.end(after: .seconds(1))
        let taken = session.takeRoom()
        world.run(atMost: .seconds(2))
        #expect(taken != nil && budget.used == 20)
        taken?.end()
        session.end()
        let late = session.room(for: 20, ask: { budget.ask(20) })
        let work = world.executor.task {}
        session.setWork(work)
        #expect(late == nil && budget.used == 0 && work.isCancelled)
        #expect(node.end())
    }

    @Test("ends the call that waits for room when its session ends")
    func endsWait() {
        sessions(1) { [world] host, sessions in
            let held = host.storage.incoming.ask(30)
            let start = world.clock.now
            world.executor.task {
                try? await world.clock.sleep(for: .milliseconds(100))
                host.close(sessions[0])
            }
            _ = await host.deliver(
                ActionBatch(session: sessions[0], first: 1, actions: [], limit: .milliseconds(300), room: 20))
            #expect(start.duration(to: world.clock.now) == .milliseconds(100))
            held.end()
        }
    }

    @Test("makes no reader whose place or number another one takes meanwhile")
    func rivals() {
        let node = GaugeHost(in: world)
        func make(_ runtime: Runtime<Gauge.DomainState, Gauge.Action>) -> HostReader<Gauge.DomainState> {
            HostReader(runtime.numberedStates(), after: nil)
        }
        /// Asks for a second reader, which may end again, while the first one is being made; returns how many there are.
        func count(_ first: UInt64, _ second: UInt64, limit: Int, ends: Bool) -> Int {
            var limits = world.limits
            limits.readers = limit
            let session = HostSession(HostedRuntime(runtime: node.runtime), limits)
            defer { session.end() }
            let reader = session.reader(first, at: .zero) { runtime in
                #expect(session.reader(second, at: .zero, make: make) != nil)
                if ends { session.endReader(second) }
                return make(runtime)
            }
            #expect(reader == nil)
            return session.readerCount
        }
        #expect(count(5, 2, limit: 1, ends: false) == 1)
        #expect(count(2, 5, limit: 2, ends: false) == 1)
        #expect(count(5, 5, limit: 2, ends: true) == 0)
        #expect(node.end())
    }

    @Test("makes the runtime of a key anew that has ended by itself, and says when the host has ended")
    func group() {
        let (executor, clock, made) = (world.executor, world.clock, Record<Runtime<Int, Int>>())
        let group = RuntimeGroup<String, Int, Int>(clock: clock, executor: executor) { _ in
            let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none }, executor: .on(executor))
            made.append(runtime)
            return runtime
        }
        let host = GroupHost(group, limits: world.limits, clock: clock, executor: executor)
        let replies = Record<OpenReply>()
        func open(_ number: UInt64) {
            world.perform { replies.append(await host.storage.open("a", OpenRequest(number))) }
        }
        open(1)
        world.perform { _ = await made.elements.first?.shutdown(.drain) }
        open(2)
        #expect(made.elements.count == 2 && host.storage.host.sessionCount == 2)
        host.end()
        open(3)
        #expect(replies.elements.count == 3 && replies.elements.last == .ended)
        world.perform { _ = await group.shutdown(.cancel, within: .seconds(1)) }
        world.run()
        executor.runFreely()
    }

    @Test("ends the call for states whose reader is unsubscribed")
    func unsubscribed() {
        sessions(1) { [world] host, sessions in
            func ask(after number: UInt64?) async -> StatesReply<Gauge.DomainState> {
                await host.states(of: sessions[0], after: number, within: .milliseconds(300))
            }
            guard case .states(let states, _) = await ask(after: nil), let number = states.last?.number
            else { return #expect(Bool(false), "There is a state") }
            let start = world.clock.now
            world.executor.task {
                try? await world.clock.sleep(for: .milliseconds(100))
                host.unsubscribe(1, of: sessions[0])
            }
            guard case .end(.cancelled) = await ask(after: number)
            else { return #expect(Bool(false), "The subscription is over") }
            #expect(start.duration(to: world.clock.now) == .milliseconds(100))
        }
    }
}
