import AsyncKit

@testable import UnoArchitecture

/// The runtime of a feature, for the feature itself: a reference that keeps nothing, as the runtime keeps the feature.
final class OwnRuntime<State: Sendable, Action: Sendable>: Sendable {
    private struct Reference: Sendable {
        weak var runtime: Runtime<State, Action>?
    }

    private let reference = Locked(Reference())

    func set(_ runtime: Runtime<State, Action>) { reference.withLock { $0.runtime = runtime } }

    /// Once it has been set, and while it lives.
    var runtime: Runtime<State, Action>? { reference.withLock { $0.runtime } }
}

extension Runtime {
    /// The present state, if the runtime rests, so that one that subscribes has it without waiting.
    nonisolated var stateAtOnce: State? { core.subscribe(.latest, at: CallSite(#fileID, #line)).nextNow() }
}
