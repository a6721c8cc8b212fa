import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// `then`, `map`, and handlers for a state that another part brings.
@Suite("The composition of handlers", .timeLimit(.hang))
struct EmissionCompositionTests {
    struct Whole: Sendable, Equatable {
        var part: [String] = []
        var count = 0
    }

    /// The handler of a part, as a function.
    static func handle(_ part: inout [String], _ action: String) -> Emission<[String]> {
        part.append(action)
        return switch action {
        case "none": .unshown
        case "effect":
            .perform(id: "x") { state, send in
                let count = await state.count
                await send { $0.append("after \(count)") }
            }
        case "chain":
            .merge([
                .perform { _, send in await send { $0.append("first") } }
                    .then(.perform { _, send in await send { $0.append("second") } }).then(.state),
                .cancel(id: "none"),
            ])
        case "replace": .perform { _, send in await send(["new"]) }
        default: .state
        }
    }

    @Test("map carries the emission of a part to the whole", arguments: Host.allCases) func map(host: Host) {
        let feature = Interact<Whole, String>(initialValue: Whole()) { state, action in
            state.count += 1
            return Self.handle(&state.part, action).map(\.part)
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send("none").states.count == 1)
        #expect(stage.send("effect").last == Whole(part: ["none", "effect", "after 2"], count: 2))
        #expect(stage.send("chain").last.part.suffix(3) == ["chain", "first", "second"])
        #expect(stage.send("replace").last == Whole(part: ["new"], count: 4))
        #expect(stage.finish().hasEnded)
    }

    @Test("map keeps the window of a throttled emission", arguments: Host.allCases) func mapThrottled(host: Host) {
        let clock = TestClock()
        let feature = Interact<Whole, String>(initialValue: Whole()) { _, action in
            let part = Emission<[String]>.perform { _, send in await send { $0.append(action) } }
            return part.throttle(id: "part", for: .seconds(1), clock: clock).map(\.part)
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send("a", "b", "c").last.part == ["a"])
        #expect(stage.advance(clock, by: .seconds(1)).last.part == ["a", "c"])
        #expect(stage.finish().hasEnded && clock.sleeperCount == 0)
    }

    @Test("The work that a kind shows is that of the emission", arguments: [false, true])
    func workOfAKind(isObserved: Bool) {
        let work: @Sendable (DynamicState<Int>, Send<Int>) async -> Void = { state, send in
            let before = await state.current
            await send { $0 = before + 10 }
        }
        let feature = Interact<Int, Int>(initialValue: 0) { state, action in
            state += action
            return switch (isObserved ? Emission.observe(work) : .perform(work)).kind {
            case .perform(let work) where !isObserved: .perform(work)
            case .observe(let stream) where isObserved: .observe(stream)
            default: .none
            }
        }
        let stage = Stage(feature)
        #expect(stage.send(1).last == 11)
    }

