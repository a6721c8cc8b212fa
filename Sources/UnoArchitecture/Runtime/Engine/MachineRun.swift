/// A running state machine: its phase, and the effects that belong to it. Lives in the graph's isolation.
///
/// For each event: the machine answers, and the next state is stored; if it leaves the phase that effects were started
/// in, they are cancelled; the state is emitted; the new effects begin.
@usableFromInline
final class MachineRun<Machine: StateMachine>: SliceFollowing {
    @usableFromInline typealias Event = StateMachineEvent<Machine.Input, Machine.IOResult>
    @usableFromInline typealias Answer = (transition: Machine.Transition, isDefined: Bool)

    @usableFromInline let scope: StateScope<Machine.State>
    private let runEffect: EffectReplacement<Machine>.Run
    private let feedback: Feedback<Machine.Action>
    private let site: CallSite?
    /// The phase that effects were started in, until the machine leaves it.
    private var phase: (scope: Machine.EffectScope, validity: EffectValidity)?
    @exclusivity(unchecked) @usableFromInline private(set) var hasPhase = false
    /// That of the effects that outlive their phase.
    private var life = EffectValidity()

    init(_ context: NodeContext<Machine.State, Machine.Action>, machine: Machine) {
        self.scope = context.scope
        self.runEffect = EffectReplacements.replacement(for: machine) ?? { machine.runIOEffect($0) }
        self.feedback = context.feedback
        self.site = context.site
        scope.addFollower(self, everyStep: false)
    }

    @inlinable
    func makeStep() -> (Machine.Action) -> Void {
        let emitter = scope.emitter
        if let cell = scope.cell {
            return { [self] action in
                guard let event = Machine.Action.map(action) else { return }
                let answer = Machine.answer(to: event, in: cell.value)
                if let next = answer.transition.0 { cell.value = next }
                follow(answer, to: event, emitter)
            }
        }
        return { [self, view = scope.view] action in
            guard let event = Machine.Action.map(action) else { return }
            var answer: Answer?
            view?.modify { state in
                let found = Machine.answer(to: event, in: state)
                if let next = found.transition.0 { state = next }
                answer = found
            }
            if let answer { follow(answer, to: event, emitter) }
        }
    }

    /// Does what is left to do when the next state has been stored.
    @inlinable
    func follow(_ answer: Answer, to event: Event, _ emitter: AnyScope) {
        let (next, effects) = answer.transition
        if hasPhase, let next { enter(Machine.effectScope(of: next)) }
        if let effects {
            start(effects, isEmitting: next != nil)
        } else if next != nil {
            emitter.isOwing = true
        } else if !answer.isDefined {
            reportUndefined(event)
        }
    }

    /// The slice that the machine lives in has gone: nothing that it started counts any more.
    func end() {
        phase?.validity.revoke()
        forgetPhase()
        life.revoke()
        life = EffectValidity()
    }

    // MARK: Phases

    /// The state belongs to the phase `next` now: if that is another one, the effects of the old one end.
    @usableFromInline
    func enter(_ next: Machine.EffectScope) {
        guard let phase, phase.scope != next else { return }
        forgetPhase()
        // What is queued first, so that nothing counts any more by the time that cancellation is heard of.
        phase.validity.revoke()
        scope.cancelEffects(id: phase.validity, .abandoned)
    }

    /// Another part may have taken the state out of the phase.
    func followSlice() {
        guard hasPhase else { return }
        if let state = scope.state { enter(Machine.effectScope(of: state)) }
    }

    private func forgetPhase() {
        guard hasPhase else { return }
        phase = nil
        hasPhase = false
        scope.engine.endPhase()
    }

    private func validity(for traits: EffectTraits) -> EffectValidity {
        if traits.contains(.outlivesPhase) { return life }
        if let phase { return phase.validity }
        guard let state = scope.state else { return life }
        let validity = EffectValidity()
        phase = (Machine.effectScope(of: state), validity)
        hasPhase = true
        scope.engine.beginPhase()
        return validity
    }

    // MARK: Effects

    @usableFromInline
    func start(_ effects: Machine.Effects, isEmitting: Bool) {
        let program = program(Machine.composition(of: effects))
        EmissionRun(scope).begin(program, afterEmitting: isEmitting)
    }

    private func program(_ composition: ComposableEffect<Machine.IOEffect>) -> EffectProgram<Machine.State> {
        switch composition {
        case .none: EffectProgram(.merge([]))
        case .just(let effect): EffectProgram(.work(work(effect)))
        case .merge(let parts): EffectProgram(.merge(parts.map { .effects(program($0)) }))
        case .concat(let parts): EffectProgram(.concatenate(parts.map { .effects(program($0)) }))
        }
    }

    private func work(_ effect: Machine.IOEffect) -> Effect<Machine.State> {
        let traits = Machine.traits(of: effect)
        let validity = validity(for: traits)
        return Effect(
            kind: traits.contains(.longRunning) ? .observe : .perform,
            id: validity,
            policy: .runBoth,
            validity: validity
        ) { [runEffect, feedback, ticket = scope.engine.origin, site = site ?? CallSite(#fileID, #line)] _, _ in
            for await result in runEffect(effect) {
                _ = await feedback.send(.ioResult(result), ticket, validity, site)
            }
        }
    }

    // MARK: Undefined transitions

    @usableFromInline
    func reportUndefined(_ event: Event) {
        guard let state = scope.state else { return }
        let (kind, value): (String, any Sendable) =
            switch event {
            case .input(let input): ("input", input)
            case .ioResult(let result): ("result", result)
            }
        scope.engine.log.report(
            .undefinedTransition,
            "\(Machine.self) defines no transition from the state \(state) for the \(kind) \(value)",
            at: site,
            about: "\(Machine.self) \(StateCase.name(of: state)) \(kind) \(StateCase.name(of: value))"
        )
    }
}
