/// A fair, asynchronous mutual exclusion: one is inside, the others wait in a line.
///
/// - Ordering: first come, first served; `leave()` hands over to the one that has waited longest, so that
///   nobody slips in between, and `tryEnter()` does not overtake the line.
/// - Finish: `close()` turns away all that wait and all that come later; the holder stays inside until it leaves.
/// - Cancellation: a cancelled task does not enter, even if the turnstile is free, unless it enters with
///   `enterIgnoringCancellation()`. A task that was let in before it was cancelled is inside and has to leave.
/// - Complexity: amortised O(1); withdrawing and cancelling are O(log n) in the waiters. Nothing allocates
///   while nobody waits.
package final class Turnstile: Sendable {
    private let storage = TurnstileStorage()

    package init() {}

    /// The answer to entering.
    package enum Entry: Sendable, Hashable {
        /// The caller is inside and calls `leave()`.
        case entered
        /// The task was cancelled first.
        case cancelled
        /// The turnstile was closed first.
        case closed
        /// Another party withdrew the entry first.
        case withdrawn
    }

    /// Enters as soon as all that came before have left.
    package func enter() async -> Entry { await storage.enter() }

    /// Enters as `enter()` does, unless the withdrawal is used first; a withdrawal serves one entry.
    package func enter(withdrawal: TurnstileWithdrawal) async -> Entry {
        await storage.enter(withdrawal: withdrawal)
    }

    /// Enters as `enter()` does, whether or not the task is cancelled; never answers `.cancelled`.
    package func enterIgnoringCancellation() async -> Entry { await storage.enterIgnoringCancellation() }

    /// Enters if the turnstile is free and open; not sensitive to cancellation.
    package func tryEnter() -> Bool { storage.tryEnter() }

    /// Joins the line at once, for a task that claims the place later.
    package func reserve() -> TurnstileReservation { storage.reserve() }

    /// Lets the next one in; traps if nobody is inside.
    package func leave() { storage.leave() }

    /// Turns the entry that this withdrawal was or will be passed to away with `.withdrawn`.
    ///
    /// Answers whether it came in time: false if the entry has had its answer or was withdrawn before.
    @discardableResult
    package func withdraw(_ withdrawal: TurnstileWithdrawal) -> Bool { storage.withdraw(withdrawal) }

    /// Turns away all that wait and all that come later; not the one that is inside.
    package func close() { storage.close() }

    /// Whether anybody waits: one atomic read that acquires, without a lock.
    package var hasWaiters: Bool { storage.hasWaiters }
}
