import UnoAsync

@testable import UnoArchitecture

/// The runtime of a feature, for the feature itself: a reference that keeps nothing, as the runtime keeps the feature.
final class OwnRuntime<State: Sendable, Action: Sendable>: Sendable {
    private struct Reference: Sendable {
        weak var runtime: Runtime<State, Action>?
    }

    private let reference = Locked(Reference())
    private let kept = Locked<Runtime<State, Action>?>(nil)

    func set(_ runtime: Runtime<State, Action>) { reference.withLock { $0.runtime = runtime } }

    /// Keeps `runtime`, for a feature that lets go of it itself.
    func keep(_ runtime: Runtime<State, Action>) {
        set(runtime)
        kept.withLock { $0 = runtime }
    }

    func letGo() {
        // The last reference goes after the lock.
        _ = kept.withLock { $0.take() }
    }

    /// Once it has been set, and while it lives.
    var runtime: Runtime<State, Action>? { reference.withLock { $0.runtime } }
}

extension Runtime {
    /// The present state, if the runtime rests, so that one that subscribes has it without waiting.
    nonisolated var stateAtOnce: State? { statesAtOnce()() }

    /// Whether somebody is on the way into the runtime's isolation without a turn.
    nonisolated var isVisited: Bool { isolation.token.visitors.areWaiting }

    /// Subscribes; the result tells what there is for the subscriber, without waiting.
    nonisolated func statesAtOnce() -> @Sendable () -> State? {
        let subscription = core.subscribe(.latest, at: CallSite(#fileID, #line))
        return { subscription.nextNow() }
    }
}
