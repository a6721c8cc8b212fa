import AsyncKit
import UnoTesting

/// Whose sleeper hands on what is newest when it wakes, without looking whether the window has moved.
struct HastyDebounce: DebouncedHost {
    let scenario: Scenario
    let handled: @Sendable (Int) -> Void
    private let pending = Locked<Int?>(nil)

    init(_ scenario: Scenario, handled: @escaping @Sendable (Int) -> Void) {
        self.scenario = scenario
        self.handled = handled
    }

    func send(_ number: Int) {
        let isSleeping = pending.withLock { pending in
            defer { pending = number }
            return pending != nil
        }
        guard !isSleeping else { return }
        scenario.task("sleeper") {
            try await scenario.clock.sleep(for: .seconds(2))
            if let newest = pending.withLock({ $0.take() }) { handled(newest) }
        }
    }

    func finish() async {}
}
