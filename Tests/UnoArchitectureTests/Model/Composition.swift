import UnoArchitecture
import UnoPresentation

/// A feature graph as data, from which the real one and its reference are made.
indirect enum Composition: Sendable {
    case empty
    case interact(Handler)
    case machine(MachineRules)
    /// Keeps no state: gives numbers for each step, through a real stream.
    case transformer(Transformation)
    case merge(Composition, Composition)
    case many([Composition])
    case either(Bool, Composition, Composition)
    case collected(Composition)
    case erased(Composition)
    case composed(Composition)
    case debounced(ticks: Int, Composition)
    /// With a handler for the changes of a value.
    case watched(Composition, WatchPart)
    case when(Composition, Tree.Slot, ChildActions, Telling, Composition)
    /// A child on the optional part of the state, in place.
    case attached(Composition, Telling, Composition)
    /// Presents one of two children.
    case presented(Composition, detail: Composition, note: Composition)
    /// Presents a child for each element of a stack.
    case stacked(Composition, Composition)
}

/// Whether a child is distinguished from another one in its place.
enum Telling: Sendable { case never, byKind }

/// A handler for the changes of a value in the state, as data.
struct WatchPart: Sendable {
    enum Value: Sendable { case number, kind, presence }

    var value: Value
    var digit: Int
    var script: Script

    func callAsFunction(_ tree: Tree) -> Int {
        switch value {
        case .number: tree.number
        case .kind: tree.kind
        case .presence: tree.optional == nil ? 0 : 1
        }
    }

    func react(_ state: inout Tree, _ old: Int, _ new: Int) -> Script {
        state.mix(digit + old % 7 + new % 5)
        return script
    }
}

/// The reaction of a stateless part to a step.
struct Transformation: Sendable {
    var factor: Int
    /// Pulls, and gives one state; otherwise it pushes, and gives two.
    var pulls: Bool

    func states(for act: Act) -> [Tree] {
        guard case .step(let number) = act else { return [] }
        return pulls ? [Tree(factor * number)] : [Tree(factor * number), Tree(factor * number + 1)]
    }
}

/// The behaviour of a handler, as data.
struct Handler: Sendable {
    enum Change: Sendable {
        case none
        case enter(Int)
        case leave
        case reset(Int)
        case turn(Mode)
        case present(PresentedTree?)
        case push(Int)
        case pop
        case replaceStack([Int])
    }
    enum Storing: Sendable { case stores, storesSilently, refuses, leaves }

    struct Reaction: Sendable {
        var digit: Int
        var change: Change
        var script: Script
    }

    var initial: Int
    var reactions: [Reaction]
    var storing: Storing

    func callAsFunction(_ state: inout Tree, _ act: Act) -> Script {
        switch act {
        case .step(let number):
            let reaction = reactions[number % reactions.count]
            state.mix(reaction.digit)
            switch reaction.change {
            case .none: break
            case .enter(let number): state.optional = Tree(number)
            case .leave: state.optional = nil
            case .reset(let number): state.fixed = Tree(number)
            case .turn(let mode): state.mode = mode
            case .present(let screen): state.screen = screen
            case .push(let number): state.push(Tree(number))
            case .pop: state.popLast()
            case .replaceStack(let numbers): state.replaceStack(by: numbers.map { Tree($0) })
            }
            return reaction.script
        case .result: return .none
        case .note(let digit):
            state.mix(digit)
            return .state
        case .screen(.dismiss) where storing == .refuses:
            // Another one takes the place of what is dismissed.
            state.screen = .note(Tree(5))
            return .state
        case .stack(.popFrom) where storing == .refuses:
            state.replaceStack(by: [Tree(1), Tree(2), Tree(3)])
            return .state
        case .screen(.dismiss) where storing == .leaves:
            state.screen = nil
            return .state
        case .fixed, .optional, .screen, .stack:
            state.mix(7)
            return .state
        case .fixedState(let child): return store(&state) { $0.fixed = child }
        case .optionalState(let child): return store(&state) { $0.optional = child }
        }
    }

    private func store(_ state: inout Tree, _ change: (inout Tree) -> Void) -> Script {
        switch storing {
        case .stores: change(&state)
        case .storesSilently:
            change(&state)
            return .none
        case .refuses: state.mix(3)
        case .leaves:
            change(&state)
            state.optional = nil
        }
        return .state
    }
}

/// An emission as data.
indirect enum Script: Sendable {
    case none, state
    case work(Work)
    case cancel(Int)
    case dismiss
    /// An action to be handled next.
    case next(Act)
    case debounced(id: Int, time: Int, Script)
    case throttled(id: Int, time: Int, latest: Bool, Script)
    case merge([Script])
    case concatenate([Script])
}

/// An effect as data: it waits to be released before each of its stages; with no stage, once. A timer has one stage, for
/// each tick.
struct Work: Sendable {
    /// The feedback of an effect.
    enum Output: Sendable {
        /// An update of the state.
        case mix(Int)
        /// An action.
        case dispatch(Act)
        case dismiss
    }

    /// Unique within a composition.
    var label: Int
    var isObserving: Bool
    var id: Int?
    var policy: EffectPolicy
    var stages: [[Output]]
    /// The milliseconds from one tick to the next; nil for an effect that is no timer.
    var interval: Int?
}
