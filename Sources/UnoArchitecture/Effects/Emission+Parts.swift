// What the parts of other modules begin effects with. Those that users write have `perform`, `observe` and a dispatcher.

extension Emission {
    /// Begins one effect, which has no use for the access to the state that `work` gets.
    ///
    /// - Parameter condition: asked when the effect's turn comes. If it refuses, neither the effect nor what follows it begins.
    package static func effect(
        _ kind: EffectKind,
        id: (any Hashable & Sendable)?,
        policy: EffectPolicy,
        if condition: GraphBound<any StartCondition>? = nil,
        _ work: @escaping EffectWork
    ) -> Emission {
        .effects(EffectProgram(.work(Effect(kind: kind, id: id, policy: policy, condition: condition, work: work))))
    }

    /// Queues `actions` within the running step, for an effect that ends when all of them have been handled.
    package static func queue<Action>(_ actions: [(Action, CallSite)], _ feedback: Feedback<Action>) -> Emission {
        let queued = QueuedActions(count: actions.count) { effect, eventID in
            actions.count { action, site in !feedback.enqueue(action, .effect(effect, eventID), site) }
        }
        return .effects(EffectProgram(.feedBack(queued)))
    }
}

extension Dispatcher {
    /// The dispatcher of the handler call that begins now, in the step of `engine`.
    package init(feedback: Feedback<Action>, beginningCallOf engine: GraphEngine) {
        self.init(feedback: feedback, call: engine.step.beginCall())
    }
}

extension StateScope {
    /// The state as an effect reads it.
    package var live: DynamicState<State> {
        let isolation: GraphIsolation = engine.isolation
        let bound = GraphBound(self, to: isolation.token)
        return DynamicState { await isolation.visit { bound.open(in: $0).stateForEffects } }
    }

    /// Emits the state if `isEmitting`, then begins `emission` without emitting the state again.
    package func begin(_ emission: Emission<State>, afterEmitting isEmitting: Bool) {
        EmissionRun(self).begin(emission.tree, afterEmitting: isEmitting)
    }
}
