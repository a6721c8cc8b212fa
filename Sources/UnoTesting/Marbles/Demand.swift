internal import UnoAsync

/// How often the consumer of a marble test may ask for the next value.
final class Demand: Sendable {
    private struct State {
        /// How many asks are left; nil for any number.
        var allowed: Int? = 0
        /// The consumer has asked, and not come back for more.
        var isAsking = false
        var waiter: CheckedContinuation<Void, Never>?

        mutating func ask() -> Bool {
            guard allowed != 0 else { return false }
            allowed = allowed.map { $0 - 1 }
            isAsking = true
            return true
        }
    }

    private let state = Locked(State())

    /// Waits until the consumer may ask; for one consumer.
    func wait() async {
        await withCheckedContinuation { waiter in
            let mayAsk = state.withLock { state in
                state.isAsking = false
                let mayAsk = state.ask()
                if !mayAsk { state.waiter = waiter }
                return mayAsk
            }
            if mayAsk { waiter.resume() }
        }
    }

    /// Lets the consumer take so many values from now on, the one included that it has asked for; nil for any number.
    ///
    /// One that waits goes on waiting until `resume()`.
    func allow(_ count: Int?) {
        state.withLock { state in
            state.allowed = count.map { max(0, $0 - (state.isAsking ? 1 : 0)) }
        }
    }

    /// Lets a consumer that waits go on, if it may ask now.
    func resume() {
        let waiter = state.withLock { state in
            state.waiter != nil && state.ask() ? state.waiter.take() : nil
        }
        waiter?.resume()
    }
}
