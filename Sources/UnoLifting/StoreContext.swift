internal import Synchronization
public import UnoArchitecture

/// The context in which the step of a ``Store`` runs its middleware.
@usableFromInline
final class StoreContext<State: Sendable, Action: Sendable> {
    /// Names an effect of the store.
    private struct EffectID: Hashable, Sendable {
        let store: ObjectIdentifier
        let token: IOToken
    }

    @usableFromInline let scope: StateScope<State>
    private let feedback: Feedback<Action>
    /// The address of the state while the middleware handles an action. Set and cleared within one exclusive access to
    /// the state, so the state cannot change while the address is set.
    @exclusivity(unchecked) @usableFromInline var seen: UnsafePointer<State>?
    /// Shared by all actions.
    @exclusivity(unchecked) @usableFromInline private(set) var state: MiddlewareState<State>!

    init(_ context: NodeContext<State, Action>) {
        self.scope = context.scope
        self.feedback = context.feedback
        state = MiddlewareState(
            read: { [unowned self] in
                // `MiddlewareState` is not `Sendable` and exists only within `handle`, while `withBefore` has set `seen`.
                guard let seen else { fatalError("The state was read outside of handle(action:from:state:)") }
                return seen.pointee
            },
            makeLive: { [scope] in scope.live }
        )
    }

    /// Runs `body` with read access to the state in place.
    @inlinable
    func withBefore<Result>(_ value: inout State, _ body: (MiddlewareState<State>) -> Result) -> Result {
        withUnsafePointer(to: &value) { pointer in
            seen = pointer
            defer { seen = nil }
            return body(state)
        }
    }

    /// Converts `io` to effects of the store's scope.
    ///
    /// Immediate outputs are queued in the step itself. A work cancels a running work with the same token.
    @usableFromInline
    func emission(of io: IO<Action>) -> Emission<State> {
        let dispatch = Dispatcher(feedback: feedback, beginningCallOf: scope.engine)
        let store = ObjectIdentifier(self)
        var emissions: [Emission<State>] = []
        var outputs: [(Action, CallSite)] = []
        func flush() {
            guard !outputs.isEmpty else { return }
            emissions.append(.queue(outputs, feedback))
            outputs = []
        }
        for step in io.steps {
            switch step {
            case .output(let output, let site): outputs.append((output, site))
            case .work(let kind, let token, let work):
                flush()
                let id = token.map { EffectID(store: store, token: $0) }
                emissions.append(
                    .effect(kind, id: id, policy: .cancelPrevious) { _ in
                        await work(IOOutput { await dispatch.send($0, at: $1) })
                    }
                )
            case .cancel(let token):
                flush()
                emissions.append(.cancel(id: EffectID(store: store, token: token)))
            }
        }
        flush()
        return .merge(emissions)
    }

    /// Ends the handler call, after what the middleware asked for has begun.
    @usableFromInline
    func endCall() { scope.engine.step.endCall() }
}
