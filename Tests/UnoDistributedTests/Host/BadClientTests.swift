import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

/// A client of another program, or of a later version, may say anything; the host must not trap, nor keep what has no limit.
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
            let request = OpenRequest(replacing: nil, key: OpenKey(number: 1))
            guard case .opened(let opening) = await node.host.open(request) else { return }
            let id = opening.session
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
                    let request = StatesRequest(
                        session: id, reader: reader, after: reader, policy: policy, count: .min, limit: limit)
                    _ = await node.host.states(request)
                    node.host.unsubscribe(reader, of: id)
                }
            }
        }
        #expect(isDone)
        // Only 1 and 2 are next at some time; 0 has been taken by then or never is.
        #expect(replies.elements.filter { $0 == .early }.count >= 12)
        #expect(node.host.counters.taken <= 3)
        let session: GaugeSession = node.session()
        let values = Record<[Double]?>()
        #expect(
            world.perform {
                await session.deliver(.add(1))
                values.append(try? await session.state?.values)
            })
        #expect(values.elements == [[1]])
        #expect(node.end(session))
    }
}
