import TestSupport
import UnoArchitecture
import UnoPresentation
import UnoStateMachines
import UnoTesting

/// Makes compositions and scripts from a seed.
struct Generator {
    private var random: SplitMix
    private var lastLabel = 0
    /// Whether a script is made for a change of a value. It must not change the value by itself, or it would never end.
    private var isWatching = false
    private let shares: Shares

    /// The share of operations that are hard to compare: if it is large, most comparisons are abandoned half-way.
    struct Shares: Sendable {
        /// How many of the parts that compose no others are state machines, in percent.
        var machines: Int
        /// How many of the outputs of effects are actions, in percent.
        var dispatches: Int
        /// How many of the parts that compose others attach a child in place, in percent.
        var attachments = 0
        /// How many of the parts that compose others present children, and how many of the actions are for these, in percent.
        var presentations = 0
        /// How many of the parts that compose others watch a value, in percent.
        var watches = 0
        /// How many of the scripts begin something at another time or in another turn, in percent.
        var timing = 0
        /// Whether there are parts that are stream transformers.
        var hasTransformers = true
        /// Whether actions are sent together.
        var hasBursts = true
        /// Whether several tasks send at the same time.
        var hasSenders = false
    }

    init(seed: UInt64, shares: Shares = Shares(machines: 15, dispatches: 6)) {
        random = SplitMix(seed: seed)
        self.shares = shares
    }

    /// An operation of a script on a graph.
    enum Operation: Sendable {
        case send(Act)
        /// Sends all of them before anything runs.
        case burst([Act])
        /// Several tasks send these, each in its order.
        case senders([[Act]])
        /// Releases one of the waiting effects.
        case release(Int)
        case advance(Int)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    // MARK: Compositions

    mutating func composition(depth: Int = 4) -> Composition {
        guard depth > 0 else { return leaf() }
        if shares.attachments > 0, chance(shares.attachments) {
            // It has to find a state.
            return .attached(
                .merge(.interact(handler()), composition(depth: depth - 1)),
                pick([.never, .byKind]),
                composition(depth: depth - 1))
        }
        if shares.presentations > 0, chance(shares.presentations) {
            let parent = Composition.merge(.interact(handler()), composition(depth: depth - 2))
            return chance(50)
                ? .stacked(parent, composition(depth: depth - 1))
                : .presented(parent, detail: composition(depth: depth - 1), note: composition(depth: depth - 2))
        }
        if chance(shares.watches) {
            let value: WatchPart.Value = pick([.number, .kind, .presence])
            isWatching = true
            let watch = WatchPart(value: value, digit: number(0...9), script: script(depth: 1))
            isWatching = false
            return .watched(composition(depth: depth - 1), watch)
        }
        switch number(1...16) {
        case 1...3: return leaf()
        case 4...5: return .merge(composition(depth: depth - 1), composition(depth: depth - 1))
        case 6: return .many((0..<number(0...3)).map { _ in composition(depth: depth - 2) })
        case 7: return .either(chance(50), composition(depth: depth - 1), composition(depth: depth - 1))
        case 8: return .collected(composition(depth: depth - 1))
        case 9: return .erased(composition(depth: depth - 1))
        case 10: return .composed(composition(depth: depth - 1))
        case 11: return .debounced(ticks: number(0...3), composition(depth: depth - 1))
        default:
            return .when(
                composition(depth: depth - 1), pick([.fixed, .optional, .optional]),
                chance(30) ? .forwarded : .consumed, chance(35) ? .byKind : .never, composition(depth: depth - 1))
        }
    }

    private mutating func leaf() -> Composition {
        if chance(shares.machines) { return .machine(rules()) }
        return switch number(1...12) {
        case 1: .empty
        case 2...3 where shares.hasTransformers:
            .transformer(Transformation(factor: number(100...900), pulls: chance(50)))
        default: .interact(handler())
        }
    }

    private mutating func handler() -> Handler {
        Handler(
            initial: number(0...9),
            reactions: (0..<3).map { _ in reaction() },
            storing: pick([.stores, .stores, .stores, .storesSilently, .refuses, .leaves]))
    }

    private mutating func reaction() -> Handler.Reaction {
        let mode = pick([Mode.off, .low(number(0...9)), .high(number(0...9))])
        var changes: [Handler.Change] = [
            .none, .none, .none, .enter(number(0...9)), .leave, .reset(number(0...9)), .turn(mode),
        ]
        if shares.presentations > 0 {
            let tree = Tree(number(0...9))
            changes += [.present(.detail(tree)), .present(.note(tree)), .push(1), .push(2), .push(3)]
            changes += [.present(nil), .pop, .replaceStack((0..<number(0...3)).map { _ in number(0...9) })]
        }
        return Handler.Reaction(digit: number(0...9), change: pick(changes), script: script(depth: 2))
    }

    // MARK: Emissions

    private mutating func script(depth: Int) -> Script {
        if !isWatching, shares.presentations > 0, chance(20) { return .dismiss }
        if chance(shares.timing) { return timed(depth: depth) }
        return switch number(1...(depth > 0 ? 12 : 9)) {
        case 1: .none
        case 2...4: .state
        case 5: .cancel(number(0...(shares.timing > 0 ? 5 : 1)))
        case 6...9: .work(work())
        case 10: .merge((0..<number(0...3)).map { _ in script(depth: depth - 1) })
        default: .concatenate((0..<number(0...3)).map { _ in script(depth: depth - 1) })
        }
    }

