import AsyncKit
import TestSupport
import UnoArchitecture
import UnoTesting

enum DebounceScenarios {
    /// Nothing is handled earlier than a window after the action that followed last, and the last one is handled.
    static func window(
        _ make: @escaping @Sendable (Scenario, _ handled: @escaping @Sendable (Int) -> Void) -> any DebouncedHost
    ) -> @Sendable (Scenario) async throws -> Void {
        { scenario in
            let (sent, last) = (Locked<[Int: TestClock.Instant]>([:]), Record<Void>())
            let host = make(scenario) { number in
                let due = sent.withLock { $0[number]! }.advanced(by: .seconds(2))
                scenario.expect(scenario.clock.now >= due, "\(number) was handled at \(scenario.clock.now)")
                if number == 3 { last.append() }
            }
            for number in 1...3 {
                sent.withLock { $0[number] = scenario.clock.now }
                host.send(number)
                try await scenario.clock.sleep(for: .seconds(1))
            }
            await last.waitFor(1)
            await host.finish()
        }
    }
}

/// Handles the newest number of a burst, two seconds after it.
protocol DebouncedHost: Sendable {
    func send(_ number: Int)
    func finish() async
}

/// The real one.
struct RuntimeDebounce: DebouncedHost {
    private let runtime: Runtime<Int, Int>

    init(_ scenario: Scenario, handled: @escaping @Sendable (Int) -> Void) {
        runtime = scenario.runtime(
            "the debounce",
            DebounceInteractor(for: .seconds(2), clock: scenario.clock) {
                Interact<Int, Int>(initialValue: 0) { _, number in
                    handled(number)
                    return .none
                }
            })
    }

    func send(_ number: Int) { runtime.send(number) }

    func finish() async { await runtime.shutdown(.cancel) }
}
