import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoTesting

/// A reducer for tests: its behaviour is derived from a seed, and its state records what it did.
struct RandomReducer {
    struct Part: Sendable, Equatable { var digits: [Int] = [] }

    static func reducer(_ random: inout SplitMix) -> Reducer<Int, Part> {
        let factor = Int.random(in: 1...9, using: &random)
        let ignored = Int.random(in: 0...9, using: &random)
        let base = Reducer<Int, Part> { action, part in part.digits.append((action * factor) % 10) }
        // The reducer ignores some actions.
        return Bool.random(using: &random) ? base : base.lift(action: { $0 == ignored ? nil : $0 })
    }

    /// A whole with the part two levels down, and an action in two cases.
    struct Whole: Sendable, Equatable { var inner = Inner(), other = 0 }
    struct Inner: Sendable, Equatable { var part = Part() }

    @CasePathable @dynamicMemberLookup
    enum Outer: Sendable, Equatable {
        case inner(Middle)
        case other
    }

    @CasePathable @dynamicMemberLookup
    enum Middle: Sendable, Equatable {
        case digit(Int)
        case other
    }

    static func actions(_ random: inout SplitMix) -> [Outer] {
        (0..<20).map { _ in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .other
            case 1: .inner(.other)
            default: .inner(.digit(Int.random(in: 0...9, using: &random)))
            }
        }
    }

    /// The ways to lift along two levels: at once, or one level after the other.
    static func lifts(_ reducer: Reducer<Int, Part>) -> [Reducer<Outer, Whole>] {
        [
            reducer.lift(action: \Outer.inner?.digit, state: \Whole.inner.part),
            reducer.lift(action: \Case<Outer>.inner.digit, state: \Whole.inner.part),
            reducer.lift(
                actionGetter: { if case .inner(.digit(let digit)) = $0 { digit } else { nil } },
                stateGetter: { $0.inner.part }, stateSetter: { $0.inner.part = $1 }),
            reducer.lift(action: \Middle.digit, state: \Inner.part).lift(action: \Outer.inner, state: \Whole.inner),
            reducer.lift(action: \Case<Middle>.digit).lift(state: \Inner.part)
                .lift(state: \Whole.inner).lift(action: \Case<Outer>.inner),
            reducer.lift(
                actionGetter: { (digit: Int) in digit }, stateGetter: { (inner: Inner) in inner.part },
                stateSetter: { $0.part = $1 }
            )
            .lift(action: { (middle: Middle) in middle.digit })
            .lift(action: \Outer.inner, state: \Whole.inner),
            reducer.lift(actionGetter: \Middle.digit).lift(stateGetter: \Inner.part, stateSetter: { $0.part = $1 })
                .lift(actionGetter: \Outer.inner, stateGetter: \Whole.inner, stateSetter: { $0.inner = $1 }),
        ]
    }
}

