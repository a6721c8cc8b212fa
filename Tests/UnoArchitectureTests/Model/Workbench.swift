import AsyncKit
import Synchronization
import TestSupport

/// Where the effects of a composition wait until the script releases them.
final class Workbench: Sendable {
    /// Where an effect waits: effects with one label are alike, so those at one place can stand for each other.
    struct Place: Hashable, Comparable {
        let label: Int
        let stage: Int

        static func < (left: Place, right: Place) -> Bool { (left.label, left.stage) < (right.label, right.stage) }
    }

    private typealias Held = (place: Place, id: Int, continuation: UnsafeContinuation<Bool, Never>)

    private struct State {
        var held: [Held] = []
        var started: [Int] = []
        var lastID = 0
    }

    private let state = Locked(State())

    /// The places of the effects that wait, sorted.
    var held: [Place] { state.withLock { $0.held.map(\.place).sorted() } }
    /// The labels of the effects that have ever started, sorted.
    var started: [Int] { state.withLock { $0.started.sorted() } }

    func start(_ label: Int) { state.withLock { $0.started.append(label) } }

    /// Waits; false if the effect was cancelled.
    func hold(_ place: Place) async -> Bool {
        let entry = Atomic(0)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isHeld = state.withLock { state in
                    guard !Task.isCancelled else { return false }
                    state.lastID += 1
                    entry.store(state.lastID, ordering: .relaxed)
                    state.held.append((place, state.lastID, continuation))
                    return true
                }
                if !isHeld { continuation.resume(returning: false) }
            }
        } onCancel: {
            let id = entry.load(ordering: .relaxed)
            take { $0.id == id }?.resume(returning: false)
        }
    }

    /// Resumes one of the effects that wait there.
    func release(_ place: Place) { take { $0.place == place }?.resume(returning: true) }

    private func take(where isMeant: (Held) -> Bool) -> UnsafeContinuation<Bool, Never>? {
        state.withLock { state in
            guard let index = state.held.firstIndex(where: isMeant) else { return nil }
            return state.held.remove(at: index).continuation
        }
    }
}
