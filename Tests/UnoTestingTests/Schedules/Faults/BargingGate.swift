import AsyncKit

/// Frees its place and wakes the next one, which takes it without looking: another task may have come in between.
struct BargingGate: Exclusion {
    private struct State {
        var isTaken = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func comeIn() async {
        await withUnsafeContinuation { waiter in
            let isFree = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.waiters.append(waiter) }
                return !state.isTaken
            }
            if isFree { waiter.resume() }
        }
        state.withLock { $0.isTaken = true }
    }

    func leave() {
        let next = state.withLock { state in
            state.isTaken = false
            return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
        }
        next?.resume()
    }
}
