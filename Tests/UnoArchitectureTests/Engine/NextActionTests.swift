import AsyncKit
import TestSupport
import Testing
import UnoLifting
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture

/// `dispatch.next`: an action that is handled right after the step of the handler that has named it.
@Suite("A next action", .timeLimit(.hang))
struct NextActionTests {
    let executor = ControlledExecutor()

    typealias Dispatch = Dispatcher<String>

    static let seeds: [UInt64?] = [nil] + (1...4).map { $0 }

    /// Appends each action to its state, and does what `react` says.
    static func feature(
        _ react: @escaping @Sendable (String, Dispatch) -> Emission<[String]>
    ) -> Interact<[String], String> {
        Interact(initialValue: []) { state, action, dispatch in
            state.append(action)
            return react(action, dispatch)
        }
    }

    // MARK: Order

    @Test(
        "is handled before anything that is queued, and before what an earlier step has named",
        arguments: Host.allCases,
        seeds)
    func order(host: Host, seed: UInt64?) {
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go": .merge([dispatch.next("a"), dispatch.next("b")])
            case "a": .merge([dispatch.next("a1"), dispatch.next("a2")])
            case "a1": dispatch.next("a11")
            default: .state
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        for action in ["go", "queued", "go"] { stage.hosted.send(action) }
        stage.executor.runUntilIdle()
        let once = ["go", "a", "a1", "a11", "a2", "b"]
        #expect(stage.last == once + ["queued"] + once)
        // Each step has emitted its state.
        #expect(stage.states == (0...13).map { Array(stage.last.prefix($0)) })
        #expect(stage.finish().hasEnded)
    }

    @Test("of an effect's action comes before the effect's next call", arguments: Host.allCases, seeds)
    func effect(host: Host, seed: UInt64?) {
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go":
                .perform { _, send in
                    await dispatch("a")
                    await send { $0.append("update") }
                    await dispatch("b")
                }
            case "a", "b": dispatch.next("\(action)1")
            case "a1", "b1": dispatch.next("\(action)1")
            default: .state
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        #expect(stage.send("go").last == ["go", "a", "a1", "a11", "update", "b", "b1", "b11"])
    }

    @Test("has been handled when the next part of a concatenation begins", arguments: Host.allCases, seeds)
    func concatenation(host: Host, seed: UInt64?) {
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go":
                dispatch.next("a").then(dispatch.next("b"))
                    .then(.perform { _, send in await send { $0.append("work") } })
                    .then(dispatch.next("c"))
                    .then(.state)
            case "a": dispatch.next("a1")
            default: .state
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        for action in ["go", "queued"] { stage.hosted.send(action) }
        stage.executor.runUntilIdle()
        #expect(stage.last.prefix(4) == ["go", "a", "a1", "b"])
        #expect(stage.last.filter { $0 != "queued" } == ["go", "a", "a1", "b", "work", "c"])
        // The last part emits once more.
        #expect(stage.states.count == stage.last.count + 2)
    }

    @Test(
        "is handled in a step of its own beside a transformer, which keeps each step waiting", arguments: Host.allCases)
    func transformer(host: Host) {
        let heard = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, digit, dispatch in
            sum = Sum.appending(digit, to: sum)
            return digit < 3 ? dispatch.next(digit + 1) : .state
        }
        let stage = Stage(Interactors.Merge(feature, ListeningTransformer(heard: heard)), in: host)
        for action in [1, 9] { stage.hosted.send(action) }
        stage.executor.runUntilIdle()
        #expect(heard.elements == [1, 2, 3, 9])
        #expect(stage.finish().hasEnded)
    }

    @Test("comes before an action that a debounce holds and that has become due", arguments: Host.allCases)
    func debounce(host: Host) {
        let clock = TestClock()
        let feature = Interactors.Merge(
            Interact<[String], String>(initialValue: []) { state, action, dispatch in
                state.append(action)
                if action == "go" { clock.advance(by: .seconds(1)) }
                return action == "go" ? dispatch.next("next") : .state
            },
            DebounceInteractor(for: .seconds(1), clock: clock) {
                Interact<[String], String>.changing { state, action in state.append("late \(action)") }
            }
        )
        let stage = Stage(feature, in: host)
        stage.send("held")
        stage.send("go")
        // The debounce has superseded "held" by then.
        #expect(Array(stage.last.prefix(3)) == ["held", "go", "next"])
        stage.finish()
    }

    // MARK: Hosts

    @Test("has been handled when sendViewEvent returns, from any depth") @MainActor func viewModel() {
        let seen = Record<String>()
        let model = ViewModel(Nested(seen: seen))
        model.sendViewEvent(.inner(.part(.go)))
        #expect(model.viewState.inner.part == ["go", "next", "last"])
        #expect(seen.elements == ["go", "next", "last"])
    }

    @Test("of a child of when is handled in the parent's graph, with the state that the parent stores")
    @MainActor func whenChild() {
        let model = ViewModel(WhenParent())
        model.sendViewEvent(.child("go"))
        #expect(model.viewState.child == ["go", "next"])
        #expect(model.viewState.stored == 2)
        // The parent's handler for a state action names one, too.
        model.sendViewEvent(.child("tell"))
        #expect(model.viewState.child == ["go", "next", "tell"])
        #expect(model.viewState.notes == ["told"])
        model.sendViewEvent(.child("follow"))
        #expect(model.viewState.child == ["go", "next", "tell", "follow", "last"])
    }

    @Test("is seen by the middlewares of a store, with the place of the call and the note") func middleware() {
        let sources = Record<String>()
        let stage = Stage(Overheard(sources: sources))
        #expect(stage.send("go").last == ["go", "next"])
        #expect(sources.elements.count == 2)
        #expect(sources.elements.last?.hasSuffix("(with a note)") == true)
        #expect(sources.elements.last?.contains("NextActionTests.swift") == true)
    }

    @Test("is received by a harness, at the time of its step") func harness() async {
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go": dispatch.next("a")
            case "a": dispatch.next("b")
            default: .state
            }
        }
        let harness = InteractorTestHarness(feature)
        await harness.send("go") { $0 = ["go"] }
        await harness.receive("a") { $0 = ["go", "a"] }
        await harness.receive("b", at: .zero) { $0 = ["go", "a", "b"] }
        await harness.finish()
    }

    @Test("counts as an action that was accepted and handled, and belongs to its event") func counters() async {
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go": .merge([dispatch.next("a"), .perform { _, _ in await dispatch("b") }])
            case "b": dispatch.next("c")
            default: .state
            }
        }
        let runtime = Runtime(feature)
        let event = runtime.send("go")
        await event.finish()
        #expect(await runtime.state == ["go", "a", "b", "c"])
        #expect(runtime.counters.accepted == 4)
        #expect(runtime.counters.handled == 4)
        await runtime.shutdown(.drain)
        #expect(runtime.counters.dropped == 0)
    }

    // MARK: Cancellation

    @Test("is dropped with a child that the same step removes, without a report", arguments: Host.allCases)
    func childGone(host: Host) {
        let recorder = DiagnosticsRecorder()
        let stage = recorder { Stage(Leaving(), in: host) }
        #expect(stage.send(.child("leave")).last.child == nil)
        #expect(stage.last.heard == ["leave"])
        #expect(recorder.kinds == [])
        #expect(stage.finish().hasEnded)
    }

    @Test("of another graph's emission is reported and dropped") func otherGraph() {
        let kept = Record<Emission<[String]>>()
        let recorder = DiagnosticsRecorder()
        recorder {
            let feature = Self.feature { _, dispatch in
                kept.append(dispatch.next("next"))
                return .state
            }
            let first = Stage(feature)
            let second = Stage(Self.feature { action, _ in action == "go" ? kept.elements[0] : .state })
            first.send("keep")
            second.send("go")
            #expect(first.last == ["keep"])
            #expect(second.last == ["go"])
        }
        #expect(recorder.kinds == [.effectEnded])
    }
}

