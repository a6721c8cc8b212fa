import AsyncKit
import Synchronization

/// Work that a test controls: it records that it has started, and waits until the test releases it.
///
/// Each release resumes the caller of `run()` that has waited longest. If none waits, the release is kept for the next.
package final class HeldWork: Sendable {
    package enum Ending: Sendable { case released, cancelled }

    private struct State {
        var permits = 0
        var waiting: [(id: UInt64, continuation: UnsafeContinuation<Ending, Never>)] = []
        var lastID: UInt64 = 0
    }

    /// An entry for each start, and for each end.
    package let starts = Record<Void>()
    package let endings = Record<Ending>()
    private let state = Locked(State())

    package init() {}

    /// The number of callers of `run()` that wait to be released.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until it is released or cancelled, and returns which of the two happened.
    @discardableResult
    package func run() async -> Ending {
        let place = Atomic<UInt64>(0)
        let ending = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let ending: Ending? = state.withLock { state in
                    // Either this check sees the cancellation, or the handler finds `place`.
                    if Task.isCancelled { return .cancelled }
                    if state.permits > 0 {
                        state.permits -= 1
                        return .released
                    }
                    state.lastID += 1
                    place.store(state.lastID, ordering: .relaxed)
                    state.waiting.append((state.lastID, continuation))
                    return nil
                }
                starts.append()
                if let ending { continuation.resume(returning: ending) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> UnsafeContinuation<Ending, Never>? in
                let id = place.load(ordering: .relaxed)
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: .cancelled)
        }
        endings.append(ending)
        return ending
    }

    package func release() {
        let continuation = state.withLock { state -> UnsafeContinuation<Ending, Never>? in
            guard !state.waiting.isEmpty else {
                state.permits += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        continuation?.resume(returning: .released)
    }
}
