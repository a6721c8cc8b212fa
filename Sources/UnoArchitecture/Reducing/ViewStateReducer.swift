/// A description of what a screen shows of a domain state.
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
/// Behavior: a view model calls its reducer for each state that the domain emits, in order, on the main actor. What a
/// reducer leaves alone stays as it was. A reducer need not be `Sendable`, nor need the view state, so that a module
/// whose types belong to the main actor by default writes both without further ado.
public protocol ViewStateReducer<DomainState, ViewState> {
    associatedtype DomainState
    associatedtype ViewState
    /// The type of ``body``; `Never` for a reducer that implements ``reduce(_:into:)``.
    associatedtype Body

    /// The reducers that this one is composed of, in order.
    @ViewStateReducerBuilder<DomainState, ViewState> var body: Body { get }

    /// Brings `viewState` up to date with `domainState`.
    func reduce(_ domainState: DomainState, into viewState: inout ViewState)
}

/// The reducers with the states of `Reducer`: `var body: some ViewStateReducerOf<Self>`.
public typealias ViewStateReducerOf<Reducer: ViewStateReducer> =
    ViewStateReducer<Reducer.DomainState, Reducer.ViewState>

extension ViewStateReducer where Body == Never {
    /// A reducer that implements `reduce(_:into:)` has no body, and nobody asks for it.
    public var body: Never {
        fatalError("\(Self.self) has reduce(_:into:) and no body")
    }
}

extension ViewStateReducer
where Body: ViewStateReducer, Body.DomainState == DomainState, Body.ViewState == ViewState {
    @inlinable
    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        guard Body.self != Self.self else {
            fatalError("\(Self.self) returns itself from body and has no reduce(_:into:)")
        }
        body.reduce(domainState, into: &viewState)
    }
}
