import AsyncKit
import Foundation
import Testing

@Suite("What the platform tells")
struct PlatformTests {
    private var exact: Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1_000_000_000) }

    @Test("The coarse time since the start is not after the exact one, and not long before it")
    func coarse() {
        let earlier = exact
        let coarse = Platform.coarseUptime
        let later = exact
        #expect(coarse <= later)
        // The timer of a slow kernel ticks a hundred times a second.
        #expect(coarse >= earlier - 100_000_000)
    }
}
