public import UnoArchitecture

/// A running state machine: its phase and the effects that belong to it. Lives in the graph's isolation.
///
/// For each event:
/// 1. The machine decides on a transition, and its next state is stored. A result of a phase that a part before this one has left in
///    the step is dropped instead.
/// 2. If the state leaves the phase, the phase's effects are cancelled, except the effect whose result caused the event.
/// 3. If an input changes the value of the state's case, the effects that new ones replace are cancelled.
/// 4. The state is emitted, and the new effects start.
@usableFromInline
final class MachineRun<Machine: StateMachine>: SliceFollowing, RunningPart {
    @usableFromInline typealias Event = StateMachineEvent<Machine.Input, Machine.IOResult>

    @usableFromInline let scope: StateScope<Machine.State>
    private let runEffect: EffectReplacement<Machine>.Run
    private let feedback: Feedback<Machine.Action>
    private let site: CallSite?
    /// The phase that the machine's effects belong to; nil while no effect has been started in the present phase.
    private var phase: Machine.EffectScope?
    @exclusivity(unchecked) @usableFromInline private(set) var hasPhase = false
    private let history = MachineHistory()
    private var following: Following?

    init(_ context: NodeContext<Machine.State, Machine.Action>, machine: Machine) {
        self.scope = context.scope
        self.runEffect =
            EffectReplacements.replacement(for: machine, in: context.replacements) ?? {
                Machine.EffectResults.stream(of: await machine.runIOEffect($0))
            }
        self.feedback = context.feedback
        self.site = context.site
        following = scope.addFollower(self, everyStep: false)
    }

    @inlinable
    func makeStep() -> (Machine.Action) -> Void {
        let emitter = scope.emitter
        if let cell = scope.cell {
            return { [self] action in
                guard scope.isOpen, let event = Machine.Action.map(action) else { return }
                let transition = Machine.reduce(cell.value, event)
                let change = hasPhase ? change(of: cell.value, by: transition, on: event) : nil
                guard change?.wasLeft != true || followPhase() else { return }
                if let next = transition.state { cell.value = next }
                complete(transition, on: event, change, emitter)
            }
        }
        return { [self, view = scope.view] action in
            guard scope.isOpen, let event = Machine.Action.map(action) else { return }
            var transition: Machine.Transition?
            var change: PhaseChange?
            view?.look { state in
                let decided = Machine.reduce(state, event)
                change = hasPhase ? self.change(of: state, by: decided, on: event) : nil
                transition = decided
            }
            guard let transition, change?.wasLeft != true || followPhase() else { return }
            if let next = transition.state { view?.modify { $0 = next } }
            complete(transition, on: event, change, emitter)
        }
    }

    /// Completes a transition whose next state has been stored.
    @inlinable
    func complete(
        _ transition: Machine.Transition,
        on event: Event,
        _ change: PhaseChange?,
        _ emitter: AnyScope
    ) {
        if let next = change?.next { enter(next, becauseOf: event) }
        if let effects = transition.effects {
            start(effects, isEmitting: transition.state != nil, replacing: change?.replaces ?? false)
        } else if transition.state != nil {
            emitter.requestEmission()
        } else if !transition.isDefined {
            reportUndefined(event)
        }
    }

    package func start() {}

    /// Called when the machine's slice has been removed, and its effects with it.
    package func stop() { forgetPhase() }

    // MARK: Phases

