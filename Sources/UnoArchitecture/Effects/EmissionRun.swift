/// Carries out one emission of a handler: emits the state, begins effects, keeps the order of concatenations.
///
/// Everything that begins at once emits the state that the handler left only once. The follow-up of an effect emits
/// only if it is `.state`, and then every time.
///
/// A tree may be of any depth: what comes next is a list, and nothing here calls itself for the parts of a tree.
final class EmissionRun {
    private enum Work {
        case begin(EffectTree, then: FollowUp?)
        /// Begins the parts of a merge from an index on.
        case beginParts(EffectTree, from: Int, then: FollowUp?)
        /// Continues with what follows something that has ended.
        case goOn(FollowUp?)
    }

    private let scope: AnyScope
    private let engine: GraphEngine
    private let call: HandlerCall
    /// Whether the state that the handler left has been emitted, or must not be.
    private var stateIsEmitted = false
    /// Whether an effect with a follow-up has ended after everything that begins at once had begun.
    private var isFollowing = false
    /// The queue number that the first effect with the id of a gate takes over: effects that came while the gate waited stay
    /// behind it.
    private var numberOfNext: (id: AnyHashable, queueNumber: EffectRun.Number)?

    init(_ scope: AnyScope) {
        self.scope = scope
        self.engine = scope.engine
        self.call = scope.engine.step.call
        engine.launches.noteEmission()
    }

    /// Emits the state if it is due, and begins `program`.
    func begin(_ program: EffectTree) { run(.begin(program, then: nil)) }

    /// Emits the state if `afterEmitting`, then begins `program` without emitting the state again.
    func begin(_ program: EffectTree, afterEmitting: Bool) {
        if afterEmitting { emit() } else { stateIsEmitted = true }
        if let work = whenSettled({ .begin(program, then: nil) }) { run(work) }
    }

    /// Does `first`, and then what comes at once.
    private func run(_ first: Work) {
        defer { numberOfNext = nil }
        var pending: [Work] = []
        var next: Work? = first
        while let work = next ?? pending.popLast() {
            switch work {
            case .begin(let tree, let following):
                next = begin(tree, following)
            case .beginParts(let tree, let index, let following):
                if index + 1 < tree.parts.count { pending.append(.beginParts(tree, from: index + 1, then: following)) }
                next = .begin(tree.parts[index], then: following)
            case .goOn(let following):
                next = following.flatMap { goOn($0) }
            }
        }
    }

    private func begin(_ tree: EffectTree, _ following: FollowUp?) -> Work? {
        switch tree.instruction {
        case .none:
            return .goOn(following)
        case .state:
            if isFollowing || !stateIsEmitted { emit() }
            return whenSettled { .goOn(following) }
        case .transaction(let transaction):
            engine.show(with: transaction)
            return .goOn(following)
        case .work(let effect):
            let queueNumber = takeNumber(of: effect)
            return start(following) { self.scope.start(effect, of: self.call, queueNumber: queueNumber, ended: $0) }
        case .feedBack(let actions):
            return start(following) { self.scope.feedBack(actions, of: self.call, ended: $0) }
        case .next(let action):
            return start(following) { self.scope.handleNext(action, ended: $0) }
        case .cancel(let id):
            return whenEmitted {
                self.scope.cancelEffects(id: AnyHashable(id))
                return .goOn(following)
            }
        case .dismiss(let site):
            // The state without the feature is emitted, by the parent.
            return whenSettled {
                // What the handler has told others comes first: it is dropped with the scope.
                if self.scope.hasNamedNext {
                    return self.start(following) { self.scope.dismissNext(at: site, ended: $0) }
                }
                if self.scope.isOpen, !self.scope.dismiss(at: site), !self.stateIsEmitted { self.emit() }
                return .goOn(following)
            }
        case .merge:
            guard !tree.parts.isEmpty else { return .goOn(following) }
            let last = following.map { FollowUp(.merge(open: tree.parts.count), of: tree, then: $0) }
            return .beginParts(tree, from: 0, then: last)
        case .concatenate:
            return goOn(FollowUp(.concatenation(next: 0), of: tree, then: following))
        case .gated(let gate):
            return whenEmitted { self.begin(gate, tree, following) }
        }
    }

