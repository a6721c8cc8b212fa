/// A place in the line of a ``Turnstile``, taken at once and claimed later, by one task.
///
/// Whoever reserves must see to it that the place is claimed: when its turn comes, the turnstile waits for `leave()`.
package final class TurnstileReservation: Sendable {
    private enum Stage: Sendable {
        /// In line, and not claimed. Next: `claimed` or `answered`.
        case waiting
        /// In line, with a task that waits for the answer. Next: `answered`.
        case claimed(UnsafeContinuation<Turnstile.Entry, Never>)
        /// Final.
        case answered(Turnstile.Entry)
    }

    private let stage = Locked(Stage.waiting)

    /// Returns `.entered` when the turn has come, or `.closed`; not sensitive to cancellation.
    package func claim() async -> Turnstile.Entry {
        await withUnsafeContinuation { task in
            let entry: Turnstile.Entry? = stage.withLock { stage in
                switch stage {
                case .waiting:
                    stage = .claimed(task)
                    return nil
                case .answered(let entry): return entry
                case .claimed: fatalError("claim: the reservation is claimed by another task")
                }
            }
            if let entry { task.resume(returning: entry) }
        }
    }

    func resolve(_ entry: Turnstile.Entry) {
        let task: UnsafeContinuation<Turnstile.Entry, Never>? = stage.withLock { stage in
            defer { stage = .answered(entry) }
            switch stage {
            case .claimed(let task): return task
            case .waiting: return nil
            case .answered: fatalError("resolve(\(entry)): the reservation is \(stage)")
            }
        }
        task?.resume(returning: entry)
    }
}
