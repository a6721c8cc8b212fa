/// Carries out one emission of a handler: emits, begins effects, keeps the order of concatenations.
///
/// All that begins at once emits the state that the handler left, once. What follows an effect emits only where it says
/// `.state`, and then each time.
final class EmissionRun<State: Sendable> {
    private let scope: StateScope<State>
    private let engine: GraphEngine
    private let generation: UInt32
    private let call: HandlerCall
    /// Whether the state that the handler left has been emitted, or is not to be.
    private var stateIsEmitted = false
    /// Whether all that begins at once has begun, and an effect has ended that something follows.
    private var isFollowing = false

    init(_ scope: StateScope<State>) {
        self.scope = scope
        self.engine = scope.engine
        self.generation = scope.generation
        self.call = scope.engine.call
        engine.effectEmissions &+= 1
    }

    /// Emits the state or not, and begins `program` without emitting it again.
    func begin(_ program: EffectProgram<State>, afterEmitting: Bool) {
        if afterEmitting { emit() } else { stateIsEmitted = true }
        engine.proceed {
            if self.isCurrent { self.begin(program.instruction, ended: nil) }
        }
    }

    /// Whether the scope is still the one that the emission came from: it may go away at each state that is emitted.
    private var isCurrent: Bool { scope.isOpen && scope.generation == generation }

    /// Begins `emission`; `ended`, if given, is called once its effects have ended.
    func begin(_ emission: Emission<State>, ended: (() -> Void)?) {
        guard isCurrent else { return }
        switch emission {
        case .none:
            ended?()
        case .state:
            if isFollowing || !stateIsEmitted { emit() }
            if let ended { engine.proceed(ended) }
        case .effects(let program):
            begin(program.instruction, ended: ended)
        }
    }

    private func begin(_ instruction: EffectProgram<State>.Instruction, ended: (() -> Void)?) {
        switch instruction {
        case .work(let effect):
            startEffect(ended: ended) { self.scope.start(effect, of: self.call, ended: $0) }
        case .feedBack(let actions):
            startEffect(ended: ended) { self.scope.feedBack(actions, of: self.call, ended: $0) }
        case .cancel(let id):
            if !stateIsEmitted { emit() }
            engine.proceed {
                self.scope.cancelEffects(id: AnyHashable(id))
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
            merge(emissions[...], oneEnded: oneEnded)
        case .concatenate(let emissions):
            concatenate(emissions[...], ended: ended)
        }
    }

    private func startEffect(ended: (() -> Void)?, _ start: @escaping ((() -> Void)?) -> Void) {
        if !stateIsEmitted { emit() }
        engine.proceed {
            guard self.isCurrent else { return }
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

    private func merge(_ emissions: ArraySlice<Emission<State>>, oneEnded: (() -> Void)?) {
        var rest = emissions
        while let next = rest.popFirst() {
            begin(next, ended: oneEnded)
            if engine.isSuspended, !rest.isEmpty {
                engine.afterwards { [rest] in self.merge(rest, oneEnded: oneEnded) }
                return
            }
        }
    }

    /// A loop as long as parts end at once, so that a long row of them does not grow the stack.
    private func concatenate(_ emissions: ArraySlice<Emission<State>>, ended: (() -> Void)?) {
        var rest = emissions
        while let next = rest.popFirst() {
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
