import AsyncKit
import UnoTesting

/// A host that ends with what it has handled so far: what is queued, and what its effects do, is not waited for.
final class UndrainedHost: CountingHost {
    private let queue = AsyncStream<Void>.makeStream()
    private let counted = Locked(0)
    private let loop = Locked<Task<Void, Never>?>(nil)

    init(_ scenario: Scenario) {
        let loop = scenario.task("loop") { [actions = queue.stream, counted] in
            for await _ in actions { scenario.task("effect") { counted.withLock { $0 += 1 } } }
        }
        self.loop.withLock { $0 = loop }
    }

    func count() { queue.continuation.yield() }

    func finish() async -> Int {
        queue.continuation.finish()
        await loop.withLock { $0 }?.value
        return counted.withLock { $0 }
    }
}
