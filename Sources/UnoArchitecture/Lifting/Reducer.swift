/// A function that takes an action and changes a state, as a value: written for a part, lifted to the whole, combined.
///
/// ```swift
/// let weather = Reducer<WeatherAction, WeatherState>.reduce { action, state in ... }
/// let app = weather.lift(action: \AppAction.weather, state: \AppState.weather)
///     <> location.lift(action: \AppAction.location, state: \AppState.location)
/// ```
///
/// A reducer is an interactor that emits the state for each action that was for it. It works on a state that another
/// part brings; `starting(with:)` gives it one.
///
/// Laws: `<>` is associative with ``identity`` on both sides; lifting keeps `identity` and `<>`; lifting twice is
/// lifting along both paths.
public struct Reducer<Action: Sendable, State: Sendable>: Sendable {
    /// Answers whether the action was for this reducer.
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

    @inlinable
    public init(_ reduce: @escaping @Sendable (_ action: Action, _ state: inout State) -> Void) {
        self.init { action, state in
            reduce(action, &state)
            return true
        }
    }

    @inlinable
    public static func reduce(
        _ reduce: @escaping @Sendable (_ action: Action, _ state: inout State) -> Void
    ) -> Reducer {
        Reducer(reduce)
    }

    /// No action is for this one.
    @inlinable
    public static var identity: Reducer { Reducer { _, _ in false } }

    /// Changes `state` as `action` says.
    @inlinable
    public func reduce(_ action: Action, _ state: inout State) { _ = run(action, &state) }

    /// The left, then the right on its result.
    @inlinable
    public static func <> (left: Reducer, right: Reducer) -> Reducer {
        Reducer { [first = left.run, second = right.run] action, state in
            let wasForFirst = first(action, &state)
            return second(action, &state) || wasForFirst
        }
    }
}

extension Reducer: Interactor, GraphPart {
    public typealias DomainState = State

    /// Traps: a reducer works on a state that another part brings, or `starting(with:)`.
    public var initialValue: State {
        fatalError("\(Self.self) has no initial value: say starting(with:), or put it beside an Interact")
    }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<State, Action>) -> Node<State, Action> {
        Node(engine: context.engine, step: makeStep(context.scope))
    }
}
