public import UnoArchitecture

/// A function that changes a state for an action, as a value: written for a part, lifted to the whole, combined.
///
/// ```swift
/// let weather = Reducer<WeatherAction, WeatherState> { action, state in ... }
/// let app = weather.lift(action: \AppAction.weather, state: \AppState.weather)
///     <> location.lift(action: \AppAction.location, state: \AppState.location)
/// ```
///
/// As an interactor, a reducer emits the state for each action that is for it. It works on the state of another part;
/// `starting(with:)` gives it a state of its own.
///
/// Laws: `<>` is associative with ``identity`` on both sides; lifting preserves `identity` and `<>`; lifting twice equals
/// lifting along both paths.
public struct Reducer<Action: Sendable, State: Sendable>: Sendable {
    /// Returns whether the action was for this reducer.
    @usableFromInline typealias Run = @Sendable (Action, inout State) -> Bool

    @usableFromInline let run: Run
    @usableFromInline let makeStep: @Sendable (StateScope<State>) -> (Action) -> Void

    @inlinable
    init(run: @escaping Run) {
        self.run = run
        self.makeStep = { scope in
            scope.makeStep { state, action in run(action, &state) ? .state : .none }
        }
    }

    /// Creates a reducer from a function.
    @inlinable
    public init(_ reduce: @escaping @Sendable (_ action: Action, _ state: inout State) -> Void) {
        self.init { action, state in
            reduce(action, &state)
            return true
        }
    }

    /// The reducer that ignores every action.
    @inlinable
    public static var identity: Reducer { Reducer { _, _ in false } }

    /// Changes `state` for `action`.
    @inlinable
    public func reduce(_ action: Action, _ state: inout State) { _ = run(action, &state) }

    /// Runs the left reducer, then the right one on its result.
    @inlinable
    public static func <> (left: Reducer, right: Reducer) -> Reducer {
        Reducer { [first = left.run, second = right.run] action, state in
            let wasForFirst = first(action, &state)
            return second(action, &state) || wasForFirst
        }
    }
}

extension Reducer: Interactor, GraphPart {
    /// The state that the reducer changes.
    public typealias DomainState = State

    /// Traps: a reducer works on a state that another part or `starting(with:)` declares.
    public var initialValue: State {
        fatalError("\(Self.self) has no initial value: say starting(with:), or put it beside an Interact")
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<State, Action>) -> Node<State, Action> {
        Node(in: context.engine, step: makeStep(context.scope))
    }

    package func handle(_ action: Action, on state: inout State) -> Emission<State>? {
        run(action, &state) ? .state : Emission.none
    }
}
