import AsyncKit

/// A channel that looks whether a party is there, and begins to wait in a second step: a wake-up in between is lost.
actor ForgetfulChannel: Rendezvous {
    private typealias Waiter = UnsafeContinuation<Void, Never>

    private var elements: [Int] = []
    private var waiters: [Waiter] = []
    private var hasFinished = false

    func send(_ element: Int) async -> SendResult {
        elements.append(element)
        wakeAll()
        return .delivered
    }

    nonisolated func next() async -> Int? {
        while true {
            switch await take() {
            case .element(let element): return element
            case .finished: return nil
            // Here somebody may send, and finds nobody to wake.
            case .nothing: await wait()
            }
        }
    }

    nonisolated func finish() {}

    private enum Answer {
        case element(Int)
        case finished, nothing
    }

    private func take() -> Answer {
        guard elements.isEmpty else { return .element(elements.removeFirst()) }
        return hasFinished ? .finished : .nothing
    }

    private func wait() async {
        await withUnsafeContinuation { waiters.append($0) }
    }

    private func wakeAll() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
