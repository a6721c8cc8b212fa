// What users get wrong, and the compiler's words for it: the line, the name, one error. MistakeTests has the compiler compare.

import UnoArchitecture
import UnoLifting
import UnoPresentation

// MARK: The features

@Interactor
struct Detail {
    struct State: Sendable, Equatable, Identifiable { var id = 0, title = "", isDone = false }
    @CasePathable
    enum Action: Sendable {
        case binding(BindingAction<State>)
        case load
        case loaded(Int)
        case close
    }
    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { _, _ in .none }
    }
}

@Interactor
struct App {
    struct State: Sendable, Equatable {
        var count = 0
        var detail: Detail.State?
        var plain = Detail.State()
        let fixed = Detail.State()
        var list: [Detail.State] = []
        let fixedList: [Detail.State] = []
        var numbers: [Int] = []
        var path: StackState<Detail.State> = []
        var alert: AlertState<Button>?
    }
    enum Button: Sendable, Equatable { case ok }
    @CasePathable
    @dynamicMemberLookup
    enum Action: Sendable {
        case detail(PresentationAction<Detail.Action>)
        case alert(PresentationAction<Button>)
        case path(StackAction<Detail.State, Detail.Action>)
        case row(IdentifiedAction<Int, Detail.Action>)
        case pair(Int, Detail.Action)
        case child(Detail.Action)
        case number(Int)
        case reload
    }
    var body: some InteractorOf<Self> { Interact(initialValue: State()) { _, _ in .none } }
}
struct Incomparable: Sendable {}
struct Whole: Sendable, Equatable { var row = 0 }

typealias AppRuntime = Runtime<App.State, App.Action>
typealias AppFeature = Interactor<App.State, App.Action>
typealias DetailFeature = Interactor<Detail.State, Detail.Action>
typealias AppBuilder = InteractorBuilder<App.State, App.Action>

// MARK: Right

func right(_ runtime: AppRuntime, _ change: BindingAction<Detail.State>) -> some AppFeature {
    runtime.send(\.detail.binding.title, "a")
    runtime.send(\.detail.presented.binding.title, "a")
    runtime.send(\.detail.dismiss)
    runtime.send(\.path[id: 0].binding.title, "a")
    runtime.send(\.row[id: 0].loaded, 1)
    switch change {
    case \.title: break
    default: break
    }
    return App().presents(\.detail, action: \.detail) { Detail() }.presents(\.alert, action: \.alert)
        .presents(stack: \.path, action: \.path) { Detail() }.forEach(\.list, action: \.row) { Detail() }
}

// MARK: Presenting

/// The case holds another type.
// error: requires that 'Detail.Action' conform to 'PresentationActionProtocol'
func presents1() -> some AppFeature { App().presents(\.detail, action: \.child) { Detail() } }
/// The part is no optional.
// error: to expected argument type 'WritableKeyPath<App.State, Optional<Detail.State>>'
func presents2() -> some AppFeature { App().presents(\.plain, action: \.detail) { Detail() } }
/// The case is misspelt.
// error: has no dynamic member 'detial' using key path from root type 'App.Action.AllCasePaths'
func presents3() -> some AppFeature { App().presents(\.detail, action: \.detial) { Detail() } }
/// The part is misspelt.
// error: value of type 'App.State' has no member 'detial'
func presents4() -> some AppFeature { App().presents(\.detial, action: \.detail) { Detail() } }
/// The child is misspelt.
// error: cannot find 'Detial' in scope
func presents5() -> some AppFeature { App().presents(\.detail, action: \.detail) { Detial() } }
/// The child, in place, has an error of its own.
func presents6() -> some AppFeature {
    App().presents(\.detail, action: \.detail) {
        Interact(initialValue: Detail.State()) { state, action in
            switch action {
            // error: value of type 'Detail.State' has no member 'titel'
            case .load: state.titel = "a"
            default: break
            }
            return .state
        }
    }
}
/// The case of a dialog holds another type.
// error: requires that 'Int' conform to 'PresentationActionProtocol'
func presents7() -> some AppFeature { App().presents(\.alert, action: \.number) }
/// The case of a stack holds another type.
// error: requires that 'IdentifiedAction<Int, Detail.Action>' conform to 'StackActionProtocol'
func presents8() -> some AppFeature { App().presents(stack: \.path, action: \.row) { Detail() } }
/// An array is no stack.
// error: to expected argument type 'WritableKeyPath<App.State, StackState<Detail.State>>'
func presents9() -> some AppFeature { App().presents(stack: \.list, action: \.path) { Detail() } }
/// The case of a stack is misspelt.
// error: has no dynamic member 'pth' using key path from root type 'App.Action.AllCasePaths'
func presents10() -> some AppFeature { App().presents(stack: \.path, action: \.pth) { Detail() } }

