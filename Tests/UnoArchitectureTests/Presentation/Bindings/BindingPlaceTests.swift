import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStorage

/// Where the bindings of a body stand.
enum BindingPlace: CaseIterable, Sendable {
    case plain, condition, bothBranches, choice, loop, optional, available, erased, erasedTwice, nestedBody, collected
    case requiring, observed, shared, beforeNothing, beforeSkippedPart, twoForTwoCases, beforeNestedMerge,
        behindTransformer, inOneArray, beforeWatchedNothing

    typealias State = BoundForm.State
    typealias Action = BoundForm.Action
    typealias Part = AnyInteractor<State, Action>

    /// A body of a part that counts, then the bindings of this place.
    private struct Body<Bindings: Interactor<State, Action>>: Interactor {
        let bindings: Bindings
        let handler: Interact<State, Action>
        var body: some Interactor<State, Action> {
            bindings
            handler
        }
    }

    private func before(
        _ handler: Interact<State, Action>,
        @InteractorBuilder<State, Action> _ bindings: () -> some Interactor<State, Action>
    ) -> Part { Body(bindings: bindings(), handler: handler).eraseToAnyInteractor() }

    /// The bindings of this place, and `handler` behind them.
    func bindings(before handler: Interact<State, Action>) -> Part {
        let binding = BindingInteractor<State, Action>()
        let isOn = true
        let number = 2
        switch self {
        case .plain: return before(handler) { binding }
        case .condition: return before(handler) { if isOn { binding } }
        case .bothBranches: return before(handler) { if isOn { binding } else { EmptyInteractor() } }
        case .choice:
            return before(handler) {
                switch number {
                case 1: EmptyInteractor()
                case 2: binding
                default: EmptyInteractor()
                }
            }
        case .loop: return before(handler) { for _ in 0..<3 { binding } }
        case .optional:
            let bindings: BindingInteractor<State, Action>? = binding
            return before(handler) { if let bindings { bindings } }
        case .available: return before(handler) { if #available(macOS 15, *) { binding } }
        case .erased: return before(handler) { binding.eraseToAnyInteractor() }
        case .erasedTwice: return before(handler) { OnlyBindings().eraseToAnyInteractor() }
        case .nestedBody: return before(handler) { OnlyBindings() }
        case .collected: return before(handler) { Interactors.CollectInteractors { binding } }
        case .requiring: return before(handler) { Requiring(PlaceName.self) { _ in binding } }
        case .observed: return before(handler) { binding.onChange(of: \.name) { _, _, _ in .none } }
        case .shared: return before(handler) { binding.observing(Shared(0), at: \.number) }
        case .beforeNothing:
            return before(handler) {
                binding
                EmptyInteractor()
                for _ in 0..<0 { binding }
            }
        case .beforeSkippedPart:
            return before(handler) {
                if isOn { binding }
                if !isOn { handler }
            }
        case .twoForTwoCases:
            return before(handler) {
                if isOn { BindingInteractor(action: \.other) }
                for _ in 0..<1 { binding }
            }
        case .beforeNestedMerge:
            return Interactors.Merge(
                binding,
                Interactors.Merge(
                    EmptyInteractor(),
                    Interactors.MergeMany(interactors: [
                        EmptyInteractor().eraseToAnyInteractor(), handler.eraseToAnyInteractor(),
                    ]))
            ).eraseToAnyInteractor()
        case .behindTransformer:
            return before(handler) {
                SilentForm()
                if isOn { binding }
            }
        case .beforeWatchedNothing:
            return before(handler) {
                binding
                EmptyInteractor().onChange(of: \.name) { _, _, _ in .none }
            }
        case .inOneArray:
            return Interactors.MergeMany(interactors: [
                BindingInteractor(action: \.other).eraseToAnyInteractor(), binding.eraseToAnyInteractor(),
                handler.eraseToAnyInteractor(),
            ]).eraseToAnyInteractor()
        }
    }
}

private struct PlaceName: FeatureDependency { static let unprovided = PlaceName() }

enum BoundForm {
    struct State: Sendable, Equatable { var name = "", number = 0, seen: [String] = [] }