@Suite(.timeLimit(.hang)) struct ReducerTests {
    typealias Part = RandomReducer.Part
    typealias Whole = RandomReducer.Whole
    typealias Outer = RandomReducer.Outer

    /// The emitted states of a graph; none is emitted for an action that is not for the reducer.
    func states(_ reducer: Reducer<Outer, Whole>, _ actions: [Outer]) async -> [Whole] {
        await Host.runtime.states(of: reducer.starting(with: Whole()), actions)
    }

    func results(_ reducer: Reducer<Int, Part>, _ actions: [Int]) async -> [Part] {
        await Host.runtime.states(of: reducer.starting(with: Part()), actions)
    }

    @Test(arguments: UInt64(0)..<30)
    func `Composition is associative, with identity on both sides`(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        let (a, b, c) = (RandomReducer.reducer(&random), RandomReducer.reducer(&random), RandomReducer.reducer(&random))
        let actions = (0..<20).map { _ in Int.random(in: 0...9, using: &random) }
        let expected = await results((a <> b) <> c, actions)
        #expect(await results(a <> (b <> c), actions) == expected)
        let alone = await results(a, actions)
        #expect(await results(a <> .identity, actions) == alone)
        #expect(await results(.identity <> a, actions) == alone)
    }

    @Test(arguments: UInt64(0)..<30)
    func `Lifting preserves identity and composition, and lifting twice equals lifting along both paths`(
        seed: UInt64
    ) async {
        var random = SplitMix(seed: seed)
        let (a, b) = (RandomReducer.reducer(&random), RandomReducer.reducer(&random))
        let actions = RandomReducer.actions(&random)
        for identity in RandomReducer.lifts(.identity) {
            #expect(await states(identity, actions) == states(.identity, actions))
        }
        let expected = await states(RandomReducer.lifts(a <> b)[0], actions)
        for (liftedA, liftedB) in zip(RandomReducer.lifts(a), RandomReducer.lifts(b)) {
            #expect(await states(liftedA <> liftedB, actions) == expected)
        }
        for lifted in RandomReducer.lifts(a <> b) { #expect(await states(lifted, actions) == expected) }
    }

    @Test(arguments: UInt64(0)..<30)
    func `A scope around a reducer equals the lifted reducer`(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        let (a, b) = (RandomReducer.reducer(&random), RandomReducer.reducer(&random))
        let actions = RandomReducer.actions(&random)
        let expected = await states(RandomReducer.lifts(a <> b)[0], actions)
        // A lifted `a <> b` is one part and emits once; two merged scopes emit once each.
        let composed = await Host.runtime.states(of: InScope(child: a <> b).starting(with: Whole()), actions)
        #expect(composed == expected)
        let nested = await Host.runtime.states(of: InTwoScopes(child: a <> b).starting(with: Whole()), actions)
        #expect(nested == expected)
        let merged = await Host.runtime.states(
            of: Interactors.Merge(InScope(child: a), InScope(child: b)).starting(with: Whole()), actions)
        let inside = await Host.runtime.states(
            of: InScope(child: Interactors.Merge(a, b)).starting(with: Whole()), actions)
        #expect(merged == inside)
        #expect(merged.last == expected.last)
        let empty = await Host.runtime.states(
            of: InScope(child: EmptyInteractor<Part, Int>()).starting(with: Whole()), actions)
        #expect(empty == [Whole()])
    }

    struct InScope<Child: Interactor<Part, Int>>: Interactor {
        let child: Child
        var body: some Interactor<Whole, Outer> { Scope(state: \.inner.part, action: \.inner.digit) { child } }
    }

    struct InTwoScopes<Child: Interactor<Part, Int>>: Interactor {
        let child: Child
        var body: some Interactor<Whole, Outer> {
            Scope(state: \.inner, action: \.inner) { Scope(state: \.part, action: \.digit) { child } }
        }
    }

    @Test func `A reducer can be called directly, and ignores actions that are not for it`() {
        let reducer = Reducer<Int, Part> { action, part in part.digits.append(action) }
        var whole = Whole()
        let lifted = RandomReducer.lifts(reducer)[0]
        lifted.reduce(.inner(.digit(3)), &whole)
        lifted.reduce(.other, &whole)
        #expect(whole.inner.part.digits == [3])
    }

    @Test func `A lifted reducer changes the part in place`() {
        struct Box: Sendable { var crop = Crop() }
        let reducer = Reducer<Int, Crop> { _, crop in crop.grow() }.lift(state: \Box.crop)
        var box = Box()
        for _ in 0..<3 { reducer.reduce(1, &box) }
        #expect(box.crop.moves == 0)
        #expect(box.crop.numbers[0] == 3)
    }

    @Test func `A reducer lifted to a case runs only while the state is in the case`() {
        let reducer = Reducer<Garden.PlotAction, Garden.Plot> { _, plot in plot.plants.append(1) }
            .lift(action: \Case<IfCaseLetTests.Action>.plot, state: \Case<Garden.Season>.summer)
        var season = Garden.Season.winter
        reducer.reduce(.plot(.work), &season)
        #expect(season == .winter)
        season = .summer(.init())
        reducer.reduce(.plot(.work), &season)
        #expect(season == .summer(.init(plants: [1])))
    }

    @Test func `A reducer lifted to a collection changes the row with the id, in place, and ignores what names none`()
        async
    {
        let reducer = Reducer<Int, Field> { action, field in
            field.crop.grow()
            field.plants.append(action)
        }
        let action: @Sendable (Outer) -> IdentifiedAction<String, Int>? = {
            if case .inner(.digit(let digit)) = $0 {
                .element(id: digit > 4 ? "b" : "x", action: digit)
            } else {
                nil
            }
        }
        func plants<Fields: RandomAccessCollection & MutableCollection & Sendable>(
            _ fields: Fields
        ) async -> [[[Int]]] where Fields.Index == Int, Fields.Element == Field {
            let lifted = reducer.liftToCollection(action: action, stateCollection: \Farm<Fields>.fields)
            let actions = [Outer.inner(.digit(7)), .inner(.digit(1)), .other, .inner(.digit(8))]
            let states = await Host.runtime.states(of: lifted.starting(with: Farm(fields: fields)), actions)
            var farm = Farm(fields: fields)
            for action in actions { lifted.reduce(action, &farm) }
            #expect(farm.fields.map(\.plants) == states.last?.fields.map(\.plants))
            return states.map { $0.fields.map(\.plants) }
        }
        let (a, b) = (Field(id: "a"), Field(id: "b"))
        #expect(await plants([a, b, b]) == [[[], [], []], [[], [7], []], [[], [7, 8], []]])
        #expect(await plants(IdentifiedArray([a, b])) == [[[], []], [[], [7]], [[], [7, 8]]])

        var farm = Farm(fields: IdentifiedArray([Field(id: "a"), Field(id: "b")]))
        let lifted = reducer.liftToCollection(
            action: action, stateCollection: \Farm<IdentifiedArray<String, Field>>.fields)
        for _ in 0..<3 { lifted.reduce(.inner(.digit(9)), &farm) }
        #expect(farm.fields[id: "b"]?.crop.moves == 0)
    }

    @Test func `A reducer lifted to a collection changes the row with the id in an array with other keys, too`() {
        struct Seat: Sendable, Identifiable {
            let id: Int
            let code: Int
            var visits = 0
        }
        struct Hall: Sendable {
            var seats: IdentifiedArray<Int, Seat> = IdentifiedArray(
                [Seat(id: 1, code: 2), Seat(id: 2, code: 1), Seat(id: 3, code: 4)], id: \.code)
        }
        let action: @Sendable (Int) -> IdentifiedAction<Int, Int>? = { .element(id: $0, action: 0) }
        let lifted = Reducer<Int, Seat> { _, seat in seat.visits += 1 }
            .liftToCollection(action: action, stateCollection: \Hall.seats)
        var hall = Hall()
        // One with the code of another seat, one with the code of none, and a code that is no id.
        for id in [1, 3, 4] { lifted.reduce(id, &hall) }
        #expect(hall.seats.map(\.visits) == [1, 0, 1])
    }

    struct Farm<Fields: Sendable>: Sendable { var fields: Fields }

    struct Field: Sendable, Identifiable {
        let id: String
        var plants: [Int] = []
        var crop = Crop()
    }
}