// MARK: Rows

/// The case holds no row's action.
// error: requires that 'Detail.Action' conform to 'IdentifiedActionProtocol'
func rows1() -> some AppFeature { App().forEach(\.list, action: \.child) { Detail() } }
/// The case holds a tuple.
// error: type '(Int, Detail.Action)' cannot conform to 'IdentifiedActionProtocol'
func rows2() -> some AppFeature { App().forEach(\.list, action: \.pair) { Detail() } }
/// The case is misspelt.
// error: has no dynamic member 'rows' using key path from root type 'App.Action.AllCasePaths'
func rows3() -> some AppFeature { App().forEach(\.list, action: \.rows) { Detail() } }
/// The collection is misspelt.
// error: value of type 'App.State' has no member 'lits'
func rows4() -> some AppFeature { App().forEach(\.lits, action: \.row) { Detail() } }
/// The collection is a constant.
// error: is unavailable: the collection has to be a variable: the rows change it in place
func rows5() -> some AppFeature { App().forEach(\.fixedList, action: \.row) { Detail() } }
/// The case of rows with an id of one's own is misspelt.
// error: has no dynamic member 'rows' using key path from root type 'App.Action.AllCasePaths'
func rows6() -> some AppFeature { App().forEach(\.list, id: \.id, action: \.rows) { Detail() } }

// MARK: Parts

/// The part is a constant.
@AppBuilder func part1() -> some AppFeature {
    // error: is unavailable: the part has to be a variable: a child changes it in place
    Scope(state: \.fixed, action: \.child) { Detail() }
    App()
}
/// The part is an optional.
@AppBuilder func part2() -> some AppFeature {
    // error: cannot convert value of type 'Detail.DomainState' (aka 'Detail.State') to expected argument type '
    Scope(state: \.detail, action: \.child) { Detail() }
    App()
}
/// The case is misspelt.
@AppBuilder func part3() -> some AppFeature {
    // error: has no dynamic member 'chld' using key path from root type 'App.Action.AllCasePaths'
    Scope(state: \.plain, action: \.chld) { Detail() }
    App()
}
/// The part is misspelt.
@AppBuilder func part4() -> some AppFeature {
    // error: value of type 'App.State' has no member 'plian'
    Scope(state: \.plian, action: \.child) { Detail() }
    App()
}
/// The case holds another type.
@AppBuilder func part5() -> some AppFeature {
    // error: cannot convert value of type 'Detail.Action' to expected argument type 'Int'
    Scope(state: \.plain, action: \.number) { Detail() }
    App()
}
/// An error in the part beside.
@AppBuilder func part6() -> some AppFeature {
    Scope(state: \.plain, action: \.child) { Detail() }
    Interact(initialValue: App.State()) { state, action in
        switch action {
        // error: value of type 'App.State' has no member 'cuont'
        case .reload: state.cuont += 1
        default: break
        }
        return .state
    }
}
/// A feature of another state.
@AppBuilder func part7() -> some AppFeature {
    App()
    // error: cannot convert value of type 'Detail.DomainState' (aka 'Detail.State') to expected argument type 'App.State'
    Detail()
}
/// The part is no optional.
// error: to expected argument type 'WritableKeyPath<App.State, Optional<Detail.State>>'
func part8() -> some AppFeature { App().ifLet(\.plain, action: \.child) { Detail() } }
/// The case holds another type.
// error: cannot convert value of type 'Detail.Action' to expected argument type 'Int'
func part9() -> some AppFeature { App().ifLet(\.detail, action: \.number) { Detail() } }
/// The part is misspelt.
// error: value of type 'App.State' has no member 'detial'
func part10() -> some AppFeature { App().ifLet(\.detial, action: \.child) { Detail() } }
/// The value is misspelt.
// error: value of type 'App.State' has no member 'cuont'
func part11() -> some AppFeature { App().onChange(of: \.cuont) { _, _, _ in .none } }

