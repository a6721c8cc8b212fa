import AsyncKit
import Synchronization
import TestSupport

/// Where the effects of a composition wait until the script releases them.
final class Workbench: Sendable {
    private struct State {
        var held: [(label: Int, id: Int, continuation: UnsafeContinuation<Bool, Never>)] = []
        var started: [Int] = []
        var lastID = 0
    }

    private let state = Locked(State())

    /// The labels of the effects that wait, sorted.
    var held: [Int] { state.withLock { $0.held.map(\.label).sorted() } }
    /// The labels of the effects that have ever started, sorted.
    var started: [Int] { state.withLock { $0.started.sorted() } }

    func start(_ label: Int) { state.withLock { $0.started.append(label) } }

    /// Waits; false if the effect was cancelled.
    func hold(_ label: Int) async -> Bool {
        let place = Atomic(0)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isHeld = state.withLock { state in
                    guard !Task.isCancelled else { return false }
                    state.lastID += 1
                    place.store(state.lastID, ordering: .relaxed)
                    state.held.append((label, state.lastID, continuation))
                    return true
                }
                if !isHeld { continuation.resume(returning: false) }
            }
        } onCancel: {
            let id = place.load(ordering: .relaxed)
            take { $0.id == id }?.resume(returning: false)
        }
    }

    /// Lets the one with `label` go on that has waited longest.
    func release(_ label: Int) { take { $0.label == label }?.resume(returning: true) }

    private func take(
        where isMeant: ((label: Int, id: Int, continuation: UnsafeContinuation<Bool, Never>)) -> Bool
    ) -> UnsafeContinuation<Bool, Never>? {
        state.withLock { state in
            guard let index = state.held.firstIndex(where: isMeant) else { return nil }
            return state.held.remove(at: index).continuation
        }
    }
}
