import AsyncKit

/// What has happened so far, in order; a test waits for the nth entry instead of looking again and again.
///
/// May be used from any thread. A test that waits for more than ever happens hangs, so its time limit fails it.
package final class Record<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var watchers: [(count: Int, continuation: UnsafeContinuation<[Element], Never>)] = []
    }

    private let state = Locked(State())

    package init() {}

    /// Everything until now.
    package var elements: [Element] { state.withLock { $0.elements } }

    package func append(_ element: Element) {
        let (satisfied, elements) = state.withLock { state in
            state.elements.append(element)
            let count = state.elements.count
            guard state.watchers.contains(where: { $0.count <= count }) else {
                return ([UnsafeContinuation<[Element], Never>](), [Element]())
            }
            let satisfied = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (satisfied, state.elements)
        }
        for watcher in satisfied { watcher.resume(returning: elements) }
    }

    /// Everything, as soon as there are at least `count` entries. Does not react to cancellation.
    @discardableResult
    package func waitFor(_ count: Int) async -> [Element] {
        await withUnsafeContinuation { watcher in
            let elements: [Element]? = state.withLock { state in
                if state.elements.count >= count { return state.elements }
                state.watchers.append((count, watcher))
                return nil
            }
            if let elements { watcher.resume(returning: elements) }
        }
    }
}

extension Record where Element == Void {
    package func append() { append(()) }
    package var count: Int { elements.count }
}
