import UnoArchitecture

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
    case when(Composition, Tree.Slot, ChildActions, Telling, Composition)
    /// A child on the optional part of the state, in place.
    case attached(Composition, Telling, Composition)
}

/// Whether a child is distinguished from another one in its place.
enum Telling: Sendable { case never, byKind }

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
            }
            return reaction.script
        case .result:
            return .none
        case .fixed, .optional:
            state.mix(7)
            return .state
        case .fixedState(let child):
            return store(&state) { $0.fixed = child }
        case .optionalState(let child):
            return store(&state) { $0.optional = child }
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
    case none
    case state
    case work(Work)
    case cancel(Int)
    case merge([Script])
    case concatenate([Script])
}

/// An effect as data: it waits to be released before each of its stages; with no stage, once.
struct Work: Sendable {
    /// The feedback of an effect.
    enum Output: Sendable {
        /// An update of the state.
        case mix(Int)
        /// An action.
        case dispatch(Act)
    }

    /// Unique within a composition.
    var label: Int
    var isObserving: Bool
    var id: Int?
    var policy: EffectPolicy
    var stages: [[Output]]
}
