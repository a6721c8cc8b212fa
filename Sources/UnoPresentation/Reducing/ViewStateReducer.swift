internal import UnoArchitecture

/// Derives the view state of a screen from a domain state.
///
/// Write **either** a ``body`` that composes other reducers, **or** ``reduce(_:into:)``, never both.
///
/// ```swift
/// struct CounterView: ViewStateReducer {
///     struct ViewState: Equatable { var title = "" }
///
///     func reduce(_ domainState: Counter.DomainState, into viewState: inout ViewState) {
///         viewState.title = "\(domainState.count) clicks"
///     }
/// }
/// ```
///
/// Behavior: a view model calls its reducer on the main actor, for one state a step of the domain, in order. Fields that
/// the reducer does not set keep their values. Neither the reducer nor the view state has to be `Sendable`, so a module whose
/// types are isolated to the main actor by default can declare both without annotations.
public protocol ViewStateReducer<DomainState, ViewState> {
    /// The state of the feature.
    associatedtype DomainState
    /// The state of the screen.
    associatedtype ViewState
    /// The type of ``body``; `Never` for a reducer that implements ``reduce(_:into:)``.
    associatedtype Body

    /// The reducers that this reducer is composed of, in order.
    @ViewStateReducerBuilder<DomainState, ViewState> var body: Body { get }

    /// Updates `viewState` from `domainState`.
    func reduce(_ domainState: DomainState, into viewState: inout ViewState)
}

/// A reducer with the states of `Reducer`: `var body: some ViewStateReducerOf<Self>`.
public typealias ViewStateReducerOf<Reducer: ViewStateReducer> =
    ViewStateReducer<Reducer.DomainState, Reducer.ViewState>

extension ViewStateReducer where Body == Never {
    /// Never called: a reducer that implements `reduce(_:into:)` has no body.
    public var body: Never {
        fatalError("\(Self.self) has reduce(_:into:) and no body")
    }
}

extension ViewStateReducer
where Body: ViewStateReducer, Body.DomainState == DomainState, Body.ViewState == ViewState {
    /// Runs the reducers of ``body``.
    @inlinable
    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        guard Body.self != Self.self else {
            fatalError("\(Self.self) returns itself from body and has no reduce(_:into:)")
        }
        body.reduce(domainState, into: &viewState)
    }
}

/// Makes a type a ``ViewStateReducer`` of the given domain state and view state.
///
/// ```swift
/// @ViewStateReducer<Counter.State, CounterView.State>
/// struct CounterReducer {
///     func reduce(_ domainState: Counter.State, into viewState: inout CounterView.State) {
///         viewState.title = "\(domainState.count) clicks"
///     }
/// }
/// ```
///
/// The macro adds the aliases `DomainState` and `ViewState`, the conformance unless the type already conforms, and
/// `@ViewStateReducerBuilder` on a `body` without a `return`. A `@MainActor` type gets a `@MainActor` conformance.
///
/// Behavior:
/// - *Errors*: the type declares both `body` and `reduce(_:into:)`, or neither, or only a `body` that returns `self`.
/// - The macro sees only the braces of the declaration that it is attached to, not its extensions.
@attached(extension, conformances: ViewStateReducer)
@attached(member, names: named(DomainState), named(ViewState))
@attached(memberAttribute)
public macro ViewStateReducer<DomainState, ViewState>() =
    #externalMacro(module: "UnoMacrosPlugin", type: "ViewStateReducerMacro")

/// Makes a type a ``ViewStateReducer`` of its nested types, aliases or type parameters `DomainState` and `ViewState`. A type not
/// declared is taken from the type of `body`, such as `some ViewStateReducer<Counter.State, Title>`.
///
/// See ``ViewStateReducer()`` with two types for what the macro adds and rejects.
@attached(extension, conformances: ViewStateReducer)
@attached(member, names: named(DomainState), named(ViewState))
@attached(memberAttribute)
public macro ViewStateReducer() = #externalMacro(module: "UnoMacrosPlugin", type: "ViewStateReducerMacro")

/// A reducer made from a closure.
///
/// ```swift
/// var body: some ViewStateReducerOf<Self> {
///     BuildViewState { domainState, viewState in
///         viewState.title = domainState.name
///     }
/// }
/// ```
public struct BuildViewState<DomainState, ViewState>: ViewStateReducer {
    @usableFromInline let build: (DomainState, inout ViewState) -> Void

    /// Makes a reducer that calls `build` with each domain state and the view state to update.
    @inlinable
    public init(_ build: @escaping (_ domainState: DomainState, _ viewState: inout ViewState) -> Void) {
        self.build = build
    }

    /// Derives the view state as the reducers of ``body`` do.
    @inlinable
    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        build(domainState, &viewState)
    }
}

/// A type-erased reducer.
public struct AnyViewStateReducer<DomainState, ViewState>: ViewStateReducer {
    private let base: any ViewStateReducer<DomainState, ViewState>

    /// Erases the type of `base`. Erasing an already erased reducer adds no second layer.
    public init(_ base: some ViewStateReducer<DomainState, ViewState>) {
        self.base = (base as? AnyViewStateReducer)?.base ?? base
    }

    /// Derives the view state as the reducers of ``body`` do.
    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        base.reduce(domainState, into: &viewState)
    }
}

extension ViewStateReducer {
    /// Returns this reducer with its type erased.
    public func eraseToAnyViewStateReducer() -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(self)
    }
}
