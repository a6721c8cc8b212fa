import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor
@Suite("onChange(of:handler:)", .timeLimit(.hang))
struct OnChangeTests {
    struct State: Sendable, Equatable {
        var query = ""
        var count = 0
        var log: [String] = []
        var child: Child?
    }

    struct Child: Sendable, Equatable {
        var value = 0
        var log: [Int] = []
    }

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout State) -> Void)
        case later(@Sendable (inout State) -> Void)
        case child(Int)
        case dispatched(String)
    }

    private var base: Interact<State, Action> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .change(let change):
                change(&state)
                return .state
            case .later(let change): return .perform { _, send in await send { change(&$0) } }
            case .child: return .none
            case .dispatched(let text):
                state.log.append(text)
                return .state
            }
        }
    }

    @Test("tells the old and the new value of each step that changes it, whatever changes it") func changes() async {
        let feature = base.onChange(of: \.query) { state, old, new in
            state.log.append("\(old)>\(new)")
            return .state
        }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.count = 1 })
        #expect(model.log == [])
        model.sendViewEvent(.change { $0.query = "a" })
        #expect(model.log == [">a"])
        model.sendViewEvent(
            .change {
                $0.query = "x"
                $0.query = "a"
            }
        )
        #expect(model.log == [">a"])
        await model.sendViewEvent(.later { $0.query = "b" }).finish()
        #expect(model.log == [">a", "a>b"])
    }

    @Test("is not called for a value that does not equal itself, as long as it stays so") func notANumber() {
        struct Share: Sendable, Equatable {
            var fraction = Double.nan
            var log: [String] = []
        }
        let feature = Interact<Share, Double>(initialValue: Share()) { state, action in
            state.fraction = action
            return .state
        }
        .onChange(of: \.fraction) { state, old, new in
            state.log.append("\(old)>\(new)")
            return .state
        }
        let model = ViewModel(feature, instances: .many)
        for fraction in [.nan, 1, 1, .nan, .nan, 2] { model.sendViewEvent(fraction) }
        #expect(model.log == ["nan>1.0", "1.0>nan", "nan>2.0"])
    }

    @Test("A handler that changes the value itself is not called for that; others are") func feedback() {
        let feature =
            base
            .onChange(of: \.query) { state, _, new in
                state.query = new + "!"
                state.count += 1
                return .state
            }
            .onChange(of: \.count) { state, old, new in
                state.log.append("\(old)>\(new) \(state.query)")
                state.query += "?"
                return .state
            }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.query = "a" })
        #expect(model.query == "a!?")
        #expect(model.log == ["0>1 a!"])
    }

    @Test(
        "A value that its handler has changed is known as it then is: no step is told of it, the next change starts from it"
    )
    func knowsTheEnd() {
        let feature = base.onChange(of: \.count) { state, old, new in
            state.log.append("\(old)>\(new)")
            state.count = min(new, 10)
            return .state
        }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.count = 15 })
        model.sendViewEvent(.change { $0.query = "a" })
        #expect(model.log == ["0>15"] && model.count == 10)
        model.sendViewEvent(.change { $0.count = 7 })
        model.sendViewEvent(.change { $0.count = 15 })
        model.sendViewEvent(.change { $0.count = 15 })
        #expect(model.log == ["0>15", "10>7", "7>15", "10>15"])
    }

    @Test("Its effects and what they feed back") func effects() async {
        let feature = base.onChange(of: \.query) { _, _, new, dispatch in
            .perform { _, _ in await dispatch(.dispatched(new)) }
        }
        let model = ViewModel(feature, instances: .many)
        await model.sendViewEvent(.change { $0.query = "a" }).finish()
        #expect(model.log == ["a"])
    }

    /// Notes the changes of its value.
    private func noting(startingWith child: Child = Child()) -> some Interactor<Child, Int> {
        Interact<Child, Int>(initialValue: child) { state, number in
            state.value = number
            return .state
        }
        .onChange(of: \.value) { state, old, new in
            state.log.append(old * 10 + new)
            return .state
        }
    }

    @Test("In a child: from its start, and anew for the next child") func child() {
        let feature = base.ifLet(\.child, action: \.child) { noting() }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.child = Child(value: 1) })
        #expect(model.child?.log == [])
        model.sendViewEvent(.child(2))
        #expect(model.child?.log == [12])
        model.sendViewEvent(.change { $0.child?.value = 3 })
        #expect(model.child?.log == [12, 23])
        model.sendViewEvent(.change { $0.child = nil })
        model.sendViewEvent(.change { $0.child = Child(value: 5) })
        model.sendViewEvent(.child(6))
        #expect(model.child?.log == [56])
    }

    @Test("In a child that changes in the step in which it starts") func startingChild() {
        let feature = base.ifLet(\.child, action: \.child) { noting() }
            .wrap { step in
                step.proceed()
                if case .change = step.action { step.proceed(with: .child(2)) }
            }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.child = Child(value: 1) })
        #expect(model.child?.log == [12])
    }

    @CasePathable enum Seat: Sendable, Equatable {
        case free
        case taken(Child)
    }

    @CasePathable enum SeatAction: Sendable {
        case set(Seat)
        case child(Int)
        case childState(Child)
    }

    @Test("In a child with a state of its own: from what its parent gives it at its start", arguments: Host.allCases)
    func childWithAState(host: Host) {
        let feature = Interact<Seat, SeatAction>(initialValue: .free) { seat, action in
            switch action {
            case .set(let new): seat = new
            case .childState(let child): seat = .taken(child)
            case .child: break
            }
            return .state
        }
        .when(stateIs: \Case<Seat>.taken, actionIs: \.child, stateAction: \.childState) {
            noting(startingWith: Child(value: 5))
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(.set(.taken(Child(value: 1)))).last == .taken(Child(value: 1)))
        #expect(stage.send(.set(.taken(Child(value: 3)))).last == .taken(Child(value: 3, log: [13])))
        #expect(stage.send(.child(4)).last == .taken(Child(value: 4, log: [13, 34])))
    }

    struct Pair: Sendable, Equatable {
        var scoped = Child()
        var embedded = Child()
    }

    @CasePathable enum PairAction: Sendable {
        case scoped(Int)
        case embedded(Int)
        case embeddedState(Child)
    }

    @Test("In a part of the state that is always there, in place or with a state of its own", arguments: Host.allCases)
    func parts(host: Host) {
        let parent = Interact<Pair, PairAction>.changing(Pair(), for: \.embeddedState) { pair, child in
            pair.embedded = child
        }
        let scoped = Stage(
            Interactors.Merge(parent, Scope(state: \.scoped, action: \.scoped) { noting() }), in: host)
        scoped.send(.scoped(2))
        #expect(scoped.last.scoped == Child(value: 2, log: [2]))
        let embedded = Stage(
            parent.when(stateIs: \.embedded, actionIs: \.embedded, stateAction: \.embeddedState) { noting() }, in: host)
        embedded.send(.embedded(2))
        #expect(embedded.last.embedded == Child(value: 2, log: [2]))
    }

    @Test("What a handler emits is shown before the next one is called", arguments: Host.allCases)
    func states(host: Host) {
        let feature =
            base
            .onChange(of: \.query) { state, _, new in
                state.count = new.count
                return .state
            }
            .onChange(of: \.count) { state, _, new in
                state.log.append("\(new)")
                return .state
            }
        let stage = Stage(feature, in: host)
        stage.send(.change { $0.query = "ab" })
        #expect(
            stage.states == [
                State(), State(query: "ab"), State(query: "ab", count: 2), State(query: "ab", count: 2, log: ["2"]),
            ]
        )
    }

    @Test("A change by the handler that removes a child ends the child in the same step") func removesChild() async {
        let feature = base.ifLet(\.child, action: \.child) {
            Interact<Child, Int>(initialValue: Child()) { _, _ in
                .observe { _, _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
            }
        }
        .onChange(of: \.query) { state, _, _ in
            state.child = nil
            return .state
        }
        let model = ViewModel(feature, instances: .many)
        model.sendViewEvent(.change { $0.child = Child() })
        let task = model.sendViewEvent(.child(1))
        model.sendViewEvent(.change { $0.query = "gone" })
        #expect(model.child == nil)
        await task.finish()
    }
}
