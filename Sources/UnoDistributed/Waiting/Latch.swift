internal import UnoAsync

/// A one-way switch for which any number of tasks wait.
///
/// *Cancellation*: a wait returns when its task is cancelled. Complexity: O(1); opening is O(n) in the waiting tasks.
final class Latch: Sendable {
    private typealias Waiter = UnsafeContinuation<Void, Never>

    private struct State: Sendable {
        var isOpen = false
        var waiters: [UInt64: Waiter] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Locked(State())

    init(isOpen: Bool = false) {
        if isOpen { open() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Returns when the latch is open or the waiting task is cancelled.
    func wait() async {
        let id = SharedWaiterID()
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (waiter: Waiter) in
                let waits = state.withLock { state in
                    // A task is marked as cancelled before its handler runs; see `SharedWaiterID`.
                    guard !state.isOpen, !Task.isCancelled else { return false }
                    state.lastID += 1
                    id.publish(state.lastID)
                    state.waiters[state.lastID] = waiter
                    return true
                }
                if !waits { waiter.resume() }
            }
        } onCancel: {
            state.withLock { state in id.value.flatMap { state.waiters.removeValue(forKey: $0) } }?.resume()
        }
    }

    /// Lets all waiting and all later tasks pass.
    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters { waiter.resume() }
    }
}
