import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@testable import UnoStorage

/// A machine by hand, whose effects are streams in all their spellings.
struct Fact: StateMachine {
    enum State: Equatable {
        case idle
        case loading(Int)
        case shown(String)
    }
    enum Input {
        case ask(Int)
        case watch, count, dismiss
    }
    enum IOEffect: Equatable {
        case fetch(Int)
        case watch, count
    }
    enum IOResult: Equatable { case result(String) }

    let initialValue = State.idle

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (_, .ask(let number)): transition(.loading(number), effect: .fetch(number))
        case (_, .watch): run(.watch)
        case (_, .count): run(.count)
        case (.idle, .dismiss): undefined
        case (_, .dismiss): nextState(.idle)
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch result {
        case .result(let fact): nextState(.shown(fact))
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .fetch(let number):
            return .single { .result("\(number) is a number") }
        case .watch:
            return AsyncStream { continuation in
                continuation.yield(.result("seen"))
                continuation.finish()
            }
        case .count:
            return IOResultStream { continuation in
                continuation.yield(.result("1"))
                continuation.yield(.result("2"))
                continuation.finish()
            }
        }
    }
}

/// The older form: one result of an effect, or none.
@StateMachine
struct OlderFact: StateMachine {
    enum State: Equatable {
        case idle
        case shown(String)
    }
    enum Input { case ask(Int) }
    enum IOEffect: Equatable { case fetch(Int) }
    enum IOResult: Equatable { case fetched(String) }

    let initialValue = State.idle

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .ask(let number): run(.fetch(number))
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch result {
        case .fetched(let fact): nextState(.shown(fact))
        }
    }

    func runIOEffect(_ effect: IOEffect) async -> IOResult? {
        switch effect {
        case .fetch(0): nil
        case .fetch(let number): .fetched("\(number) is a number")
        }
    }
}

/// All three macros, with the conformance written.
@StateMachine
@EffectComposition
@ComposableStateMachine
struct Desk: StateMachine {
    struct State: Equatable {
        @NestedState var fact = OlderFact.State.idle
        var notes: [String] = []
    }
    enum Input {
        case start
        @Forward(OlderFact.Input.ask) case ask(Int)
    }
    enum IOEffect: Equatable {
        case a
        case b(Int)
        case c
    }
    enum IOResult: Equatable {
        case noted(String)
        @Forward(OlderFact.IOResult.self) case fact(OlderFact.IOResult)
    }

    let initialValue = State()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .start: run(.concat(.a, .merge(.b(1), .c)))
        case .ask: identity
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch result {
        case .noted(let note): nextState(withVar(state, \.notes, state.notes + [note]))
        case .fact: identity
        }
    }
}

extension Desk: Desk.EffectRunner {
    func runA() -> IOResultStream { .just(.noted("a")) }
    func runB(_ number: Int) -> EffectSequence { .single { .noted("b\(number)") } }
    func runC() -> AsyncStream<IOResult> { .just(.noted("c")) }
}

/// `@StateMachine` and `@EffectComposition` with a composition by hand; `.concatenate([…])` beside `.concat(…)`.
@StateMachine
@EffectComposition
struct Line: StateMachine {
    typealias State = [Int]
    enum Input { case forth, back }
    enum IOEffect: Hashable { case go(Int) }
    enum IOResult: Equatable { case came(Int) }

    let initialValue: [Int] = []

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .forth: run(.concatenate([.go(1), .merge([.go(2)])]))
        case .back: (run(.concat(.go(2), .go(1))))
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch result {
        case .came(let place): nextState(state + [place])
        }
    }
}

extension Line: Line.EffectRunner {
    func runGo(_ value: Int) -> IOResultStream { .just(.came(value)) }
}

/// A nested machine that a closure makes.
@StateMachine
struct Parent: StateMachine {
    struct State: Equatable { var fact = OlderFact.State.idle }
    enum Input { case ask(Int) }
    enum IOResult { case fact(OlderFact.IOResult) }

    let initialValue = State()

    var body: some InteractorOf<Self> {
        NestedStateMachine(
            state: \State.fact,
            toChildAction: { (action: Action) -> OlderFact.Action? in
                switch action {
                case .input(.ask(let number)): .input(.ask(number))
                case .ioResult(.fact(let result)): .ioResult(result)
                }
            },
            fromChildAction: { (action: OlderFact.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(.fact(result)) } else { nil }
            },
            child: { OlderFact() }
        )
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
}

@Suite("The words of state machines")
struct StateMachineWords {
    @Test("A transition is a pair, too")
    func pair() {
        let result = Fact.reduceInput(.idle, .ask(7))
        #expect(result.0 == .loading(7))
        #expect(result.1 == .fetch(7))
        #expect(result.0 == result.state && result.1 == result.effects)
    }

    @Test("Streams of results in each spelling")
    func streams() async {
        let runtime = Runtime(Fact())
        for (input, shown) in [(Fact.Input.ask(7), "7 is a number"), (.watch, "seen"), (.count, "2")] {
            await runtime.send(.input(input)).finish()
            #expect(await runtime.state == .shown(shown))
        }
        await runtime.shutdown(.drain)
    }

    @Test("One result, or none")
    func older() async {
        let runtime = Runtime(OlderFact())
        await runtime.send(.input(.ask(0))).finish()
        #expect(await runtime.state == .idle)
        await runtime.send(.input(.ask(7))).finish()
        #expect(await runtime.state == .shown("7 is a number"))
        await runtime.shutdown(.drain)
    }

    @Test("Compositions without brackets equal those with")
    func variadic() {
        typealias Composed = Line.IOEffect.Composed
        #expect(Composed.concat(.go(1), .merge(.go(2), .go(3))) == .concatenate([.go(1), .merge([.go(2), .go(3)])]))
        typealias Plain = ComposableEffect<Int>
        #expect(
            Plain.concat(.just(1), .merge(.just(2), .just(3)))
                == .concatenate([.just(1), .merge([.just(2), .just(3)])]))
    }

    @Test("Compositions without brackets, by all three macros")
    func composition() async {
        let runtime = Runtime(Desk())
        await runtime.send(.input(.start)).finish()
        await runtime.send(.input(.ask(7))).finish()
        let state = await runtime.state
        #expect(state?.notes.first == "a" && state?.notes.sorted() == ["a", "b1", "c"])
        #expect(state?.fact == .shown("7 is a number"))
        let line = Runtime(Line())
        await line.send(.input(.forth)).finish()
        await line.send(.input(.back)).finish()
        #expect(await line.state == [1, 2, 2, 1])
        await line.shutdown(.drain)
        await runtime.shutdown(.drain)
    }

    @Test("A child that a closure makes")
    func child() async {
        let runtime = Runtime(Parent())
        await runtime.send(.input(.ask(7))).finish()
        #expect(await runtime.state?.fact == .shown("7 is a number"))
        await runtime.shutdown(.drain)
    }
}
