extension StateScope {
    @usableFromInline typealias Handler<Action> = (inout State, Action) -> Emission<State>

    /// The step of a part with a handler: changes the state in place and does what the handler asks for.
    @inlinable
    final func makeStep<Action>(_ handler: @escaping Handler<Action>) -> (Action) -> Void {
        let emitter = emitter
        if let cell { return { [self] action in follow(handler(&cell.value, action), emitter) } }
        if let place = view?.place {
            return { [self] action in follow(handler(&place.pointer.pointee, action), emitter) }
        }
        return { [self, view] action in
            var emission = Emission<State>.none
            view?.modify { emission = handler(&$0, action) }
            follow(emission, emitter)
        }
    }

    /// Does what a handler's emission asks for.
    @inlinable
    final func follow(_ emission: Emission<State>, _ emitter: AnyScope) {
        switch emission {
        case .none: break
        case .state: emitter.isOwing = true
        case .effects(let program): run(program)
        }
    }

    @usableFromInline
    final func run(_ program: EffectProgram<State>) {
        // The usual one, without what keeps the order of several.
        guard case .work(let effect) = program.instruction else {
            return EmissionRun(self).begin(.effects(program), ended: nil)
        }
        let (generation, call) = (generation, engine.call)
        emit()
        guard !engine.isSuspended else {
            return engine.afterwards {
                if self.isOpen, self.generation == generation { self.start(effect, of: call, ended: nil) }
            }
        }
        // It may have gone away with what it has just emitted.
        if isOpen, self.generation == generation { start(effect, of: call, ended: nil) }
    }

    /// Registers `effect`, and begins it unless it has to wait its turn; `ended` is called when it is over.
    final func start(_ effect: Effect<State>, of call: HandlerCall, ended: (() -> Void)?) {
        guard !(engine.origin?.isCancelled ?? false) else { return }
        if let condition = effect.condition, !condition.openHere(in: engine.isolation).allowsStart() { return }
        // A finishing graph starts no long-running work.
        if effect.kind == .observe, engine.isFinishing {
            ended?()
            return
        }
        let id = effect.id.map { AnyHashable($0) }
        if effect.policy == .dropNew, let id, hasEffect(id: id) {
            ended?()
            return
        }
        let run = EffectSource(effect, id: id, call: call, in: self, continuation: ended)
        if effect.policy == .cancelPrevious, let id { cancelEffects(id: id) }
        begin(run, waitingTurn: effect.policy == .waitTurn)
    }
}