// MARK: Handlers

/// Not every case is handled.
func handler1() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        // error: switch must be exhaustive
        switch action {
        case .load: .state
        case .binding: .state
        case .loaded: .state
        }
    }
}
/// The emission is misspelt.
func handler2() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        if case .load = action { state.title = "a" }
        // error: type 'Emission<Detail.State>' has no member 'stat'
        return .stat
    }
}
/// The state of another feature.
func handler3() -> some DetailFeature {
    // error: cannot convert value of type 'App.State' to expected argument type 'Detail.State'
    Interact(initialValue: App.State()) { state, action in .state }
}
/// No emission.
func handler4() -> some Interactor<Incomparable, Int> {
    Interact(initialValue: Incomparable()) { state, action in
        // error: cannot convert value of type '()' to closure result type 'Emission<Incomparable>'
        print(action)
    }
}
/// A misspelt field in an effect's change.
func handler5() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        // error: value of type 'Detail.State' has no member 'titel'
        .perform { state, send in await send { $0.titel = "a" } }
    }
}
/// The handler's state in an effect, rather than the effect's.
func handler6() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        // error: mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code
        .perform { _, send in await send { $0.title = state.title } }
    }
}
/// `await` is missing.
func handler7() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        // error: expression is 'async' but is not marked with 'await'
        .perform { _, send in send { $0.title = "a" } }
    }
}
/// An effect that throws.
func handler8() -> some DetailFeature {
    // error: invalid conversion from throwing function of type '
    Interact(initialValue: Detail.State()) { _, _ in .perform { _, _ in try Task.checkCancellation() } }
}
/// Work of another type than the case.
func handler9() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action, dispatch in
        switch action {
        // error: cannot convert value of type 'String' to closure result type 'Int'
        case .load: dispatch.run(\.loaded) { "1" }
        default: .none
        }
    }
}
/// Work that throws, for a case without a `Result`.
func handler10() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { _, _, dispatch in
        // error: invalid conversion from throwing function of type '@Sendable () throws -> Int'
        dispatch.run(\.loaded) {
            try Task.checkCancellation()
            return 1
        }
    }
}
/// The case for the result is misspelt.
// error: has no dynamic member 'laoded' using key path from root type 'Detail.Action.AllCasePaths'
func handler11(_ dispatch: Dispatcher<Detail.Action>) -> Emission<Detail.State> { dispatch.run(\.laoded) { 1 } }

/// A misspelt policy.
func handler12() -> some DetailFeature {
    Interact(initialValue: Detail.State()) { state, action in
        // error: type 'EffectPolicy' has no member 'waitTrun'
        .perform(id: "x", policy: .waitTrun) { _, _ in }
    }
}

// MARK: Hosts

