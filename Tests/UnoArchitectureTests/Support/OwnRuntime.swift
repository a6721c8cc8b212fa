import AsyncKit

@testable import UnoArchitecture

/// The runtime of a feature, for the feature itself: a weak reference, because the runtime retains the feature.
final class OwnRuntime<State: Sendable, Action: Sendable>: Sendable {
    private struct Reference: Sendable {
        weak var runtime: Runtime<State, Action>?
    }

    private let reference = Locked(Reference())
    private let kept = Locked<Runtime<State, Action>?>(nil)

    func set(_ runtime: Runtime<State, Action>) { reference.withLock { $0.runtime = runtime } }

    /// Retains `runtime`, for a feature that releases it itself.
    func keep(_ runtime: Runtime<State, Action>) {
        set(runtime)
        kept.withLock { $0 = runtime }
    }

    func letGo() {
        // Release the last reference after the lock.
        _ = kept.withLock { $0.take() }
    }

    /// The runtime, after it has been set and while it lives.
    var runtime: Runtime<State, Action>? { reference.withLock { $0.runtime } }
}

extension Runtime {
    /// The present state, if the runtime rests and a new subscriber therefore gets it without waiting.
    nonisolated var stateAtOnce: State? { statesAtOnce()() }

    /// Whether a visit waits to enter the runtime's isolation.
    nonisolated var isVisited: Bool { isolation.token.visitors.areWaiting }

    /// Subscribes; the returned closure takes the next available state without waiting.
    nonisolated func statesAtOnce() -> @Sendable () -> State? {
        let subscription = core.subscribe(.latest, at: CallSite(#fileID, #line))
        return { subscription.nextNow() }
    }

    /// Queues `action` as a send does that has found the runtime open before a shutdown began, and is still to wake the loop.
    nonisolated func sendLate(_ action: Action) {
        let entry = Entry(
            action: action, eventID: core.eventIDs.issue(for: isolation), at: LiteralPlace(nil), details: nil)
        _ = core.mailbox.offer(entry, onReady: {})
    }

    /// The number of parts with a stream transformer, running or not, that the graph knows.
    nonisolated func transformerCount() async -> Int {
        await isolation.visit { isolation in isolation.engine.bridges.count }
    }

    /// Handles `action` at once, as a view model does; for a caller on the runtime's executor.
    @discardableResult
    nonisolated func handleNow(_ action: Action) -> EventTask { core.handleNow(action, at: CallSite(#fileID, #line)) }
}
