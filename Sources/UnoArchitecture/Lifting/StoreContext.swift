/// What the step of a ``Store`` works with.
@usableFromInline
final class StoreContext<State: Sendable, Action: Sendable> {
    /// Names an effect of the store.
    private struct EffectID: Hashable, Sendable {
        let store: ObjectIdentifier
        let token: IOToken
    }

    @usableFromInline let scope: StateScope<State>
    private let feedback: Feedback<Action>
    /// Where the state is while the middleware looks at it: set and cleared around `handle`, within one exclusive access
    /// to the state, so that whoever finds it set reads what nobody changes.
    @exclusivity(unchecked) @usableFromInline var seen: UnsafePointer<State>?
    /// One for all actions.
    @exclusivity(unchecked) @usableFromInline private(set) var state: MiddlewareState<State>!

    init(_ context: NodeContext<State, Action>) {
        self.scope = context.scope
        self.feedback = context.feedback
        state = MiddlewareState(
            read: { [unowned self] in
                // The middleware has it only while it handles an action, during which `withBefore` has set `seen`.
                guard let seen else { fatalError("The state was read outside of handle(action:from:state:)") }
                return seen.pointee
            },
            makeLive: { [scope] in Self.live(scope) }
        )
    }

    /// Shows the middleware the state in its place.
    @inlinable
    func withBefore<Result>(_ value: inout State, _ body: (MiddlewareState<State>) -> Result) -> Result {
        withUnsafePointer(to: &value) { pointer in
            seen = pointer
            defer { seen = nil }
            return body(state)
        }
    }

    private static func live(_ scope: StateScope<State>) -> DynamicState<State> {
        let isolation: GraphIsolation = scope.engine.isolation
        let bound = GraphBound(scope, to: isolation.token)
        return DynamicState {
            await isolation.visit { isolation in
                let scope = bound.open(in: isolation)
                guard let state = scope.state ?? scope.fallbackState() else {
                    fatalError("A store has lost its state, \(State.self)")
                }
                return state
            }
        }
    }

    /// `io` as effects of the store's scope.
    ///
    /// Outputs that are there at once are queued in the step itself; a work takes the place of one with its token.
    @usableFromInline
    func emission(of io: IO<Action>) -> Emission<State> {
        let dispatch = Dispatcher(feedback: feedback, call: scope.engine.beginCall())
        let store = ObjectIdentifier(self)
        var emissions: [Emission<State>] = []
        var outputs: [(Action, CallSite)] = []
        func flush() {
            guard !outputs.isEmpty else { return }
            let actions = QueuedActions(count: outputs.count) { [outputs, feedback] effect, eventID in
                outputs.count { output, site in !feedback.enqueue(output, effect, eventID, site) }
            }
            emissions.append(.effects(EffectProgram(.feedBack(actions))))
            outputs = []
        }
        for step in io.steps {
            switch step {
            case .output(let output, let site): outputs.append((output, site))
            case .work(let kind, let token, let work):
                flush()
                emissions.append(
                    .effects(
                        EffectProgram(
                            .work(
                                Effect(
                                    kind: kind,
                                    id: token.map { EffectID(store: store, token: $0) },
                                    policy: .cancelPrevious
                                ) { _, _ in await work(IOOutput { await dispatch.send($0, $1) }) }
                            )
                        )
                    )
                )
            case .cancel(let token):
                flush()
                emissions.append(.cancel(id: EffectID(store: store, token: token)))
            }
        }
        flush()
        return .merge(emissions)
    }

    /// What the middleware has asked for has begun.
    @usableFromInline
    func endCall() { scope.engine.endCall() }
}