    /// Begins the gated part at once if the gate only keeps a window, and there is none; otherwise the gate's effect decides.
    private func begin(_ gate: Gate, _ tree: EffectTree, _ following: FollowUp?) -> Work? {
        guard scope.isOpen else { return nil }
        if let window = gate.window, let id = window.id, !scope.hasEffect(id: AnyHashable(id)) {
            scope.start(window, of: 0, ended: nil)
            return .begin(tree.parts[0], then: following)
        }
        let (effect, pass) = gate.make()
        let gated = FollowUp(.gate(pass, effect, queueNumber: nil), of: tree, then: following)
        return startNow(gated) {
            gated.kind = .gate(pass, effect, queueNumber: scope.start(effect, of: call, pass: pass, ended: $0))
        }
    }

    private func takeNumber(of effect: Effect) -> EffectRun.Number? {
        guard let next = numberOfNext, let id = effect.id, AnyHashable(id) == next.id else { return nil }
        numberOfNext = nil
        return next.queueNumber
    }

    private func goOn(_ following: FollowUp) -> Work? {
        switch following.kind {
        case .merge(let open):
            following.kind = .merge(open: open - 1)
            return open == 1 ? .goOn(following.outer) : nil
        case .concatenation(let next):
            let parts = following.tree.parts
            guard next + 1 < parts.count else {
                // What is behind the last part is what follows the whole.
                return parts.last.map { .begin($0, then: following.outer) } ?? .goOn(following.outer)
            }
            following.kind = .concatenation(next: next + 1)
            return .begin(parts[next], then: following)
        case .gate(let pass, let effect, let queueNumber):
            guard engine.decide(pass.isGranted) else { return .goOn(following.outer) }
            if case .gated(let gate) = following.tree.instruction, let window = gate.window {
                scope.start(window, of: 0, queueNumber: queueNumber, ended: nil)
            } else if let id = effect.id, let queueNumber {
                numberOfNext = (AnyHashable(id), queueNumber)
            }
            return .begin(following.tree.parts[0], then: following.outer)
        }
    }

    /// Emits the state if it is due, and begins an effect.
    ///
    /// - Parameter effect: begins it, and has what it gets called when the effect has ended.
    private func start(_ following: FollowUp?, _ effect: @escaping ((() -> Void)?) -> Void) -> Work? {
        whenEmitted { self.startNow(following, effect) }
    }

    /// As `start`, when the state has been emitted.
    private func startNow(_ following: FollowUp?, _ effect: ((() -> Void)?) -> Void) -> Work? {
        // Each emitted state may close the scope; then nothing begins.
        guard scope.isOpen else { return nil }
        guard let following else {
            effect(nil)
            return nil
        }
        // Nil from the moment at which the effect has begun.
        var hasEndedAtOnce: Bool? = false
        effect {
            guard hasEndedAtOnce == nil else {
                hasEndedAtOnce = true
                return
            }
            self.isFollowing = true
            self.run(.goOn(following))
        }
        defer { hasEndedAtOnce = nil }
        return hasEndedAtOnce == true ? .goOn(following) : nil
    }

    /// Emits the state if it is due; then as `whenSettled`.
    private func whenEmitted(_ work: @escaping () -> Work?) -> Work? {
        if !stateIsEmitted { emit() }
        return whenSettled(work)
    }

    /// What `work` returns, or nil if it is left for the moment at which the suspended step resumes.
    private func whenSettled(_ work: @escaping () -> Work?) -> Work? {
        let isWaiting = scope.isWaiting({ [self] in
            if let next = work() { run(next) }
        })
        return isWaiting ? nil : work()
    }

    private func emit() {
        stateIsEmitted = true
        scope.emit()
    }
}

