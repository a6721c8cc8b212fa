import Testing
import UnoArchitecture
import UnoStateMachines
import UnoStateMachinesTesting
import UnoTesting

// The code of the article "State machines", compiled as it stands there; `ArticleTests` holds the two together.

@StateMachine
struct CitySearch {
    let initialValue = State.idle
    let find: @Sendable (String) async throws -> [String]

    enum State: Hashable {
        case idle
        case searching(String)
        case found([String])
        case failed(String)
    }

    enum Input: Hashable {
        case search(String)
        case clear
    }

    enum IOEffect: Hashable {
        case find(String)
    }

    enum IOResult: Hashable {
        case found([String])
        case failed(String)
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (_, .search(let text)): transition(.searching(text), effect: .find(text))
        case (.idle, .clear): undefined
        case (_, .clear): nextState(.idle)
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch (state, result) {
        case (.searching, .found(let cities)): nextState(.found(cities))
        case (.searching, .failed(let reason)): nextState(.failed(reason))
        default: undefined
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .find(let text):
            .single {
                do {
                    return .found(try await find(text))
                } catch {
                    return .failed("\(error)")
                }
            }
        }
    }

    static func traits(of effect: IOEffect) -> EffectTraits { [] }  // or .outlivesPhase, .runsBeside, .longRunning
}

/// A machine whose effect leads it from phase to phase.
@StateMachine
struct LogIn {
    let initialValue = State.loggedOut
    let authenticate: @Sendable (_ password: String) async -> String
    let fetchUser: @Sendable (_ token: String) async -> String

    enum State: Hashable {
        case loggedOut
        case authenticating
        case fetchingUser
        case loggedIn(String)
    }

    enum Input: Hashable {
        case logIn(password: String)
        case cancel
    }

    enum IOEffect: Hashable {
        case logIn(String)
    }

    enum IOResult: Hashable {
        case authenticated
        case fetched(String)
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.loggedOut, .logIn(let password)): transition(.authenticating, effect: .logIn(password))
        case (_, .cancel): nextState(.loggedOut)
        default: undefined
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch (state, result) {
        case (.authenticating, .authenticated): nextState(.fetchingUser)
        case (.fetchingUser, .fetched(let user)): nextState(.loggedIn(user))
        default: undefined
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .logIn(let password):
            AsyncStream { results in
                let task = Task {
                    let token = await authenticate(password)
                    results.yield(.authenticated)
                    results.yield(.fetched(await fetchUser(token)))
                    results.finish()
                }
                results.onTermination = { _ in task.cancel() }
            }
        }
    }
}

/// A machine whose transitions start more than one effect.
@StateMachine
@EffectComposition
struct ComposedCitySearch {
    typealias State = CitySearch.State
    typealias Input = CitySearch.Input
    typealias IOResult = CitySearch.IOResult

    enum IOEffect: Hashable {
        case find(String)
    }

    let initialValue = State.idle
    let search: CitySearch

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        run(.concat(.merge(.find("a"), .find("b")), .find("c")))
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        if case .found(let cities) = result { nextState(.found(cities)) } else { identity }
    }

    /// One phase: the first result must not end the effects that are still to come.
    static func effectScope(of state: State) -> Int { 0 }
}

extension ComposedCitySearch: ComposedCitySearch.EffectRunner {
    func runFind(_ text: String) -> IOResultStream { search.runIOEffect(.find(text)) }
}

/// A parent with a search that comes and goes.
@StateMachine
@ComposableStateMachine
struct Atlas {
    struct State: Equatable {
        @NestedState var search: CitySearch.State? = .idle
    }

    enum Input {
        @Forward(CitySearch.Input.search) case search(String)
        case leave
    }

    enum IOResult {
        @Forward(CitySearch.IOResult.self) case searched(CitySearch.IOResult)
    }

    let initialValue = State()
    let search: CitySearch

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        if case .leave = input { nextState(State(search: nil)) } else { identity }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
}

@Suite("The article on state machines")
struct StateMachinesExamples {
    @Test("tests transitions as values")
    func transitions() {
        let transition = CitySearch.reduceInput(.idle, .search("rey"))
        #expect(transition.state == .searching("rey"))
        #expect(transition.effects == .find("rey"))
    }

    @Test("tests a machine to its last state")
    func harness() async {
        let effects = MockEffects(of: CitySearch.self)
        let harness = effects.during { InteractorTestHarness(CitySearch { _ in [] }) }

        await harness.send(.input(.search("re"))) { $0 = .searching("re") }
        await harness.send(.input(.search("rey"))) { $0 = .searching("rey") }
        #expect(effects.cancelled == [.find("re")])

        effects.answer(.find("rey"), with: .found(["Reykjavík"]))
        await harness.receive(.ioResult(.found(["Reykjavík"]))) { $0 = .found(["Reykjavík"]) }
        await harness.finish()
    }

    @Test("cancels an effect in the phase that its own result has led to")
    func loggingIn() async {
        let effects = MockEffects(of: LogIn.self)
        let harness = effects.during { InteractorTestHarness(LogIn(authenticate: { _ in "" }, fetchUser: { _ in "" })) }
        await harness.send(.input(.logIn(password: "1234"))) { $0 = .authenticating }
        effects.yield(.authenticated, to: .logIn("1234"))
        await harness.receive(.ioResult(.authenticated)) { $0 = .fetchingUser }
        await harness.send(.input(.cancel)) { $0 = .loggedOut }
        #expect(effects.cancelled == [.logIn("1234")])
        await harness.finish()
    }

    @Test("nests a machine in an optional")
    func nesting() async {
        let effects = MockEffects(of: CitySearch.self)
        let harness = effects.during { InteractorTestHarness(Atlas(search: CitySearch { _ in [] })) }
        await harness.send(.input(.search("rey"))) { $0.search = .searching("rey") }
        await harness.send(.input(.leave)) { $0.search = nil }
        #expect(effects.cancelled == [.find("rey")])
        await harness.finish()
    }

    @Test("draws a machine")
    func drawing() {
        var printed = ""
        func print(_ text: String) { printed += text }
        let diagram = StateMachineDiagram(
            of: CitySearch.self,
            from: .idle,
            inputs: [.search("rey"), .clear],
            results: [.found(["Reykjavík"]), .failed("offline")]
        )
        print(diagram.mermaid)  // or diagram.graphviz
        #expect(diagram.states.count == 4)
        #expect(diagram.isComplete)
        #expect(printed.contains("s0 --> s1: search(#quot;rey#quot;) / find(#quot;rey#quot;)"))
        #expect(diagram.graphviz.contains("digraph \"CitySearch\""))
    }
}
