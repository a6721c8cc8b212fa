import AsyncKit
import TestSupport
import UnoTesting

/// A host that something refers to for good, although it has ended.
final class ImmortalHost: CountingHost {
    private let counted = Locked(0)
    /// For good: as long as the test.
    @TaskLocal static var keeper = Record<ImmortalHost>()

    init(_ scenario: Scenario) { Self.keeper.append(self) }

    func count() { counted.withLock { $0 += 1 } }
    func finish() async -> Int { counted.withLock { $0 } }
}