    @Test("then is associative, with .none on both sides; a long chain has the effects of all") func then() {
        func work(_ digit: Int) -> Emission<Int> {
            .perform { _, send in await send { $0 = Sum.appending(digit, to: $0) } }
        }
        let emissions: [Emission<Int>] = [
            work(1).then(work(2)).then(work(3)), work(1).then(work(2).then(work(3))),
            Emission.none.then(work(1)).then(.none).then(work(2)).then(work(3).then(.none)),
        ]
        for emission in emissions {
            let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in emission })
            #expect(stage.send(0).states == [0, 0, 1, 12, 123])
        }
        let long = (0..<1_000).reduce(Emission<Int>.none) { chain, _ in
            chain.then(.perform { _, send in await send { $0 += 1 } })
        }
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in long })
        #expect(stage.send(0).last == 1_000)
        #expect(stage.states.count == 1_002)
    }

    @Test("A link is one node on top of what was there, however long the chain is") func growing() {
        let part = Emission<Int>.perform { _, send in await send { $0 += 1 } }
        for link in [{ $0.then(part) }, { part.then($0) }, { $0.merging(with: part) }, { part.merging(with: $0) }]
            as [(Emission<Int>) -> Emission<Int>]
        {
            var chain = link(part)
            for _ in 0..<100 {
                let longer = link(chain)
                #expect(longer.tree.parts.count == 2)
                #expect(longer.tree.parts.contains { $0 === chain.tree })
                #expect(longer.tree.parts.contains { $0 === part.tree })
                chain = longer
            }
        }
    }

    @Test("Twenty thousand maps of one emission fit into a thread's stack", arguments: Host.allCases)
    func mapped(host: Host) {
        var emission = Emission<Int>.perform { state, send in
            let present = await state.current
            await send { $0 += present + 1 }
        }
        for _ in 0..<Scale.chosen(20_000) { emission = emission.map(\.self) }
        let stage = Stage(Interact<Int, Int>(initialValue: 3) { [emission] _, _ in emission }, in: host)
        #expect(stage.send(0).states == [3, 3, 7])
    }

    @Test("An emission that was a part of another one keeps its own parts") func sharedParts() {
        let chain = Emission<Int>.perform { _, send in await send { $0 += 1 } }.then(.state)
        _ = Emission.merge([chain, .concatenate([chain])])
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in chain })
        #expect(stage.send(0).states == [0, 0, 1, 1])
    }

    // MARK: Without an initial value

    /// A feature that cannot know an initial value.
    struct Picker<Value: Sendable & Equatable>: Interactor {
        struct State: Sendable, Equatable {
            var value: Value
            var picks = 0
        }

        var body: some Interactor<State, Value> {
            Interact { state, value in
                state.value = value
                state.picks += 1
                return .state
            }
        }
    }

    @CasePathable enum Action: Sendable {
        case pick(String)
        case optional(String)
        case boxed(String)
        case bump
        case boxChanged(Picker<String>.State)
    }

    struct State: Sendable, Equatable {
        var first = Picker<String>.State(value: "")
        var second: Picker<String>.State? = .init(value: "")
        var third = Picker<String>.State(value: "stored")
        var bumps = 0
    }

    struct Feature: Interactor {
        var body: some Interactor<State, Action> {
            Scope(state: \.first, action: \.pick) { Picker<String>() }
            Interact<State, Action>.changing(State()) { state, action in
                if case .boxChanged(let box) = action { state.third = box }
            }
            .ifLet(\.second, action: \.optional) { Picker<String>() }
            .when(stateIs: \.third, actionIs: \.boxed, stateAction: \.boxChanged) { Picker<String>() }
            Interact { state, action in
                guard case .bump = action else { return .none }
                state.bumps += 1
                return .state
            }
        }
    }

    @Test(
        "A second part of a body, a generic child and a child of when need no initial value", arguments: Host.allCases)
    func withoutInitialValue(host: Host) {
        let stage = Stage(Feature(), in: host)
        #expect(stage.send(.pick("a"), .optional("b"), .boxed("c"), .bump).last.first == .init(value: "a", picks: 1))
        #expect(stage.last.second == .init(value: "b", picks: 1))
        #expect(stage.last.third == .init(value: "c", picks: 1))
        #expect(stage.last.bumps == 1)
    }

    @CasePathable enum Screen: Sendable, Equatable {
        case list
        case detail(Int)
    }

    @CasePathable enum ScreenAction: Sendable {
        case open(Int)
        case close
        case detail(Int)
        case changed(Int)
    }

    /// A child on a case, which begins with what is there.
    private static func screen() -> some Interactor<Screen, ScreenAction> { screen { adding } }

    private static func screen(
        @InteractorBuilder<Int, Int> run child: () -> some Interactor<Int, Int>
    ) -> some Interactor<Screen, ScreenAction> {
        Interact(initialValue: Screen.list) { screen, action in
            switch action {
            case .open(let number), .changed(let number): screen = .detail(number)
            case .close: screen = .list
            case .detail: return .none
            }
            return .state
        }
        .when(stateIs: \.detail, actionIs: \.detail, stateAction: \.changed, run: child)
    }

    private static var adding: some Interactor<Int, Int> {
        Interact<Int, Int>.changing { number, action in number += action }
    }

    @Test("A child of when on a case needs no initial value, whatever stands before it", arguments: Host.allCases)
    func caseWithoutInitialValue(host: Host) {
        let features: [AnyInteractor<Screen, ScreenAction>] = [
            Self.screen().eraseToAnyInteractor(),
            Interactors.Merge(EmptyInteractor(), Self.screen()).eraseToAnyInteractor(),
            Interactors.Merge(EmptyInteractor(), Interactors.Merge(EmptyInteractor(), Self.screen()))
                .eraseToAnyInteractor(),
        ]
        for feature in features {
            let stage = Stage(feature, in: host)
            #expect(stage.send(.open(1), .detail(2), .close, .open(5), .detail(2)).last == .detail(7))
            #expect(Array(stage.states.suffix(3)) == [.list, .detail(5), .detail(7)])
        }
    }

    struct ScreenRow: Sendable, Equatable, Identifiable {
        let id: Int
        var screen = Screen.list
    }

    @CasePathable enum ScreensAction: Sendable {
        case add(Int, Screen = .list)
        case row(IdentifiedAction<Int, ScreenAction>)
    }

    private static func screens(
        _ screen: some Interactor<Screen, ScreenAction>
    ) -> some Interactor<[ScreenRow], ScreensAction> {
        Interact<[ScreenRow], ScreensAction>(initialValue: []) { rows, action in
            guard case .add(let id, let screen) = action else { return .none }
            rows.append(ScreenRow(id: id, screen: screen))
            return .state
        }
        .forEach(\.self, action: \.row) { Scope(state: \.screen) { screen } }
    }

    @Test(
        "A row's child that runs by itself does so when its case exists, although the first row has none",
        arguments: Host.allCases)
    func rowWithTransformer(host: Host) {
        let screen = Self.screen {
            Self.adding
            PullingGreeter(greeting: 7)
        }
        let stage = Stage(Self.screens(screen), in: host)
        defer { stage.hosted.finish() }
        #expect(stage.send(.add(1), .add(2, .detail(0))).last.map(\.screen) == [.list, .detail(7)])
    }

    @Test("A row's child of when on a case needs no initial value", arguments: Host.allCases)
    func rowWithoutInitialValue(host: Host) {
        let stage = Stage(Self.screens(Self.screen()), in: host)
        stage.send(.add(1), .row(.init(id: 1, action: .open(1))), .row(.init(id: 1, action: .detail(2))), .add(2))
        #expect(stage.last == [ScreenRow(id: 1, screen: .detail(3)), ScreenRow(id: 2)])
    }

    @Test("The state is that of the part that brings one, wherever it stands") func order() {
        let plain = Interact<Int, Int>.changing { state, _ in state += 1 }
        #expect(Interactors.Merge(plain, Sum.digits(from: 5)).initialValue == 5)
        #expect(Interactors.Merge(Sum.digits(from: 5), plain).initialValue == 5)
        #expect(plain.starting(with: 7).initialValue == 7)
    }

    @Test("A graph without a state traps, and the message names the call") func trap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Interact<Int, Int>(fileID: "Module/File.swift", line: 77) { _, _ in .state }.initialValue
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Module/File.swift:77"))
    }
}
