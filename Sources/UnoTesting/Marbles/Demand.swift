internal import AsyncKit

/// The number of times that the consumer of a marble test may request the next value.
final class Demand: Sendable {
    private struct State {
        /// The number of requests that are left; nil for any number.
        var allowed: Int? = 0
        /// Whether the consumer has requested a value and not the next one.
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

    /// Waits until the consumer may request a value. For one consumer.
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

    /// Lets the consumer take this many values from now on, including the one that it has requested; nil for any
    /// number.
    ///
    /// A waiting consumer waits until `resume()`.
    func allow(_ count: Int?) {
        state.withLock { state in
            state.allowed = count.map { max(0, $0 - (state.isAsking ? 1 : 0)) }
        }
    }

    /// Resumes a waiting consumer if it may request a value now.
    func resume() {
        let waiter = state.withLock { state in
            state.waiter != nil && state.ask() ? state.waiter.take() : nil
        }
        waiter?.resume()
    }
}
