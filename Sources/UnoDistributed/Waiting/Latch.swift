internal import AsyncKit

/// A one-way switch for which any number of tasks wait.
///
/// *Cancellation*: a wait returns when its task is cancelled. Complexity: O(1); opening is O(n) in the waiting tasks.
final class Latch: Sendable {
    /// Who is told that the latch is open.
    private enum Waiter: Sendable {
        case task(UnsafeContinuation<Void, Never>)
        case call(@Sendable () -> Void)

        func resume() {
            switch self {
            case .task(let continuation): continuation.resume()
            case .call(let body): body()
            }
        }
    }

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
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waiter = Waiter.task(continuation)
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

    /// Returns when this latch or `other` is open, or when the waiting task is cancelled.
    func wait(or other: Latch?) async {
        guard let other else { return await wait() }
        let race = Race<Void>()
        let ids = (whenOpen { race.decide(()) }, other.whenOpen { race.decide(()) })
        await race.result(whenCancelled: ())
        if let id = ids.0 { remove(id) }
        if let id = ids.1 { other.remove(id) }
    }

    /// Calls `body` when the latch opens, at once if it is open; returns an id to take that back with.
    func whenOpen(_ body: @escaping @Sendable () -> Void) -> UInt64? {
        let id: UInt64? = state.withLock { state in
            guard !state.isOpen else { return nil }
            state.lastID += 1
            state.waiters[state.lastID] = .call(body)
            return state.lastID
        }
        if id == nil { body() }
        return id
    }

    /// Takes back what `whenOpen(_:)` has returned this id for.
    func remove(_ id: UInt64) { _ = state.withLock { $0.waiters.removeValue(forKey: id) } }

    /// For tests: the number of those who wait.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

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
