import UnoArchitecture
import UnoStateMachines

/// A plain implementation of the rules of a state machine's phases: each effect knows its place in its composition, and
/// each transition goes through all effects, begun or not.
final class ReferenceMachine: ReferencePart, ReferenceFollower {
    private let rules: MachineRules
    private var compositions: [ReferenceComposition] = []
    private var phase: Int

    init(_ scope: ReferenceScope, _ rules: MachineRules) {
        self.rules = rules
        self.phase = 0
        super.init(scope)
        scope.followers.append(self)
    }

    override var initial: Tree? { Tree(rules.initial) }

    override func receive(_ act: Act) {
        guard scope.isOpen, scope.state != nil else { return }
        switch act {
        case .step(let number): handle(rules.moves[number % rules.moves.count], isInput: true)
        case .result(rules.label, let move): handle(move, isInput: false)
        default: return
        }
    }

    override func stop() { compositions = [] }

    private func handle(_ move: MachineMove, isInput: Bool) {
        let old = scope.state!
        let hasNext = change(by: move.change)
        if hasNext { followPhase(source: isInput ? nil : scope.graph.source) }
        guard let effects = move.effects else {
            if hasNext { scope.emitChange() }
            return
        }
        if isInput, isChange(from: old, to: scope.state!) {
            let cases = Set(effects.effects.filter(\.isReplaceable).map(\.isFind))
            end { _, leaf in leaf.effect.isReplaceable && cases.contains(leaf.effect.isFind) }
        }
        followPhase(source: nil)
        let composition = ReferenceComposition(effects, of: rules.label, in: scope)
        compositions.append(composition)
        composition.begin(afterEmitting: hasNext)
    }

    /// - Returns: whether there is a next state.
    private func change(by change: MachineMove.Change) -> Bool {
        switch rules.place {
        case .tree:
            guard let next = scope.state!.changed(by: change) else { return false }
            scope.state = next
        case .mode:
            guard let next = scope.state!.mode.changed(by: change) else { return false }
            scope.state!.mode = next
        }
        return true
    }

    private func isChange(from old: Tree, to new: Tree) -> Bool {
        guard rules.place == .mode else { return false }
        return switch (old.mode, new.mode) {
        case (.low(let old), .low(let new)), (.high(let old), .high(let new)): old != new
        default: false
        }
    }

    private func phase(of tree: Tree) -> Int {
        switch (rules.place, tree.mode) {
        case (.tree, _): tree.phase
        case (.mode, .off): 0
        case (.mode, .low): 1
        case (.mode, .high): 2
        }
    }

    // MARK: Phases

    func follow() {
        guard scope.isOpen, scope.state != nil else { return }
        followPhase(source: nil)
    }

    /// Ends the effects of the phase that was left, except `source`, whose result left it, and its follow-ups.
    private func followPhase(source: ReferenceWork?) {
        let next = phase(of: scope.state!)
        guard next != phase else { return }
        phase = next
        end { composition, leaf in
            guard !leaf.effect.work.traits.contains(.outlivesPhase) else { return false }
            guard let source, let carried = composition.leaves.first(where: { $0.run === source }) else { return true }
            return leaf !== carried && (leaf.hasBegun || !leaf.follows(carried))
        }
    }

    private func end(_ isMeant: (ReferenceComposition, ReferenceComposition.Leaf) -> Bool) {
        for composition in compositions {
            for leaf in composition.leaves where isMeant(composition, leaf) { leaf.isEnded = true }
        }
        for leaf in compositions.flatMap(\.leaves) where leaf.isEnded { leaf.run?.cancel(.abandoned) }
    }
}

/// The effects of one transition, begun or still to come.
final class ReferenceComposition {
    final class Leaf {
        let effect: MachineEffect
        /// Which part of each composition around it the effect is in, the outermost first.
        let path: [Step]
        /// Unowned here: its scope owns it, and its follow-up owns this composition.
        weak var run: ReferenceWork?
        var hasBegun = false
        /// It is cancelled, or will never begin.
        var isEnded = false

        init(_ effect: MachineEffect, _ path: [Step]) {
            self.effect = effect
            self.path = path
        }

        func follows(_ other: Leaf) -> Bool {
            for (own, others) in zip(path, other.path) where own.part != others.part {
                return own.isConcatenated && own.part > others.part
            }
            return false
        }
    }

    struct Step {
        let part: Int
        let isConcatenated: Bool
    }

    private indirect enum Node {
        case leaf(Leaf)
        case merge([Node])
        case concatenate(ArraySlice<Node>)
    }

    private(set) var leaves: [Leaf] = []
    private unowned let scope: ReferenceScope
    private let generation: Int
    private let label: Int
    private var root = Node.merge([])

    init(_ effects: ComposableEffect<MachineEffect>, of label: Int, in scope: ReferenceScope) {
        self.scope = scope
        self.generation = scope.generation
        self.label = label
        root = node(effects, [])
    }

    private func node(_ effects: ComposableEffect<MachineEffect>, _ path: [Step]) -> Node {
        func nodes(_ parts: [ComposableEffect<MachineEffect>], isConcatenated: Bool) -> [Node] {
            parts.enumerated().map { node($1, path + [Step(part: $0, isConcatenated: isConcatenated)]) }
        }
        switch effects.kind {
        case .none: return .merge([])
        case .just(let effect):
            let leaf = Leaf(effect, path)
            leaves.append(leaf)
            return .leaf(leaf)
        case .merge(let parts): return .merge(nodes(parts, isConcatenated: false))
        case .concatenate(let parts): return .concatenate(nodes(parts, isConcatenated: true)[...])
        }
    }

    func begin(afterEmitting: Bool) {
        if afterEmitting { scope.emit() }
        begin(root, ended: nil)
    }

    private func begin(_ node: Node, ended: (() -> Void)?) {
        guard scope.isOpen, scope.generation == generation else { return }
        switch node {
        case .leaf(let leaf):
            guard !leaf.isEnded else { return }
            let run = ReferenceWork.begin(Work(leaf.effect.work, of: label), in: scope, ended: ended)
            leaf.run = run
            leaf.hasBegun = run != nil
        case .merge(let parts):
            var open = parts.count
            if parts.isEmpty { ended?() }
            let oneEnded: (() -> Void)? = ended.map { ended in
                {
                    open -= 1
                    if open == 0 { ended() }
                }
            }
            for part in parts { begin(part, ended: oneEnded) }
        case .concatenate(let parts):
            guard let first = parts.first else {
                ended?()
                return
            }
            let rest = parts.dropFirst()
            begin(first, ended: rest.isEmpty ? ended : { self.begin(.concatenate(rest), ended: ended) })
        }
    }
}

extension MachineEffect {
    fileprivate var isFind: Bool { if case .find = self { true } else { false } }

    fileprivate var isReplaceable: Bool { work.traits.isDisjoint(with: [.outlivesPhase, .runsBeside]) }
}

extension Work {
    /// The behaviour of an effect of the machine, seen from outside.
    fileprivate init(_ work: MachineWork, of machine: Int) {
        self.init(
            label: work.label, isObserving: work.traits.contains(.longRunning), id: nil, policy: .runBoth,
            stages: work.stages.map { $0.map { .dispatch(.result(machine, $0)) } }
        )
    }
}
