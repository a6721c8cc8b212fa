import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("What a host tells its observer, and counts", .timeLimit(.hang))
struct HostEventTests {
    private let world = World()
    private let single = HostLimits(lease: .seconds(3), wait: .milliseconds(400), sessions: 1)

    @Test("a session that opens and one that is refused, and the ends: of a lease, by the client, and by the host")
    func sessions() {
        let node = GaugeHost(in: world, limits: single)
        let (first, second): (GaugeSession, GaugeSession) = (node.session(), node.session())
        #expect(world.perform { await first.deliver(.add(1)) })
        let waiting = second.send(.add(2))
        world.run(for: .milliseconds(200)) { node.hostEvents.elements.contains(.refused) }
        guard case .opened(let opened) = node.hostEvents.elements.first
        else { return #expect(Bool(false), "\(node.hostEvents.elements)") }
        #expect(node.hostEvents.elements.dropFirst().allSatisfy { $0 == .refused })
        #expect(node.hostEvents.elements.count > 1)
        first.end()
        world.run { waiting.outcome != .undecided }
        #expect(node.hostEvents.elements.contains(.ended(opened, isExpired: false)))
        guard case .opened(let next) = node.hostEvents.elements.last
        else { return #expect(Bool(false), "\(node.hostEvents.elements)") }
        #expect(next != opened)
        node.faults.fail(.deliver, times: .max)
        world.run(for: .seconds(10)) { node.host.sessionCount == 0 }
        #expect(node.hostEvents.elements.last == .ended(next, isExpired: true))
        node.faults.fail(.deliver, times: 0)
        #expect(node.end(second))
    }

    @Test("the end of a session, once, when the host ends or leaves", arguments: [false, true])
    func end(leaves: Bool) {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.add(1)) })
        guard case .opened(let opened) = node.hostEvents.elements.first
        else { return #expect(Bool(false), "\(node.hostEvents.elements)") }
        if leaves { _ = node.host.storage.endAll() } else { node.host.end() }
        #expect(node.hostEvents.elements == [.opened(opened), .ended(opened, isExpired: false)])
        #expect(node.end(session))
    }

    @Test("a reader that keeps the runtime waiting for too long, and one that goes on behind a gap; no other")
    func readers() throws {
        let node = GaugeHost(in: world)
        let (sessions, ends) = (Record<SessionID>(), Record<String>())
        let isDone = world.perform { [world] in
            guard let id = await node.host.opened() else { return }
            sessions.append(id)
            @Sendable func ask(_ reader: UInt64, after number: UInt64?) async -> StatesReply<Gauge.DomainState> {
                await node.host.states(of: id, reader: reader, after: number, .bounded(1))
            }
            guard case .states(let first, _) = await ask(1, after: nil) else { return }
            for number in 1...4 { node.runtime.send(.add(Double(number))) }
            try? await world.clock.sleep(for: .seconds(2))
            var last = first.last?.number
            asking: for _ in 1...5 {
                switch await ask(1, after: last) {
                case .states(let states, let isGap):
                    last = states.last?.number ?? last
                    if isGap { ends.append("gap") }
                case .end(.stalled):
                    ends.append("stalled")
                    break asking
                default:
                    ends.append("another reply")
                    break asking
                }
            }
            // Another one, with the place of the first.
            for _ in 1...2 {
                guard case .states(let states, let isGap) = await ask(2, after: last) else { return }
                ends.append("\(states.count)\(isGap ? " gap" : "")")
                last = states.last?.number ?? last
            }
        }
        #expect(isDone && ends.elements == ["stalled", "1 gap", "0"])
        let id = try #require(sessions.elements.first)
        #expect(node.hostEvents.elements == [.opened(id), .stalled(id), .gap(id)])
        #expect(node.host.counters.gaps == 1)
        #expect(node.end())
    }

    @Test("a call for a session that it does not know, and no other")
    func unknown() {
        let (node, session) = world.gauge()
        #expect(world.perform { _ = await session.send(.add(1)).finish() })
        #expect(node.host.counters.unknown == 0)
        let stranger = SessionID()
        #expect(world.perform { _ = await node.host.finish(1, of: stranger, within: .zero) })
        #expect(node.host.counters.unknown == 1)
        _ = node.host.cancel(1, of: stranger)
        #expect(node.host.counters.unknown == 2)
        #expect(node.end(session))
    }
}
