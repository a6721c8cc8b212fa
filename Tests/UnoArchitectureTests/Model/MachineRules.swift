import AsyncKit
import UnoArchitecture
import UnoStateMachines

/// The behaviour of a state machine of a random composition, as data.
struct MachineRules: Sendable {
    enum Place: Sendable {
        /// On the tree itself, with phases by its number; nothing is replaced.
        case tree
        /// On the tree's mode, an enum; its cases are the phases.
        case mode
    }

    /// Unique within a composition; a result goes to the machine whose effect it is.
    var label: Int
    var initial: Int
    var place: Place
    /// The behaviour of each step, by its number.
    var moves: [MachineMove]
}

/// The behaviour of an input or a result.
struct MachineMove: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        /// No next state.
        case none
        /// The next state is the same one.
        case same
        /// The same case, or phase, with another value.
        case value(Int)
        /// Another case, or whatever phase the digit leads to.
        case leave(Int)
    }

    var change: Change
    var effects: ComposableEffect<MachineEffect>?
}

/// An effect as data, of one of two cases.
enum MachineEffect: Sendable, Hashable {
    case find(MachineWork)
    case post(MachineWork)

    var work: MachineWork {
        switch self {
        case .find(let work), .post(let work): work
        }
    }
}

/// Waits to be released before each of its stages, as ``Work`` does; gives results.
struct MachineWork: Sendable, Hashable {
    var label: Int
    var traits: EffectTraits
    var stages: [[MachineMove]]
}

/// The part of a tree that is an enum.
enum Mode: Sendable, Hashable {
    case off
    case low(Int)
    case high(Int)

    func changed(by change: MachineMove.Change) -> Mode? {
        switch (change, self) {
        case (.none, _): nil
        case (.same, _), (.value, .off): self
        case (.value(let digit), .low(let value)): .low(Mode.mix(value, digit))
        case (.value(let digit), .high(let value)): .high(Mode.mix(value, digit))
        case (.leave(let digit), .off): .low(digit)
        case (.leave(let digit), .low(let value)): digit < 3 ? .off : .high(Mode.mix(value, digit))
        case (.leave(let digit), .high(let value)): digit < 3 ? .off : .low(Mode.mix(value, digit))
        }
    }

    private static func mix(_ value: Int, _ digit: Int) -> Int { (value * 31 + digit) % 1_009 }
}

extension Tree {
    /// The phase of a machine on the tree itself.
    var phase: Int { number % 3 }

    func changed(by change: MachineMove.Change) -> Tree? {
        var tree = self
        switch change {
        case .none: return nil
        case .same: break
        case .value(let digit): repeat { tree.mix(digit) } while tree.phase != phase
        case .leave(let digit): tree.mix(digit)
        }
        return tree
    }
}

// MARK: The real machines

struct TreeMachine: StateMachine {
    typealias State = Tree
    typealias Input = MachineMove
    typealias IOEffect = MachineEffect
    typealias IOResult = MachineMove
    typealias Effects = ComposableEffect<MachineEffect>
    typealias Action = StateMachineEvent<MachineMove, MachineMove>

    let initialValue = Tree()
    let bench: Workbench

    static func reduceInput(_ state: Tree, _ move: MachineMove) -> Transition {
        Transition(to: state.changed(by: move.change), effects: move.effects)
    }
    static func reduceIOResult(_ state: Tree, _ move: MachineMove) -> Transition {
        Transition(to: state.changed(by: move.change), effects: move.effects)
    }
    static func effectScope(of state: Tree) -> Int { state.phase }
    static func traits(of effect: MachineEffect) -> EffectTraits { effect.work.traits }
    func runIOEffect(_ effect: MachineEffect) -> IOResultStream { effect.work.results(on: bench) }
}

struct ModeMachine: StateMachine {
    typealias State = Mode
    typealias Input = MachineMove
    typealias IOEffect = MachineEffect
    typealias IOResult = MachineMove
    typealias Effects = ComposableEffect<MachineEffect>
    typealias Action = StateMachineEvent<MachineMove, MachineMove>

    let initialValue = Mode.off
    let bench: Workbench

    static func reduceInput(_ state: Mode, _ move: MachineMove) -> Transition {
        Transition(to: state.changed(by: move.change), effects: move.effects)
    }
    static func reduceIOResult(_ state: Mode, _ move: MachineMove) -> Transition {
        Transition(to: state.changed(by: move.change), effects: move.effects)
    }
    static func traits(of effect: MachineEffect) -> EffectTraits { effect.work.traits }
    func runIOEffect(_ effect: MachineEffect) -> IOResultStream { effect.work.results(on: bench) }
}

extension MachineWork {
    func results(on bench: Workbench) -> AsyncStream<MachineMove> {
        bench.start(label)
        let progress = Locked((stage: 0, queued: [MachineMove]()))
        return AsyncStream {
            if let queued = progress.withLock({ $0.queued.popLast() }) { return queued }
            while true {
                let stage = progress.withLock { progress in
                    defer { progress.stage += 1 }
                    return progress.stage
                }
                guard stage < max(stages.count, 1) else { return nil }
                guard await bench.hold(Workbench.Place(label: label, stage: stage)) else { return nil }
                guard stage < stages.count else { return nil }
                var queued = Array(stages[stage].reversed())
                guard let first = queued.popLast() else { continue }
                progress.withLock { [queued] in $0.queued = queued }
                return first
            }
        }
    }
}

/// A machine in its place, merged with a part that provides the tree.
struct MachinePart: Interactor {
    let rules: MachineRules
    let bench: Workbench

    var body: some Interactor<Tree, Act> {
        switch rules.place {
        case .tree:
            NestedStateMachine(
                state: \Tree.self, toChildAction: rules.event, fromChildAction: rules.act,
                child: TreeMachine(bench: bench))
        case .mode:
            NestedStateMachine(
                state: \Tree.mode, toChildAction: rules.event, fromChildAction: rules.act,
                child: ModeMachine(bench: bench))
        }
        Interact<Tree, Act>(initialValue: Tree(rules.initial)) { _, _ in .none }
    }
}

extension MachineRules {
    @Sendable fileprivate func event(_ act: Act) -> StateMachineEvent<MachineMove, MachineMove>? {
        switch act {
        case .step(let number): .input(moves[number % moves.count])
        case .result(label, let move): .ioResult(move)
        default: nil
        }
    }

    @Sendable fileprivate func act(_ event: StateMachineEvent<MachineMove, MachineMove>) -> Act? {
        if case .ioResult(let move) = event { .result(label, move) } else { nil }
    }
}
