import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite("The storage of a debounced iteration")
struct DebounceStorageTests {
    @Test("ends its two loops when it is cancelled while they wait for the consumer and for a window")
    func cancelledAtRest() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let storage = DebounceStorage<AsyncStream<Int>, TestClock>(
            DebounceParameters(interval: .seconds(1), tolerance: nil, clock: TestClock())
        )
        let ended = Record<Void>()
        executor.start {
            await storage.run(AsyncStream { _ in })
            ended.append()
        }
        #expect(ended.count == 0)
        storage.cancel()
        executor.runUntilIdle()
        #expect(ended.count == 1)
    }
}
