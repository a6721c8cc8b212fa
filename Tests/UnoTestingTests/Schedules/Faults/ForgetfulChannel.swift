import AsyncKit

/// A channel that looks whether a party is there, and begins to wait in a second step: a wake-up in between is lost.
actor ForgetfulChannel: Rendezvous {
    private typealias Waiter = UnsafeContinuation<Void, Never>

    private struct Waiters {
        var continuations: [Waiter] = []
        var hasFinished = false
    }

    private var elements: [Int] = []
    private let waiters = Locked(Waiters())

    func send(_ element: Int) async -> ChannelSendResult {
        elements.append(element)
        wakeAll()
        return .delivered
    }

    nonisolated func next() async -> Int? {
        while true {
            switch await take() {
            case .element(let element): return element
            case .finished: return nil
            // A producer that sends here finds no consumer to wake.
            case .nothing: await wait()
            }
        }
    }

    nonisolated func finish() {
        waiters.withLock { $0.hasFinished = true }
        wakeAll()
    }

    private enum Answer {
        case element(Int)
        case finished, nothing
    }

    private func take() -> Answer {
        guard elements.isEmpty else { return .element(elements.removeFirst()) }
        return waiters.withLock { $0.hasFinished } ? .finished : .nothing
    }

    private func wait() async {
        await withUnsafeContinuation { waiter in
            let hasFinished = waiters.withLock { waiters in
                if !waiters.hasFinished { waiters.continuations.append(waiter) }
                return waiters.hasFinished
            }
            if hasFinished { waiter.resume() }
        }
    }

    private nonisolated func wakeAll() {
        let continuations = waiters.withLock { waiters in
            defer { waiters.continuations = [] }
            return waiters.continuations
        }
        for waiter in continuations { waiter.resume() }
    }
}