/// A misspelt action.
// error: reference to member 'relaod' cannot be resolved without a contextual type
func host1(_ runtime: AppRuntime) { runtime.send(.relaod) }
/// A misspelt case behind a row.
// error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'App.Action'
// error: cannot infer key path type from context; consider explicitly specifying a root type
func host2(_ runtime: AppRuntime) { runtime.send(\.path[id: 0].laod) }
/// A misspelt field.
// error: has no dynamic member 'titel' using key path from root type 'Detail.State'
func host3(_ runtime: AppRuntime) { runtime.send(\.path[id: 0].binding.titel, "a") }
/// A value of another type.
// error: cannot convert value of type 'Int' to expected argument type 'String'
func host4(_ runtime: AppRuntime) { runtime.send(\.path[id: 0].binding.title, 1) }
/// The value is missing.
// error: to expected argument type 'KeyPath<Case<App.Action>, Case<Void>>'
func host5(_ runtime: AppRuntime) { runtime.send(\.number) }
/// A misspelt part.
// error: value of type 'App.State' has no member 'plian'
func host6(_ runtime: AppRuntime) { _ = runtime.projection(action: \.child, state: \.plian) }
/// A part that cannot be compared.
// error: requires that 'Incomparable' conform to 'Equatable'
func host7(_ runtime: Runtime<[Incomparable], App.Action>) { _ = runtime.projection(action: \.child, state: \.[0]) }
/// A control for a misspelt field.
// error: value of type 'Detail.State' has no member 'titel'
@MainActor func host8(_ model: ViewModel<Detail.Action, Detail.State, Detail.State>) { _ = model.binding(\.titel) }
/// A control where the action has no case for it.
// error: requires that 'App.Action.AllCasePaths' conform to 'BindingCasePaths
@MainActor func host10(_ model: ViewModel<App.Action, App.State, App.State>) { _ = model.binding(\.count) }
/// A value of another type.
// error: cannot convert value of type 'String' to expected argument type 'Int'
@MainActor func host9(_ model: ViewModel<App.Action, App.State, App.State>) { model.sendViewEvent(\.number, "1") }

// MARK: Lifting

/// A case of another type.
// error: to expected argument type 'KeyPath<App.Action, Optional<CaseMatch<App.Action, Detail.Action>>>'
let lifting1 = AnyMiddleware<Detail.Action, Detail.Action, Whole> { _, _, _ in .none }.lift(action: \App.Action.number)
/// The state before and after is there for the call only.
// error: capture of 'state' with non-Sendable type 'MiddlewareState<Whole>' in a '@Sendable' closure
let lifting2 = AnyMiddleware<Int, Int, Whole> { _, _, state in .run { _ in _ = state.before } }
/// Two reducers of different parts.
// error: cannot convert value of type 'Reducer<App.Action, Whole>' to expected argument type 'Reducer<Int, Int>'
let lifting3 = Reducer<Int, Int>.identity <> Reducer<App.Action, Whole>.identity
/// A case of another type.
// error: to expected argument type 'KeyPath<Case<App.Action>, Case<String>>'
let lifting4 = Reducer<String, Int>.identity.lift(action: \Case<App.Action>.number, state: \Whole.row)

// MARK: What the compiler says in more words than one

/// A misspelt case in a `switch`: the type is that of the patterns `case \.load:`.
func words1(_ action: Detail.Action) {
    switch action {
    // error: has no member 'laod'
    case .laod: break
    default: break
    }
}
/// A misspelt field in a pattern.
func words2(_ action: Detail.Action) {
    switch action {
    // error: cannot infer key path type from context
    // error: cannot match values of type 'BindingAction<Detail.State>'
    case .binding(\.titel): break
    default: break
    }
}
/// A misspelt case in a handler that takes a dispatcher.
func words3() -> some DetailFeature {
    // error: expects 2 arguments, but 3 were used in closure body
    Interact(initialValue: Detail.State()) { _, action, dispatch in
        switch action {
        // error: cannot infer key path type from context
        case .load: dispatch.run(\.laoded) { 1 }
        default: .none
        }
    }
}
