import AsyncKit
import UnoTesting

/// A host whose loop refers to it for good, although it has ended.
final class ImmortalHost: CountingHost {
    private let counted = Locked(0)
    private let keeper = Locked<(@Sendable () -> Void)?>(nil)

    init(_ scenario: Scenario) {
        keeper.withLock { $0 = { self.counted.withLock { $0 += 0 } } }
    }

    func count() { counted.withLock { $0 += 1 } }
    func finish() async -> Int { counted.withLock { $0 } }
}