    @CasePathable enum Action: Sendable {
        case binding(BindingAction<State>)
        case other(BindingAction<State>)
        case count
    }
}

private struct OnlyBindings: Interactor {
    var body: some Interactor<BoundForm.State, BoundForm.Action> {
        BindingInteractor(action: \.other)
        if true { BindingInteractor() }
    }
}

/// Keeps each step waiting, notes each action, and emits nothing.
private struct SilentForm: Interactor {
    var heard = Record<String>()

    func interact(_ upstream: AsyncStream<BoundForm.Action>) -> AsyncStream<BoundForm.State> {
        upstream.compactMap { [heard] _ in
            heard.append("an action")
            return nil as BoundForm.State?
        }.eraseToStream()
    }
}

@Suite("The place of a binding", .timeLimit(.hang)) struct BindingPlaceTests {
    typealias State = BoundForm.State
    typealias Action = BoundForm.Action

    /// Sees each action; emits where it is told to.
    private func handler(emits: Bool) -> Interact<State, Action> {
        Interact { state, action in
            if case .count = action { return .none }
            state.seen.append(state.name)
            return emits ? .state : .unshown
        }
    }

    private static let start = Interact<State, Action>(initialValue: State()) { _, action in
        if case .count = action { .state } else { .none }
    }

    private let actions: [Action] = [
        .binding(.set(\.name, "a")), .count, .binding(.set(\.name, "b")), .binding(.set(\.name, "c")),
    ]

    private let states: [State] = [
        State(), State(name: "a", seen: ["a"]), State(name: "a", seen: ["a"]), State(name: "b", seen: ["a", "b"]),
        State(name: "c", seen: ["a", "b", "c"]),
    ]

    @Test(
        "A binding and the part behind it emit one state, wherever the binding stands",
        arguments: BindingPlace.allCases, LawHost.allCases)
    func oneState(place: BindingPlace, host: LawHost) async {
        for emits in [true, false] {
            let parts = place.bindings(before: handler(emits: emits))
            let behind = Interactors.Merge(Self.start, parts)
            #expect(await host.states(of: behind, actions) == states)
            let before = Interactors.Merge(parts, Self.start)
            #expect(await host.states(of: before, actions) == states)
        }
    }

    @Test("The part behind the next one emits its own state", arguments: BindingPlace.allCases, LawHost.allCases)
    func ownState(place: BindingPlace, host: LawHost) async {
        let behind = Interact<State, Action>.showing(State()) { state, _ in state.seen.append("!") }
        let parts = Interactors.Merge(place.bindings(before: handler(emits: true)), behind)
        let (first, last) = (State(name: "a", seen: ["a"]), State(name: "a", seen: ["a", "!"]))
        let shown = host.shown([State(), first, last], steps: [State(), last])
        #expect(await host.states(of: parts, [.binding(.set(\.name, "a"))]) == shown)
    }

    @Test("A binding behind which no part stands emits by itself", arguments: LawHost.allCases)
    func alone(host: LawHost) async {
        let parts = Interactors.Merge(Self.start, OnlyBindings())
        #expect(
            await host.states(of: parts, [.binding(.set(\.name, "a")), .other(.set(\.name, "b"))])
                == [State(), State(name: "a"), State(name: "b")])
    }