    /// Begins something at another time, or in another turn.
    private mutating func timed(depth: Int) -> Script {
        lastLabel += 1
        // No two deadlines are equal.
        let time = 1_000 * number(1...4) + 7 * lastLabel
        switch number(depth > 0 ? 1...6 : 1...3) {
        case 1...3 where isWatching: return .state
        case 1: return .next(note())
        case 2...3:
            var work = work()
            (work.isObserving, work.interval) = (true, time)
            work.stages = [[chance(30) ? .dispatch(note()) : .mix(number(0...9))]]
            return .work(work)
        case 4: return .debounced(id: number(2...3), time: time, script(depth: depth - 1))
        default: return .throttled(id: 4, time: time, latest: chance(70), script(depth: depth - 1))
        }
    }

    private mutating func work() -> Work {
        lastLabel += 1
        let hasID = chance(70)
        return Work(
            label: lastLabel, isObserving: chance(30), id: hasID ? number(0...1) : nil,
            policy: hasID ? policy() : .runBoth,
            stages: (0..<number(0...2)).map { _ in (0..<number(1...3)).map { _ in output() } }
        )
    }

    private mutating func policy() -> EffectPolicy {
        let line = EffectPolicy.waitTurn(atMost: number(0...2), then: chance(50) ? .dropNew : .dropOldest)
        return pick([.runBoth, .cancelPrevious, .dropNew, .waitTurn, line])
    }

    private mutating func output() -> Work.Output {
        if shares.presentations > 0, chance(15) { return .dismiss }
        return chance(shares.dispatches) ? .dispatch(act(depth: 1)) : .mix(number(0...9))
    }

    // MARK: State machines

    private mutating func rules() -> MachineRules {
        lastLabel += 1
        return MachineRules(
            label: lastLabel, initial: number(0...9), place: chance(70) ? .mode : .tree,
            moves: (0..<3).map { _ in move(depth: 2) }
        )
    }

    private mutating func move(depth: Int) -> MachineMove {
        let digit = number(0...9)
        return MachineMove(
            change: pick([.none, .same, .value(digit), .value(digit), .leave(digit)]),
            effects: depth > 0 && chance(60) ? effects(depth: depth, nesting: 2) : nil)
    }

    private mutating func effects(depth: Int, nesting: Int) -> ComposableEffect<MachineEffect> {
        func parts(_ generator: inout Generator) -> [ComposableEffect<MachineEffect>] {
            (0..<generator.number(0...3)).map { _ in generator.effects(depth: depth, nesting: nesting - 1) }
        }
        switch number(1...(nesting > 0 ? 12 : 7)) {
        case 1: return .none
        case 2...7: return .just(effect(depth: depth))
        case 8...9: return .merge(parts(&self))
        default: return .concatenate(parts(&self))
        }
    }

    private mutating func effect(depth: Int) -> MachineEffect {
        lastLabel += 1
        var traits: EffectTraits = []
        for trait in [EffectTraits.outlivesPhase, .longRunning, .runsBeside] where chance(15) { traits.insert(trait) }
        let work = MachineWork(
            label: lastLabel, traits: traits,
            stages: (0..<number(0...2)).map { _ in (0..<number(1...2)).map { _ in move(depth: depth - 1) } }
        )
        return chance(60) ? .find(work) : .post(work)
    }

    // MARK: Scripts

    mutating func operations(_ count: Int) -> [Operation] {
        (0..<count).map { _ in
            switch number(1...11) {
            case 5 where shares.hasSenders:
                .senders((0..<number(2...3)).map { _ in (0..<number(1...3)).map { _ in act(depth: 3) } })
            case 6 where shares.hasBursts: .burst((0..<number(2...4)).map { _ in act(depth: 3) })
            case 1...6: .send(act(depth: 3))
            case 7...9: .release(number(0...99))
            default: .advance(number(1...3))
            }
        }
    }

    /// An action for what is presented, or about it.
    private mutating func presented(depth: Int, last: Act?) -> Act {
        let id = StackElementID(number(0...2))
        return switch number(1...12) {
        case 1...3: .screen(.presented(.detail(act(depth: depth - 1, last: last))))
        case 4: .screen(.presented(.note(act(depth: depth - 1, last: last))))
        case 5...8: .stack(.element(id: id, action: act(depth: depth - 1, last: last)))
        case _ where last != nil: last!
        case 9: .screen(.dismiss)
        case 10: .stack(.push(Tree(number(0...9))))
        case 11: .stack(.popFrom(id))
        default: .stack(.popTo(chance(50) ? id : nil))
        }
    }

    private mutating func note() -> Act { act(depth: 2, last: .note(number(0...9))) }

    /// - Parameter last: the action that arrives; nil for any step.
    private mutating func act(depth: Int, last: Act? = nil) -> Act {
        if depth > 0, shares.presentations > 0, chance(3 * shares.presentations) {
            return presented(depth: depth, last: last)
        }
        return switch number(1...10) {
        case 1...2 where depth > 0: .fixed(act(depth: depth - 1, last: last))
        case 3...5 where depth > 0: .optional(act(depth: depth - 1, last: last))
        default: last ?? .step(number(0...2))
        }
    }
}