    /// Called when the state belongs to the phase `next`. If the phase has changed, the effects of the previous phase are
    /// cancelled, except the effect whose result caused the change and the effects that follow it.
    @usableFromInline
    func enter(_ next: Machine.EffectScope, becauseOf event: Event) {
        if case .ioResult = event {
            enter(next, carrying: scope.engine.step.source)
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
        for effect in effects where effect !== carried && !isOfPresentPhase(effect) { effect.cancel(.abandoned) }
    }

    /// A result that is held has let the effect behind its own begin, which goes along with it.
    private func isOfPresentPhase(_ effect: EffectRun) -> Bool {
        (effect.condition as? PhaseMembership)?.branch.isCurrent ?? false
    }

    /// Ends a phase that a part before this one has left in the running step; returns false for a result of that phase.
    @usableFromInline
    func followPhase() -> Bool { scope.engine.keepsSource(during: followSlice) }

    /// What a transition does to the phase and its effects.
    @usableFromInline
    struct PhaseChange {
        /// The phase of the next state; nil if there is no next state.
        @usableFromInline var next: Machine.EffectScope?
        /// Whether another part has left the phase before a result does.
        @usableFromInline var wasLeft = false
        /// Whether the transition's effects, if it has any, replace running effects of the same cases: an input changes the value
        /// of an enum state's case.
        @usableFromInline var replaces = false
    }

    /// Decides what `transition` does to the phase; stores nothing.
    @usableFromInline
    func change(of state: Machine.State, by transition: Machine.Transition, on event: Event) -> PhaseChange {
        var change = PhaseChange()
        guard let phase else { return change }
        change.next = transition.state.map(Machine.effectScope)
        switch event {
        case .input:
            if let next = transition.state { change.replaces = StateCase.isChange(from: state, to: next) }
        // Only a result that leaves the phase takes its effect along; one that changes nothing need not be dropped.
        case .ioResult:
            let isChange = transition.state != nil || transition.effects != nil || !transition.isDefined
            change.wasLeft = isChange && change.next != phase && Machine.effectScope(of: state) != phase
        }
        return change
    }

    /// Called when another part of the body may have changed the state, and with it the phase.
    func followSlice() {
        guard hasPhase else { return }
        if let state = scope.state { enter(Machine.effectScope(of: state), carrying: nil) }
    }

    private func forgetPhase() {
        guard hasPhase else { return }
        phase = nil
        hasPhase = false
        scope.engine.following.phases -= 1
    }

    /// Makes the phase of the present state the machine's phase; called before the first effect of a phase starts.
    private func beginPhase() {
        guard !hasPhase, let state = scope.state else { return }
        phase = Machine.effectScope(of: state)
        hasPhase = true
        scope.engine.following.phases += 1
    }

    // MARK: Effects

    /// The id of all of the machine's effects that belong to a phase.
    private struct PhaseID: Hashable, Sendable, CustomStringConvertible {
        let machine: ObjectIdentifier
        /// The effect that carries this id; not part of the identity.
        var effect: Machine.IOEffect?

        /// The name of the effect's case, for observers, snapshots and reports.
        var description: String { effect.map { CaseName.of($0) } ?? "phase" }

        static func == (left: PhaseID, right: PhaseID) -> Bool { left.machine == right.machine }

        func hash(into hasher: inout Hasher) { hasher.combine(machine) }
    }

    private var phaseID: AnyHashable { AnyHashable(PhaseID(machine: ObjectIdentifier(self))) }

    @usableFromInline
    func start(_ effects: Machine.Effects, isEmitting: Bool, replacing replaces: Bool) {
        let composition = Machine.composition(of: effects)
        if replaces { replace(composition.effects) }
        _ = scope.engine.step.beginCall()
        // A part before this one may have changed the phase within the step.
        followSlice()
        let branches = composition.hasFollowers ? PhaseBranches(in: history) : nil
        scope.begin(emission(composition, branches), afterEmitting: isEmitting)
        scope.engine.step.endCall()
    }

    /// Cancels the phase's effects that are of the same case as one of `effects`, including those that have not started yet.
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

    private func emission(
        _ composition: ComposableEffect<Machine.IOEffect>,
        _ branches: PhaseBranches?
    ) -> Emission<Machine.State> {
        let branches = branches.map { self.branches(of: composition, in: $0) }
        return composition.fold { place, element, parts in
            switch element {
            case .none: .none
            case .just(let effect): work(effect, branches?[place])
            case .merge: .merge(parts)
            case .concatenate: .concatenate(parts)
            }
        }
    }

    /// The branch of each element: a merge's parts have one each, those of a concatenation share its own.
    private func branches(
        of composition: ComposableEffect<Machine.IOEffect>,
        in all: PhaseBranches
    ) -> [PhaseBranch] {
        var branches: [PhaseBranch] = []
        // What the elements to come belong to, the next one last.
        var open = [(branch: all.whole, merge: Int?.none)]
        for (place, element) in composition.elements.enumerated() {
            let (outer, merge) = open.removeLast()
            let branch = merge.map { all.makeBranch(in: outer, ofMergeAt: $0) } ?? outer
            branches.append(branch)
            let isMerge = if case .merge = element { true } else { false }
            open += repeatElement((branch: branch, merge: isMerge ? place : nil), count: element.count)
        }
        return branches
    }

    private func work(_ effect: Machine.IOEffect, _ branch: PhaseBranch?) -> Emission<Machine.State> {
        let traits = Machine.traits(of: effect)
        let outlivesPhase = traits.contains(.outlivesPhase)
        if !outlivesPhase { beginPhase() }
        return .effect(
            traits.contains(.longRunning) ? .observe : .perform,
            id: outlivesPhase ? nil : PhaseID(machine: ObjectIdentifier(self), effect: effect),
            policy: .runBoth,
            if: branch.map {
                GraphBound<any StartCondition>(
                    PhaseMembership(of: effect, with: traits, in: $0),
                    to: scope.engine.token
                )
            }
        ) { [runEffect, feedback, call = scope.engine.step.call, site = site ?? CallSite(#fileID, #line)] _ in
            for await result in await runEffect(effect) {
                await feedback.send(.ioResult(result), of: call, at: site)
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
