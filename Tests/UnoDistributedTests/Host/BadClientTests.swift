import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

/// A client of another program, or of a later version, may say anything; the host must not trap, nor keep what has no limit.
/// A test clock that writes down for how long tasks are to sleep.
private struct NotingClock: Clock {
    typealias Instant = TestClock.Instant

    let base: TestClock
    let lengths: Record<Swift.Duration>

    var now: Instant { base.now }
    var minimumResolution: Swift.Duration { base.minimumResolution }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        lengths.append(base.now.duration(to: deadline))
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}

@Suite("A client that says what makes no sense", .timeLimit(.hang))
struct BadClientTests {
    private let world = World()

    @Test("harms its own session at most: the next client's actions are taken, and its states come")
    func harmless() {
        let node = GaugeHost(in: world)
        let numbers: [UInt64] = [0, 1, 2, .max / 2, .max - 1, .max]
        let durations: [Duration] = [.zero, .seconds(-1), .seconds(Int64.min / 2), .seconds(Int64.max / 2)]
        let policies: [SubscriptionPolicy] = [
            .latest, .bounded(.min), .bounded(.max), .droppingOldest(-1), .unbounded,
            .bounded(0, stalledFor: .seconds(-1), then: .disconnect),
            .bounded(.max, stalledFor: .seconds(Int64.max / 2), then: .latest),
        ]
        let replies = Record<DeliveryReply.Status>()
        let isDone = world.perform {
            guard let id = await node.host.opened() else { return }
            for first in numbers {
                for limit in durations {
                    let batch = ActionBatch(session: id, first: first, actions: [Gauge.Action.clear], limit: limit)
                    replies.append(await node.host.deliver(batch).status)
                }
            }
            for number in numbers {
                for limit in durations { _ = await node.host.finish(number, of: id, within: limit) }
                _ = node.host.cancel(number, of: id)
            }
            for policy in policies {
                for (reader, limit) in zip(numbers, durations) {
                    _ = await node.host.states(
                        of: id, reader: reader, after: reader, policy, count: .min, within: limit)
                    node.host.unsubscribe(reader, of: id)
                }
            }
        }
        #expect(isDone)
        // Only 1 and 2 are next at some time; 0 has been taken by then or never is.
        #expect(replies.elements.filter { $0 == .early }.count >= 12)
        #expect(node.host.counters.taken <= 3)
        let session: GaugeSession = node.session()
        #expect(world.perform { await session.deliver(.add(1)) })
        #expect(world.state(of: session)?.values == [1])
        #expect(node.end(session))
    }

    @Test("lets neither the host nor its runtime wait for less than no time, with which clocks may not compute")
    func negativeWaits() {
        let lengths = Record<Duration>()
        let clock = NotingClock(base: world.clock, lengths: lengths)
        let runtime = Diagnostics.$local.withValue(Diagnostics { _ in }) {
            Runtime(
                Journal { [clock = world.clock] in try? await clock.sleep(for: .milliseconds(30)) },
                executor: .on(world.executor), clock: clock)
        }
        let host = RuntimeHost(runtime, limits: world.limits, clock: clock, executor: world.executor)
        let policies = [SubscriptionPolicy.latest, .bounded(1, stalledFor: .seconds(-5), then: .disconnect)]
        let counts = Record<Int>()
        let isDone = world.perform {
            guard let id = await host.opened() else { return }
            for (reader, policy) in zip(UInt64(1)..., policies) {
                var last: UInt64?
                // The second call finds nothing.
                for _ in 1...2 {
                    let reply = await host.states(of: id, reader: reader, after: last, policy, within: .seconds(-5))
                    guard case .states(let states, _) = reply else { return }
                    counts.append(states.count)
                    last = states.last?.number ?? last
                }
            }
            // The second reader takes none of the states that follow.
            let actions = [Journal.Action.work(1), .note(2), .note(3)]
            _ = await host.deliver(ActionBatch(session: id, first: 1, actions: actions, limit: .seconds(-5)))
            #expect(await host.finish(1, of: id, within: .seconds(-5)) == .underWay(.accepted))
        }
        world.run(atMost: .seconds(1))
        #expect(isDone && counts.elements == [1, 0, 1, 0])
        #expect(!lengths.elements.isEmpty && lengths.elements.allSatisfy { $0 >= .zero })
        world.end(host, runtime)
    }
}
