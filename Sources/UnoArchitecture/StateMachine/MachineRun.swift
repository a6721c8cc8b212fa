/// A running state machine: its phase, and the effects that belong to it. Lives in the graph's isolation.
///
/// For each event: the machine decides, and the next state is stored; if that leaves the phase that effects were started
/// in, they are cancelled, except the effect whose own result it was; if an input changes the value of the state's case,
/// effects are cancelled that new ones replace; the state is emitted; the new effects begin.
@usableFromInline
final class MachineRun<Machine: StateMachine>: SliceFollowing {
    @usableFromInline typealias Event = StateMachineEvent<Machine.Input, Machine.IOResult>
    @usableFromInline typealias Answer = (transition: Machine.Transition, isDefined: Bool)

    @usableFromInline let scope: StateScope<Machine.State>
    private let runEffect: EffectReplacement<Machine>.Run
    private let feedback: Feedback<Machine.Action>
    private let site: CallSite?
    /// The phase that the machine's effects belong to; nil while none has been started in the present phase.
    private var phase: Machine.EffectScope?
    @exclusivity(unchecked) @usableFromInline private(set) var hasPhase = false
    private let history = MachineHistory()

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
                let replaces = hasPhase && replacesEffects(answer, to: event, in: cell.value)
                if let next = answer.transition.0 { cell.value = next }
                follow(answer, to: event, replacing: replaces, emitter)
            }
        }
        return { [self, view = scope.view] action in
            guard let event = Machine.Action.map(action) else { return }
            var answer: Answer?
            var replaces = false
            view?.modify { state in
                let found = Machine.answer(to: event, in: state)
                replaces = hasPhase && replacesEffects(found, to: event, in: state)
                if let next = found.transition.0 { state = next }
                answer = found
            }
            if let answer { follow(answer, to: event, replacing: replaces, emitter) }
        }
    }

    /// Does what is left to do when the next state has been stored.
    @inlinable
    func follow(_ answer: Answer, to event: Event, replacing replaces: Bool, _ emitter: AnyScope) {
        let (next, effects) = answer.transition
        if hasPhase, let next { enter(Machine.effectScope(of: next), becauseOf: event) }
        if let effects {
            start(effects, isEmitting: next != nil, replacing: replaces)
        } else if next != nil {
            emitter.needsEmission = true
        } else if !answer.isDefined {
            reportUndefined(event)
        }
    }

    /// The slice that the machine lives in has gone, and with it all that the machine has started.
    func end() { forgetPhase() }

    // MARK: Phases

    /// The state belongs to the phase `next` now: if that is another one, the effects of the old one end, except the effect
    /// whose own result led here, and what follows it.
    @usableFromInline
    func enter(_ next: Machine.EffectScope, becauseOf event: Event) {
        if case .ioResult = event {
            enter(next, carrying: scope.engine.source)
        } else {
            enter(next, carrying: nil)
        }
    }

    private func enter(_ next: Machine.EffectScope, carrying source: EffectRun?) {
        guard let phase, phase != next else { return }
        let effects = scope.effects(id: phaseID)
        let carried = effects.first { $0 === source }
        history.leavePhase()
        let branch = (source?.condition as? PhaseMembership)?.branch
        let areFollowersCarried = branch.map { $0.history === history && $0.goAlong() } ?? false
        if carried != nil || areFollowersCarried { self.phase = next } else { forgetPhase() }
        for effect in effects where effect !== carried { effect.cancel(.abandoned) }
    }

    /// Another part may have taken the state out of the phase.
    func followSlice() {
        guard hasPhase else { return }
        if let state = scope.state { enter(Machine.effectScope(of: state), carrying: nil) }
    }

    private func forgetPhase() {
        guard hasPhase else { return }
        phase = nil
        hasPhase = false
        scope.engine.endPhase()
    }

    /// Effects that belong to a phase begin, in the phase that the state is in.
    private func beginPhase() {
        guard !hasPhase, let state = scope.state else { return }
        phase = Machine.effectScope(of: state)
        hasPhase = true
        scope.engine.beginPhase()
    }

    /// Whether effects of the answer take the place of those of their case: an input changes the value of an enum's case.
    @usableFromInline
    func replacesEffects(_ answer: Answer, to event: Event, in state: Machine.State) -> Bool {
        guard case .input = event, let next = answer.transition.0, answer.transition.1 != nil else { return false }
        return StateCase.isChange(from: state, to: next)
    }

    // MARK: Effects

    /// Names the machine's effects that belong to a phase: one id for all of them.
    private struct PhaseID: Hashable, Sendable {
        let machine: ObjectIdentifier
        /// Which effect it is; not part of the identity.
        var effect: Machine.IOEffect?

        static func == (left: PhaseID, right: PhaseID) -> Bool { left.machine == right.machine }

        func hash(into hasher: inout Hasher) { hasher.combine(machine) }
    }

    private var phaseID: AnyHashable { AnyHashable(PhaseID(machine: ObjectIdentifier(self))) }

    @usableFromInline
    func start(_ effects: Machine.Effects, isEmitting: Bool, replacing replaces: Bool) {
        let composition = Machine.composition(of: effects)
        if replaces { replace(composition.effects) }
        _ = scope.engine.beginCall()
        // A part before this one may have taken the state out of its phase within the step.
        followSlice()
        let branch = composition.hasFollowers ? PhaseBranch(in: history) : nil
        EmissionRun(scope).begin(program(composition, branch), afterEmitting: isEmitting)
        scope.engine.endCall()
    }

    /// Ends the effects that belong to the phase and are of the same case as one of `effects`, those included that are still
    /// to come.
    private func replace(_ effects: [Machine.IOEffect]) {
        let cases = Set(effects.filter { Machine.traits(of: $0).isReplaceable }.map { StateCase(of: $0) })
        guard !cases.isEmpty else { return }
        history.replace(cases)
        for run in scope.effects(id: phaseID) {
            guard let effect = (run.id?.base as? PhaseID)?.effect, Machine.traits(of: effect).isReplaceable,
                cases.contains(StateCase(of: effect))
            else { continue }
            run.cancel(.abandoned)
        }
    }

    private func program(
        _ composition: ComposableEffect<Machine.IOEffect>,
        _ branch: PhaseBranch?
    ) -> EffectProgram<Machine.State> {
        switch composition {
        case .none: EffectProgram(.merge([]))
        case .just(let effect): EffectProgram(.work(work(effect, branch)))
        case .merge(let parts): EffectProgram(.merge(parts.map { .effects(program($0, branch?.makeBranch())) }))
        case .concat(let parts): EffectProgram(.concatenate(parts.map { .effects(program($0, branch)) }))
        }
    }

    private func work(_ effect: Machine.IOEffect, _ branch: PhaseBranch?) -> Effect<Machine.State> {
        let traits = Machine.traits(of: effect)
        let outlivesPhase = traits.contains(.outlivesPhase)
        if !outlivesPhase { beginPhase() }
        return Effect(
            kind: traits.contains(.longRunning) ? .observe : .perform,
            id: outlivesPhase ? nil : PhaseID(machine: ObjectIdentifier(self), effect: effect),
            policy: .runBoth,
            condition: branch.map {
                GraphBound<any StartCondition>(
                    PhaseMembership(of: effect, with: traits, in: $0),
                    to: scope.engine.token
                )
            }
        ) { [runEffect, feedback, call = scope.engine.call, site = site ?? CallSite(#fileID, #line)] _, _ in
            for await result in runEffect(effect) {
                _ = await feedback.send(.ioResult(result), FeedbackOrigin(call), site)
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
