import TestSupport
import Testing
import UnoArchitecture
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
                let request = OpenRequest(replacing: nil, key: OpenKey(number: number))
                guard case .opened(let opening) = await node.host.open(request) else {
                    Issue.record("The host has room")
                    return
                }
                sessions.append(opening.session)
            }
            await body(node.host, sessions)
        }
        #expect(isDone)
        world.perform {
            node.host.end()
            await node.runtime.shutdown(.cancel)
        }
        world.run()
        world.executor.runFreely()
    }

    @Test("waits at its end until each client has been told, also if others had let go before")
    func told() {
        sessions(2) { host, sessions in
            host.storage.letGo(sessions[0])
            let told = host.storage.endAll()
            #expect(!told.isOpen)
            host.storage.told(sessions[1])
            #expect(told.isOpen)
        }
    }

    @Test("ends the call for states whose reader is unsubscribed")
    func unsubscribed() {
        sessions(1) { [world] host, sessions in
            func ask(after number: UInt64?) async -> StatesReply<Gauge.DomainState> {
                await host.states(
                    StatesRequest(
                        session: sessions[0], reader: 1, after: number, policy: .latest, count: 1,
                        limit: .milliseconds(300)))
            }
            guard case .states(let states, _) = await ask(after: nil), let number = states.last?.number else {
                Issue.record("There is a state")
                return
            }
            let start = world.clock.now
            world.executor.task {
                try? await world.clock.sleep(for: .milliseconds(100))
                host.unsubscribe(1, of: sessions[0])
            }
            guard case .end(.cancelled) = await ask(after: number) else {
                Issue.record("The subscription is over")
                return
            }
            #expect(start.duration(to: world.clock.now) == .milliseconds(100))
        }
    }
}