/// Keeps each step waiting until it has noted the action.
private struct ListeningTransformer: Interactor {
    let heard: Record<Int>

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        upstream.map { [heard] action in
            heard.append(action)
            return action
        }.eraseToStream()
    }
}

/// Two levels of scopes above a handler that names actions.
private struct Nested: Interactor {
    struct State: Sendable, Equatable { var inner = Inner() }
    struct Inner: Sendable, Equatable { var part: [String] = [] }
    @CasePathable enum Action: Sendable { case inner(InnerAction) }
    @CasePathable enum InnerAction: Sendable { case part(PartAction) }
    enum PartAction: String, Sendable { case go, next, last }

    let seen: Record<String>

    var body: some Interactor<State, Action> {
        Interact(initialValue: State()) { [seen] _, action in
            if case .inner(.part(let action)) = action { seen.append(action.rawValue) }
            return .none
        }
        Scope(state: \.inner, action: \.inner) {
            Scope(state: \.part, action: \.part) {
                Interact<[String], PartAction> { state, action, dispatch in
                    state.append(action.rawValue)
                    return switch action {
                    case .go: dispatch.next(.next)
                    case .next: dispatch.next(.last)
                    case .last: .state
                    }
                }
            }
        }
    }
}

private struct WhenParent: Interactor {
    struct State: Sendable, Equatable {
        var child: [String] = []
        var stored = 0
        var notes: [String] = []
    }
    @CasePathable enum Action: Sendable {
        case child(String)
        case childChanged([String])
        case note(String)
    }

    var body: some Interactor<State, Action> {
        Interact<State, Action>(initialValue: State()) { state, action, dispatch in
            switch action {
            case .child: return .none
            case .childChanged(let child):
                state.child = child
                state.stored += 1
                return child.last == "tell" ? dispatch.next(.note("told")) : .state
            case .note(let note):
                state.notes.append(note)
                return .state
            }
        }
        .when(stateIs: \.child, actionIs: \.child, stateAction: \.childChanged) {
            Interact<[String], String>(initialValue: []) { state, action, dispatch in
                state.append(action)
                return switch action {
                case "go": dispatch.next("next")
                case "follow": dispatch.next("last").then(.state)
                default: .state
                }
            }
        }
    }
}

private struct Overheard: Interactor {
    let sources: Record<String>

    var body: some Interactor<[String], String> {
        Store(
            reducer: Reducer { action, state in state.append(action) },
            middleware: AnyMiddleware { [sources] _, source, _ in
                sources.append("\(source)")
                return .none
            }
        )
        Interact<[String], String>(initialValue: []) { _, action, dispatch in
            action == "go" ? dispatch.next("next", note: "with a note") : .state
        }
    }
}

/// A parent that removes its child in the step in which the child names an action.
private struct Leaving: Interactor {
    struct State: Sendable, Equatable {
        var child: Int? = 0
        var heard: [String] = []
    }
    @CasePathable enum Action: Sendable { case child(String) }

    var body: some Interactor<State, Action> {
        Interact<State, Action>.changing(State(), for: \.child) { state, word in
            state.heard.append(word)
            if word == "leave" { state.child = nil }
        }
        .ifLet(\.child, action: \.child) {
            Interact<Int, String> { _, word, dispatch in word == "leave" ? dispatch.next("never") : .state }
        }
    }
}
