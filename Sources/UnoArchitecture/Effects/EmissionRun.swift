/// Carries out one emission of a handler: emits the state, begins effects, keeps the order of concatenations.
///
/// Everything that begins at once emits the state that the handler left only once. The follow-up of an effect emits
/// only if it is `.state`, and then every time.
final class EmissionRun {
    private let scope: AnyScope
    private let engine: GraphEngine
    private let call: HandlerCall
    /// Whether the state that the handler left has been emitted, or must not be.
    private var stateIsEmitted = false
    /// Whether an effect with a follow-up has ended after everything that begins at once had begun.
    private var isFollowing = false
    /// The turn that the first effect behind a gate takes over: effects that came while the gate waited stay behind it.
    private var turnOfNext: EffectRun.Number?

    init(_ scope: AnyScope) {
        self.scope = scope
        self.engine = scope.engine
        self.call = scope.engine.call
        engine.effectEmissions &+= 1
    }

    /// Emits the state if `afterEmitting`, then begins `program` without emitting the state again.
    func begin(_ program: EffectTree, afterEmitting: Bool) {
        if afterEmitting { emit() } else { stateIsEmitted = true }
        engine.whenSettled {
            self.begin(program.instruction, ended: nil)
        }
    }

    /// Begins `emission`, and calls `ended` when its effects have ended.
    func begin(_ emission: EffectTree.Part, ended: (() -> Void)?) {
        switch emission {
        case .none, .unshown:
            ended?()
        case .state:
            if isFollowing || !stateIsEmitted { emit() }
            if let ended { engine.whenSettled(ended) }
        case .effects(let program):
            begin(program.instruction, ended: ended)
        }
    }

    private func begin(_ instruction: EffectTree.Instruction, ended: (() -> Void)?) {
        switch instruction {
        case .work(let effect):
            let turn = turnOfNext.take()
            startEffect(ended: ended) { self.scope.start(effect, of: self.call, turn: turn, ended: $0) }
        case .feedBack(let actions):
            startEffect(ended: ended) { self.scope.feedBack(actions, of: self.call, ended: $0) }
        case .next(let action):
            startEffect(ended: ended) { self.scope.handleNext(action, ended: $0) }
        case .cancel(let id):
            if !stateIsEmitted { emit() }
            engine.whenSettled {
                self.scope.cancelEffects(id: AnyHashable(id))
                ended?()
            }
        case .transaction(let transaction):
            engine.sink.carry(transaction)
            ended?()
        case .dismiss(let site):
            // The state without the feature is emitted, by the parent.
            engine.whenSettled {
                if self.scope.isOpen, !self.scope.dismiss(at: site), !self.stateIsEmitted { self.emit() }
                ended?()
            }
        case .merge(let emissions):
            var open = emissions.count
            guard open > 0 else {
                ended?()
                return
            }
            let oneEnded: (() -> Void)? = ended.map { ended in
                {
                    open -= 1
                    if open == 0 { ended() }
                }
            }
            for emission in emissions { begin(emission, ended: oneEnded) }
        case .concatenate(let emissions):
            concatenate(emissions[...], ended: ended)
        case .gated(let gate, let emission):
            let (effect, pass) = gate.make()
            var turn: EffectRun.Number?
            let follow: () -> Void = {
                guard pass.isGranted else {
                    ended?()
                    return
                }
                self.turnOfNext = turn
                self.begin(emission, ended: ended)
                self.turnOfNext = nil
            }
            startEffect(ended: follow) { turn = self.scope.start(effect, of: self.call, isGate: true, ended: $0) }
        }
    }

    private func startEffect(ended: (() -> Void)?, _ start: @escaping ((() -> Void)?) -> Void) {
        if !stateIsEmitted { emit() }
        engine.whenSettled {
            // Each emitted state may close the scope; then nothing begins.
            guard self.scope.isOpen else { return }
            var isStarting = true
            start(
                ended.map { ended in
                    {
                        if !isStarting { self.isFollowing = true }
                        ended()
                    }
                }
            )
            isStarting = false
        }
    }

    /// A loop over the parts that end at once, so that a long concatenation does not grow the stack.
    private func concatenate(_ emissions: ArraySlice<EffectTree.Part>, ended: (() -> Void)?) {
        var rest = emissions
        while let next = rest.popFirst() {
            // The last part ends the concatenation: an effect that nothing follows needs no turn for its end.
            if rest.isEmpty { return begin(next, ended: ended) }
            var isBeginning = true
            var hasEnded = false
            begin(next) { [rest] in
                if isBeginning { hasEnded = true } else { self.concatenate(rest, ended: ended) }
            }
            isBeginning = false
            if !hasEnded { return }
        }
        ended?()
    }