    @Test("Before a transformer it emits by itself, then the transformer gets the action", arguments: LawHost.allCases)
    func beforeTransformer(host: LawHost) async {
        let behind = Interactors.Merge(OnlyBindings(), Interactors.Merge(SilentForm(), handler(emits: true)))
        let beside = Interactors.Merge(OnlyBindings(), Interactors.Merge(SilentForm(), EmptyInteractor()))
        for parts in [
            behind.eraseToAnyInteractor(), Interactors.Merge(beside, handler(emits: true)).eraseToAnyInteractor(),
        ] {
            #expect(
                await host.states(of: Interactors.Merge(Self.start, parts), [.binding(.set(\.name, "a"))])
                    == [State(), State(name: "a"), State(name: "a", seen: ["a"])])
        }
    }

    struct Desk: Sendable, Equatable, CasePathable {
        var name = ""
        var seen: [String] = []
        var sheet: State?

        struct AllCasePaths: Sendable {
            let sheet = AnyCasePath<Desk, State>(embed: { Desk(sheet: $0) }, extract: { $0.sheet })
        }
        static let allCasePaths = AllCasePaths()
    }

    @CasePathable enum DeskAction: Sendable {
        case binding(BindingAction<Desk>)
        case sheet(Action)
        case sheetState(State)
    }

    @Test(
        "Before a child that begins with a state which is not there yet, and so may contain a transformer, it emits by itself",
        arguments: Host.allCases)
    func beforeUnknownChild(host: Host) async {
        let named = [Desk(), Desk(name: "a"), Desk(name: "a", seen: ["a"])]
        let noting = Interact<Desk, DeskAction>.showing(Desk()) { desk, _ in desk.seen.append(desk.name) }
        let unknown = noting.when(stateIs: \Case<Desk>.sheet, actionIs: \.sheet, stateAction: \.sheetState) {
            BindingInteractor<State, Action>()
        }
        let known = noting.when(stateIs: \Case<Desk>.sheet, actionIs: \.sheet, stateAction: \.sheetState) { Self.start }
        let (first, action) = (BindingInteractor<Desk, DeskAction>(), DeskAction.binding(.set(\.name, "a")))
        #expect(await host.states(of: Interactors.Merge(first, unknown), [action]) == named)
        #expect(await host.states(of: Interactors.Merge(first, known), [action]) == [named[0], named[2]])
    }

    @CasePathable enum Around: Sendable {
        case form(Action)
        case formState(State)
    }

    /// Notes and stores each state of the form.
    private struct Storing: Interactor {
        let heard: Record<String>

        func interact(_ upstream: AsyncStream<Around>) -> AsyncStream<State> {
            upstream.compactMap { [heard] action in
                guard case .formState(let state) = action else { return nil }
                heard.append("\(state.name), \(state.seen.count) seen")
                return state
            }.eraseToStream()
        }
    }

    @Test(arguments: LawHost.allCases)
    func `In a child, where a transformer stands behind it, and another one takes its states`(host: LawHost) async {
        let counting = Interact<State, Action>(initialValue: State()) { state, action in
            if case .count = action { return .none }
            state.seen.append(state.name)
            return .state
        }
        let bindings: [BindingPlace.Part] = [
            BindingInteractor().eraseToAnyInteractor(), BindingInteractor(action: \.other).eraseToAnyInteractor(),
        ]
        let heard = Record<String>()
        let silent = SilentForm(heard: heard)
        let forms: [BindingPlace.Part] = [
            Interactors.Merge(BindingInteractor(), Interactors.Merge(silent, counting)).eraseToAnyInteractor(),
            Interactors.MergeMany(
                interactors: bindings + [Interactors.Merge(silent, counting).eraseToAnyInteractor()]
            ).eraseToAnyInteractor(),
            Interactors.MergeMany(interactors: [
                bindings[0], Interactors.Merge(silent, bindings[1]).eraseToAnyInteractor(),
                counting.eraseToAnyInteractor(),
            ]).eraseToAnyInteractor(),
        ]
        for form in forms {
            let storing = Storing(heard: heard)
            let feature = storing.when(stateIs: \.self, actionIs: \.form, stateAction: \.formState) { form }
            let actions = ["a", "b"].map { Around.form(.binding(.set(\.name, $0))) }
            #expect(
                await host.states(of: feature, actions)
                    == [
                        State(name: "a"), State(name: "a", seen: ["a"]), State(name: "b", seen: ["a"]),
                        State(name: "b", seen: ["a", "b"]),
                    ])
        }
        let once = ["a, 0 seen", "an action", "a, 1 seen", "b, 1 seen", "an action", "b, 2 seen"]
        #expect(heard.elements == once + once + once)
    }
}
