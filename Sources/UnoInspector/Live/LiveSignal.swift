internal import AsyncKit

/// Tells those who listen that there is news, without waiting for them.
final class LiveSignal: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastNumber = 0
    }

    private let listeners = Locked(Listeners())

    /// The number of those who listen.
    var listenerCount: Int { listeners.withLock { $0.continuations.count } }

    /// An element at once, and one after one or more calls of ``notify()``; releasing the stream ends the listening.
    func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.lastNumber += 1
            listeners.continuations[listeners.lastNumber] = continuation
            return listeners.lastNumber
        }
        continuation.onTermination = { [weak self] _ in
            // Released without the lock.
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        continuation.yield()
        return stream
    }

    func notify() {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield() }
    }
}
