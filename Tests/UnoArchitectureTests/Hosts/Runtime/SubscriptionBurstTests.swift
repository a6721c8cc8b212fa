import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Subscriptions that begin while the runtime handles a burst.
@Suite(.timeLimit(.hang))
struct SubscriptionBurstTests {
    typealias Studio = SubscriptionTests.Studio

    static let neighbours = SubscriptionTests.neighbours
    static let policies = SubscriptionTests.policies

    @Test(
        "A handler that subscribes in a burst begins with the state after its step; no subscriber's states go backwards",
        arguments: neighbours,
        policies)
    func subscribingInABurst(neighbour: SubscriptionPolicy?, policy: SubscriptionPolicy) {
        let studio = Studio(on: ControlledExecutor())
        defer { studio.executor.runFreely() }
        let watched = studio.watch(neighbour)
        studio.send(.loudly(1), .subscribing(2, policy), .loudly(3), .silently(4))
        let seen = studio.executor.take(studio.feature.subscriptions.elements[0])
        #expect(seen.elements == (policy == .latest ? [3] : [2, 3]))
        studio.send(.loudly(5))
        #expect(seen.elements == (policy == .latest ? [3, 5] : [2, 3, 5]))
        guard let watched else { return }
        if neighbour == .latest {
            #expect(watched.elements == [0, 2, 3, 5], "what there is is published before another is let in")
        } else {
            #expect(watched.elements == [0, 1, 2, 3, 5])
        }
    }

    @Test("Under every schedule a subscription consists of the present state and all later ones")
    func everySchedule() {
        let exploration = explore(schedules: Scale.chosen(debug: 2_000, release: 20_000)) { scenario in
            let runtime = scenario.runtime("the runtime", Sum.counting)
            let last = 8
            // A visit interrupts the burst, so that other tasks can subscribe.
            scenario.task("the visitor") { for _ in 0..<3 { _ = await runtime.state } }
            func follow(_ name: String, _ policy: SubscriptionPolicy) {
                scenario.task(name) {
                    await scenario.checkpoint()
                    var former: Int?
                    for await state in runtime.states(policy) {
                        scenario.note("gets \(state)")
                        if let former, policy == .latest {
                            scenario.expect(state > former, "\(name): \(state) after \(former)")
                        } else if let former {
                            scenario.expect(state == former + 1, "\(name): \(state) after \(former)")
                        }
                        former = state
                    }
                    scenario.expect(former == last, "\(name) ends with \(former ?? -1)")
                }
            }
            follow("the latest", .latest)
            follow("the bounded", .bounded(1))
            follow("the unbounded", .unbounded)
            for _ in 0..<last / 2 { runtime.send(()) }
            await scenario.checkpoint()
            for _ in 0..<last / 2 { runtime.send(()) }
            await runtime.shutdown(.drain)
        }
        #expect(exploration.schedules > 1)
    }

    @Test("Subscriptions from any thread get no state twice or out of order, and miss none")
    func everyThread() async {
        for round in 0..<Scale.chosen(debug: 300, release: 3_000) {
            let runtime = Runtime(Sum.counting, mailbox: .unbounded)
            let faults = await withTaskGroup(of: String?.self) { group in
                for policy: SubscriptionPolicy in [.latest, .bounded(2), .unbounded, .latest, .unbounded] {
                    group.addTask { await Self.fault(in: runtime.states(policy), isLossless: policy != .latest) }
                    for _ in 0..<40 { runtime.send(()) }
                    await Task.yield()
                }
                await runtime.shutdown(.drain)
                return await group.reduce(into: [String]()) { faults, fault in if let fault { faults.append(fault) } }
            }
            guard faults.isEmpty else {
                Issue.record("round \(round): \(faults)")
                return
            }
        }
    }

    private static func fault(in states: AsyncStream<Int>, isLossless: Bool) async -> String? {
        var former: Int?
        for await state in states {
            if let former, isLossless ? state != former + 1 : state <= former { return "\(state) after \(former)" }
            former = state
        }
        return former == 200 ? nil : "\(former ?? -1) at the end"
    }
}
