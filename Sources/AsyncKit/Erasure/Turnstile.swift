import Synchronization

/// Lets one task in at a time, in the order of arrival, until it is closed.
///
/// *Behavior*
/// - **Close.** `close()` sends everybody who waits away, and everybody who comes later. Whoever is inside stays.
/// - **Cancellation.** Has no effect of its own; the owner closes the turnstile.
///
/// Complexity: `enter()` and `leave()` are amortised O(1); `close()` is O(n) in those who wait.
final class Turnstile: Sendable {
    private typealias Visitor = UnsafeContinuation<Bool, Never>

    private let machine = Mutex(TurnstileStateMachine<Visitor>())

    /// Waits for the turn; false if the turnstile is closed. Whoever got true calls `leave()` or `close()`.
    func enter() async -> Bool {
        await withUnsafeContinuation { (visitor: Visitor) in
            switch machine.withLock({ $0.enter(visitor) }) {
            case .admit: visitor.resume(returning: true)
            case .wait: break
            case .refuse: visitor.resume(returning: false)
            }
        }
    }

    func leave() {
        let visitor = machine.withLock { $0.leave() }
        visitor?.resume(returning: true)
    }

    func close() {
        guard var waiting = machine.withLock({ $0.close() }) else { return }
        while let visitor = waiting.popFirst() {
            visitor.resume(returning: false)
        }
    }
}