    private func emit() {
        stateIsEmitted = true
        scope.emit()
    }
}

extension StateScope {
    @usableFromInline typealias Handler<Action> = (inout State, Action) -> Emission<State>

    /// The step of a part with a handler: changes the state in place and carries out the handler's emission.
    ///
    /// - Parameter site: where the handler was declared, for a report of changes that it does not show.
    @inlinable
    final func makeStep<Action>(_ handler: @escaping Handler<Action>, at site: CallSite) -> (Action) -> Void {
        #if DEBUG
            return makeStep(watching(handler, at: site))
        #else
            return makeStep(handler)
        #endif
    }

    /// The step of a part with a handler, without reports.
    @inlinable
    final func makeStep<Action>(_ handler: @escaping Handler<Action>) -> (Action) -> Void {
        let emitter = emitter
        // Only the root's scope stays open: a child may be removed within the step that brings the action.
        if let cell {
            guard sink == nil else { return { [self] action in follow(handler(&cell.value, action), emitter) } }
            return { [self] action in if isOpen { follow(handler(&cell.value, action), emitter) } }
        }
        if let place = view?.place {
            return { [self] action in if isOpen { follow(handler(&place.pointer.pointee, action), emitter) } }
        }
        return { [self, view] action in
            guard isOpen else { return }
            var emission = Emission<State>.none
            view?.modify { emission = handler(&$0, action) }
            follow(emission, emitter)
        }
    }

    @inlinable
    final func follow(_ emission: Emission<State>, _ emitter: AnyScope) {
        switch emission {
        case .none, .unshown: break
        case .state: emitter.requestEmission()
        case .effects(let program): run(program.tree)
        }
    }
}

extension AnyScope {
    @usableFromInline
    final func run(_ program: EffectTree) {
        // The common case of a single effect needs no `EmissionRun`.
        guard case .work(let effect) = program.instruction else {
            return EmissionRun(self).begin(.effects(program), ended: nil)
        }
        let call = engine.call
        emit()
        guard !engine.isSuspended else {
            return engine.deferUntilSettled {
                if self.isOpen { self.start(effect, of: call, ended: nil) }
            }
        }
        // The emission may have closed the scope.
        if isOpen { start(effect, of: call, ended: nil) }
    }

    /// Registers `effect` and begins it unless it has to wait for its turn; calls `ended` when the effect has ended.
    ///
    /// - Parameters:
    ///   - turn: the turn that it takes over from a gate, if any.
    ///   - isGate: whether what follows it takes its turn over.
    /// - Returns: its turn; nil if it does not start.
    @discardableResult
    final func start(
        _ effect: Effect,
        of call: HandlerCall,
        turn: EffectRun.Number? = nil,
        isGate: Bool = false,
        ended: (() -> Void)?
    ) -> EffectRun.Number? {
        guard !(engine.origin?.isCancelled ?? false) else { return nil }
        if let condition = effect.condition, !condition.openHere(in: engine.isolation).allowsStart() { return nil }
        // A finishing graph starts no long-running work.
        if effect.kind == .observe, engine.isFinishing {
            ended?()
            return nil
        }
        let name = name(of: effect)
        if effect.policy == .dropNew, let name, hasEffect(id: name.id) {
            ended?()
            return nil
        }
        var (waitsTurn, displaced): (Bool, EffectRun?) = (effect.policy == .waitTurn, nil)
        if case .waitTurnInLine(let limit, let overflow) = effect.policy, let name {
            waitsTurn = true
            if hasFullLine(id: name.id, limit: limit) {
                displaced = overflow == .dropOldest ? oldestWaiting(id: name.id) : nil
                guard displaced != nil else {
                    ended?()
                    return nil
                }
            }
        }
        let run = DeclaredEffectRun(
            effect,
            name: name,
            call: call,
            in: self,
            turn: turn,
            isGate: isGate,
            continuation: ended
        )
        if effect.policy == .cancelPrevious, let name { cancelEffects(id: name.id) }
        begin(run, waitingTurn: waitsTurn)
        displaced?.cancel(.passed)
        return run.turn
    }

    /// The effect's id; nil, which is reported, for one that no other id is equal to, not even itself.
    private func name(of effect: Effect) -> EffectName? {
        guard let given = effect.id else { return nil }
        let id = AnyHashable(given)
        guard id != id else { return EffectName(given) }
        let message = "The effect id \(id.base) is not equal to itself; the effect begins as one without an id"
        engine.log.report(.unequalID, message, at: effect.site)
        return nil
    }
}
