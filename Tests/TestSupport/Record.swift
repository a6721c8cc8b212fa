import AsyncKit

/// A log of what has happened so far, in order; a test waits for the nth entry instead of polling.
///
/// Can be used from any thread. A test that waits for an entry that never comes fails when its time limit cancels it.
package final class Record<Element: Sendable>: Sendable {
    package typealias Condition = @Sendable (_ elements: [Element]) -> Bool
    private typealias Continuation = UnsafeContinuation<[Element], Never>

    private struct State {
        var elements: [Element] = []
        var watchers: [(id: UInt64, isAwaited: Condition, continuation: Continuation)] = []
        var lastID: UInt64 = 0
    }

    private let state = Locked(State())

    package init() {}

    /// The entries so far.
    package var elements: [Element] { state.withLock { $0.elements } }

    package func append(_ element: Element) {
        let (satisfied, elements) = state.withLock { state in
            state.elements.append(element)
            let satisfied = state.watchers.filter { $0.isAwaited(state.elements) }
            if satisfied.isEmpty { return ([Continuation](), [Element]()) }
            state.watchers.removeAll { watcher in satisfied.contains { $0.id == watcher.id } }
            return (satisfied.map(\.continuation), state.elements)
        }
        for watcher in satisfied { watcher.resume(returning: elements) }
    }

    /// Returns all entries as soon as there are at least `count`, or when the waiting task is cancelled.
    @discardableResult
    package func waitFor(_ count: Int) async -> [Element] { await waitFor { $0.count >= count } }

    /// Returns all entries as soon as they fulfil `isAwaited`, or when the waiting task is cancelled.
    ///
    /// It is asked at each entry, so that none is passed over between a test's look and its wait.
    @discardableResult
    package func waitFor(_ isAwaited: @escaping Condition) async -> [Element] {
        let waiterID = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { watcher in
                let elements: [Element]? = state.withLock { state in
                    // Either this check sees the cancellation, or the handler finds the id.
                    if isAwaited(state.elements) || Task.isCancelled { return state.elements }
                    state.lastID += 1
                    waiterID.publish(state.lastID)
                    state.watchers.append((state.lastID, isAwaited, watcher))
                    return nil
                }
                if let elements { watcher.resume(returning: elements) }
            }
        } onCancel: {
            let (watcher, elements) = state.withLock { state -> (Continuation?, [Element]) in
                guard let index = state.watchers.firstIndex(where: { $0.id == waiterID.value }) else {
                    return (nil, [])
                }
                return (state.watchers.remove(at: index).continuation, state.elements)
            }
            watcher?.resume(returning: elements)
        }
    }
}

extension Record where Element == Void {
    package func append() { append(()) }
    package var count: Int { elements.count }
}
