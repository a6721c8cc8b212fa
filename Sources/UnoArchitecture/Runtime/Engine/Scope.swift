/// A part of a graph that shares one state: its effects, by id and altogether.
@usableFromInline
class AnyScope {
    @usableFromInline let engine: GraphEngine
    private var runs: [EffectRun.Number: EffectRun] = [:]
    /// The effects that run or wait, in the order in which they came.
    private var byID: [AnyHashable: [EffectRun]] = [:]

    init(engine: GraphEngine) {
        self.engine = engine
    }

    /// Brings the state up to date before a step that begins here.
    func beginStep() {}

    // MARK: Effects

    func begin(_ run: EffectRun, policy: EffectPolicy) {
        if let id = run.id, policy == .cancelPrevious { cancelEffects(id: id) }
        let hasToWait = policy == .waitTurn && (run.id.map(hasEffect(id:)) ?? false)
        register(run)
        if !hasToWait { run.launch() }
    }

    func hasEffect(id: AnyHashable) -> Bool { byID[id] != nil }

    func cancelEffects(id: AnyHashable) {
        // Off the books first, so that cancelling the one that runs does not start one that waits.
        for run in byID.removeValue(forKey: id) ?? [] { run.cancel(.passed) }
    }

    /// The scope goes away: nothing that it started may be heard of again.
    func cancelEffects() {
        byID = [:]
        for run in runs.values.sorted(by: { $0.number < $1.number }) { run.cancel(.abandoned) }
    }

    private func register(_ run: EffectRun) {
        runs[run.number] = run
        if let id = run.id { byID[id, default: []].append(run) }
        engine.activities.add(run)
    }

    /// Takes `run` off the books, and lets the next in line for its id start.
    func forget(_ run: EffectRun) {
        guard runs.removeValue(forKey: run.number) != nil, let id = run.id else { return }
        byID[id]?.removeAll { $0 === run }
        guard let next = byID[id]?.first else {
            byID[id] = nil
            return
        }
        if next.isWaiting { next.launch() }
    }
}

/// A scope with its state, if a part of it has any.
@usableFromInline
class Scope<State: Sendable>: AnyScope {
    /// The state; nil in a scope of stream transformers that have emitted nothing.
    @exclusivity(unchecked) @usableFromInline final var cell: StateCell<State>?

    /// Emits the state to whoever the scope reports to.
    @usableFromInline func emit() { preconditionFailure("\(Self.self) does not emit") }

    /// The emission of a stream transformer takes the place of the state.
    final func replace(_ state: State) {
        if let cell { cell.value = state } else { cell = StateCell(state) }
    }
}

/// The one place where a scope's state is.
///
/// Access is not checked for exclusivity at run time: the graph's isolation runs one piece of code at a time, and a
/// handler, which has the value `inout`, has no way to the cell.
@usableFromInline
final class StateCell<State: Sendable> {
    @exclusivity(unchecked) @usableFromInline var value: State

    init(_ value: State) {
        self.value = value
    }
}

extension Scope {
    /// Does what a handler's emission asks for.
    @inlinable
    final func follow(_ emission: Emission<State>) {
        switch emission {
        case .none: break
        case .state: emit()
        case .effects(let program): run(program)
        }
    }

    @usableFromInline
    final func run(_ program: EffectProgram<State>) { EmissionRun(self).begin(.effects(program), ended: nil) }
}

/// The scope of a graph's root, which emits to the host.
final class RootScope<State: Sendable>: Scope<State> {
    private let sink: StateSink<State>

    init(engine: GraphEngine, sink: StateSink<State>) {
        self.sink = sink
        super.init(engine: engine)
    }

    override func emit() { sink.emit(cell!) }
}
