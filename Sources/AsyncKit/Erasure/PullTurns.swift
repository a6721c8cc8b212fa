import Synchronization

/// Lets one task in at a time, in the order of arrival, until they are closed.
///
/// *Behavior*
/// - **Close.** `close()` sends everybody who waits away, and everybody who comes later. Whoever is inside stays.
/// - **Cancellation.** Has no effect of its own; the owner of the turns closes them.
///
/// Complexity: `enter()` and `leave()` are amortised O(1); `close()` is O(n) in those who wait.
final class PullTurns: Sendable {
    private typealias Puller = UnsafeContinuation<Bool, Never>

    private let machine = Mutex(PullTurnsStateMachine<Puller>())

    /// Waits for the turn; false if the turns are closed. Whoever got true calls `leave()` or `close()`.
    func enter() async -> Bool {
        await withUnsafeContinuation { (puller: Puller) in
            switch machine.withLock({ $0.enter(puller) }) {
            case .admit: puller.resume(returning: true)
            case .wait: break
            case .refuse: puller.resume(returning: false)
            }
        }
    }

    func leave() {
        let puller = machine.withLock { $0.leave() }
        puller?.resume(returning: true)
    }

    func close() {
        guard var waiting = machine.withLock({ $0.close() }) else { return }
        while let puller = waiting.popFirst() {
            puller.resume(returning: false)
        }
    }
}