/// What follows a part of a program when the part has ended.
///
/// A chain of these is released in a loop: the compiler sees to that for a single variable of the class's own type.
private final class FollowUp {
    enum Kind {
        /// The merge has ended when the parts that are open have.
        case merge(open: Int)
        case concatenation(next: Int)
        /// The gated part begins if the pass is granted; its first effect takes over the turn of the gate.
        case gate(GatePass, Effect, queueNumber: EffectRun.Number?)
    }

    let tree: EffectTree
    var kind: Kind
    private(set) var outer: FollowUp?

    init(_ kind: Kind, of tree: EffectTree, then outer: FollowUp?) {
        self.tree = tree
        self.kind = kind
        self.outer = outer
    }
}

extension StateScope {
    @usableFromInline package typealias Handler<Action> = (inout State, Action) -> Emission<State>

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
    package final func makeStep<Action>(_ handler: @escaping Handler<Action>) -> (Action) -> Void {
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
            return EmissionRun(self).begin(program)
        }
        let call = engine.step.call
        emit()
        then(self, (effect, call)) { scope, begun in
            // The emission may have closed the scope.
            if scope.isOpen { scope.start(begun.0, of: begun.1, ended: nil) }
        }
    }

    /// Registers `effect` and begins it unless it has to wait for its turn; calls `ended` when the effect has ended.
    ///
    /// - Parameters:
    ///   - queueNumber: the number that it takes over from a gate, if any.
    ///   - pass: if the effect is a gate: what follows it takes its queue number over.
    /// - Returns: its queue number; nil if it does not start.
    @discardableResult
    final func start(
        _ effect: Effect,
        of call: HandlerCall,
        queueNumber: EffectRun.Number? = nil,
        pass: GatePass? = nil,
        ended: (() -> Void)?
    ) -> EffectRun.Number? {
        if let condition = effect.condition, !condition.openHere(in: engine.isolation).allowsStart() { return nil }
        // A finishing graph starts no long-running work.
        if effect.kind == .observe, engine.isFinishing {
            ended?()
            return nil
        }
        let name = name(of: effect)
        guard let admission = admission(of: effect.policy.kind, id: name?.id) else {
            ended?()
            return nil
        }
        let run = EffectRun(
            kind: effect.kind,
            name: name,
            call: call,
            scope: self,
            event: effect.isOfEvent ? engine.step.event : nil,
            context: effect.isOfEvent ? engine.step.context : nil,
            queueNumber: queueNumber,
            site: effect.site,
            policy: effect.policy,
            condition: effect.condition?.openHere(in: engine.isolation),
            work: effect.work,
            revokePass: pass.map { pass in { pass.revoke() } },
            continuation: ended
        )
        switch admission {
        case .beside: begin(run, waitingTurn: false)
        case .instead(let previous):
            for one in previous { one.cancel(.passed) }
            begin(run, waitingTurn: false)
        case .inLine(let displaced):
            begin(run, waitingTurn: true)
            displaced?.cancel(.passed)
        }
        return run.queueNumber
    }

    /// How a new effect comes to those with its id.
    private enum Admission {
        case beside
        case instead(of: [EffectRun])
        /// Behind those that wait; if there is one to make room, in place of it.
        case inLine(for: EffectRun?)
    }

    /// What `policy` makes of a new effect beside those with its id; nil if it is dropped.
    private func admission(of policy: EffectPolicy.Kind, id: AnyHashable?) -> Admission? {
        guard let id else { return .beside }
        return switch policy {
        case .runBoth: .beside
        case .cancelPrevious: .instead(of: effects(id: id))
        case .dropNew: hasEffect(id: id) ? nil : .beside
        case .waitTurn(let limit?, let overflow) where hasFullLine(id: id, limit: limit):
            switch overflow {
            case .dropNew: nil
            case .dropOldest:
                if let oldest = oldestInLine(id: id) {
                    .inLine(for: oldest)
                } else {
                    // Those that made the line full have been cancelled meanwhile.
                    limit > 0 ? .inLine(for: nil) : nil
                }
            }
        case .waitTurn: .inLine(for: nil)
        }
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
