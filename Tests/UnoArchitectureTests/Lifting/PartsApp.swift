import LocationPart
import RepositoryPart
import UnoArchitecture
import UnoLifting
import WeatherPart

/// Parts of three modules, each of which sends actions to the next.
enum PartsApp {
    struct State: Sendable, Equatable {
        var location = LocationState()
        var weather = WeatherState()
        var storage = Storage()

        /// A separate level, for lifting level by level.
        struct Storage: Sendable, Equatable { var repository = RepositoryState() }
    }

    @CasePathable @dynamicMemberLookup
    enum Action: Sendable, Equatable {
        case location(LocationAction)
        case weather(WeatherAction)
        case storage(StorageAction)
    }

    @CasePathable @dynamicMemberLookup
    enum StorageAction: Sendable, Equatable { case repository(RepositoryAction) }
    typealias Middleware = AnyMiddleware<Action, Action, State>
    static let location = LocationMiddleware { "Oslo" }
    static let weather = WeatherMiddleware { "rain in \($0)" }
    static let repository = RepositoryMiddleware()

    /// Loads the weather of a found place and stores it.
    static let wiring = Middleware { action, _, _ in
        switch action {
        case .location(.found(let place)): .pure(.weather(.load(place)))
        case .weather(.loaded(let report)): .pure(.storage(.repository(.keep(report))))
        default: .none
        }
    }

    // MARK: The spellings

    static let closures = Store(
        initialValue: State(),
        reducer: Reducer.location.lift(
            actionGetter: { if case .location(let action) = $0 { action } else { nil } }, stateGetter: { $0.location },
            stateSetter: { $0.location = $1 })
            <> Reducer.weather.lift(
                actionGetter: { if case .weather(let action) = $0 { action } else { nil } },
                stateGetter: { $0.weather }, stateSetter: { $0.weather = $1 })
            <> Reducer.repository.lift(
                actionGetter: { if case .storage(.repository(let action)) = $0 { action } else { nil } },
                stateGetter: { $0.storage.repository }, stateSetter: { $0.storage.repository = $1 }),
        middleware: location.lift(
            inputAction: { (action: Action) in if case .location(let part) = action { part } else { nil } },
            outputAction: { Action.location($0) }, state: { (state: State) in state.location })
            <> weather.lift(
                inputAction: { (action: Action) in if case .weather(let part) = action { part } else { nil } },
                outputAction: { Action.weather($0) }, state: { (state: State) in state.weather })
            <> repository.lift(
                inputAction: { (action: Action) in
                    if case .storage(.repository(let part)) = action { part } else { nil }
                }, outputAction: { Action.storage(.repository($0)) },
                state: { (state: State) in state.storage.repository })
            <> wiring)

    static let keyPaths = Store(
        initialValue: State(),
        reducer: Reducer.location.lift(action: \Action.location, state: \State.location)
            <> Reducer.weather.lift(action: \Action.weather, state: \State.weather)
            <> Reducer.repository.lift(action: \Action.storage?.repository, state: \State.storage.repository),
        middleware: location.lift(inputAction: \Action.location, outputAction: Action.location, state: \State.location)
            <> weather.lift(inputAction: \Action.weather, outputAction: Action.weather, state: \State.weather)
            <> repository.lift(
                inputAction: \Action.storage?.repository, outputAction: { Action.storage(.repository($0)) },
                state: \State.storage.repository)
            <> wiring)

    /// The same key path for a reducer and its middleware.
    static let rootedPaths = Store(
        initialValue: State(),
        reducer: Reducer.location.lift(action: \Action.location, state: \State.location)
            <> Reducer.weather.lift(action: \Action.weather, state: \State.weather)
            <> Reducer.repository.lift(action: \Action.storage?.repository, state: \State.storage.repository),
        middleware: location.lift(action: \Action.location, state: \State.location)
            <> weather.lift(action: \Action.weather, state: \State.weather)
            <> repository.lift(action: \Action.storage?.repository, state: \State.storage.repository)
            <> wiring)

    static let casePaths = Store(
        initialValue: State(),
        reducer: Reducer.location.lift(action: \Case<Action>.location, state: \State.location)
            <> Reducer.weather.lift(action: \Case<Action>.weather, state: \State.weather)
            <> Reducer.repository.lift(action: \Case<Action>.storage.repository, state: \State.storage.repository),
        middleware: location.lift(action: \Case<Action>.location, state: \State.location)
            <> weather.lift(action: \Case<Action>.weather, state: \State.weather)
            <> repository.lift(action: \Case<StorageAction>.repository)
            .lift(inputAction: \Action.storage).lift(outputAction: \Case<Action>.storage)
            .lift(state: \State.storage.repository)
            <> wiring)

    /// Axis after axis, and level after level.
    static let levels = Store(
        initialValue: State(),
        reducer: Reducer.location.lift(action: \Action.location).lift(state: \State.location)
            <> Reducer.weather.lift(state: \State.weather).lift(action: \Case<Action>.weather)
            <> Reducer.repository.lift(action: \StorageAction.repository, state: \State.Storage.repository)
            .lift(action: \Action.storage, state: \State.storage),
        middleware: location.lift(inputAction: \Action.location)
            .lift(outputAction: Action.location).lift(state: \State.location)
            <> weather.lift(inputAction: \Action.weather)
            .lift(outputAction: Action.weather).lift(state: \State.weather)
            <> repository.lift(
                inputAction: \StorageAction.repository, outputAction: StorageAction.repository,
                state: \State.Storage.repository
            )
            .lift(outputAction: Action.storage)
            .lift(inputAction: \Action.storage).lift(state: \State.storage)
            <> wiring)

    /// Each part as a store of its own, in a scope.
    struct Scoped: Interactor {
        var initialValue: State { State() }
        var body: some Interactor<State, Action> {
            Scope(state: \.location, action: \.location) { Store(reducer: .location, middleware: location) }
            Scope(state: \.weather, action: \.weather) { Store(reducer: .weather, middleware: weather) }
            Scope(state: \.storage.repository, action: \.storage.repository) {
                Store(reducer: .repository, middleware: repository)
            }
            Store(reducer: .identity, middleware: wiring)
        }
    }

    static let spellings: [(name: String, app: AnyInteractor<State, Action>)] = [
        ("closures", closures.eraseToAnyInteractor()),
        ("key paths", keyPaths.eraseToAnyInteractor()),
        ("rooted paths", rootedPaths.eraseToAnyInteractor()),
        ("case paths", casePaths.eraseToAnyInteractor()),
        ("axis by axis", levels.eraseToAnyInteractor()),
        ("scopes", Scoped().eraseToAnyInteractor()),
    ]
}
