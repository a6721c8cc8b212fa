import Synchronization

/// Counts the graphs that have not been freed.
final class Presence: Sendable {
    /// The presences that exist, and who waits for their end.
    final class Count: Sendable {
        private let state = Mutex<(count: Int, waiting: CheckedContinuation<Void, Never>?)>((0, nil))

        func makePresence() -> Presence {
            state.withLock { $0.count += 1 }
            return Presence(self)
        }

        /// Returns when all presences have been freed.
        func gone() async {
            await withCheckedContinuation { continuation in
                let isGone = state.withLock { state in
                    if state.count > 0 { state.waiting = continuation }
                    return state.count == 0
                }
                if isGone { continuation.resume() }
            }
        }

        fileprivate func leave() {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.count -= 1
                return state.count == 0 ? state.waiting.take() : nil
            }
            waiting?.resume()
        }
    }

    private let owner: Count

    private init(_ owner: Count) {
        self.owner = owner
    }

    /// For a closure that has to keep the presence.
    func keep() {}

    deinit { owner.leave() }
}
