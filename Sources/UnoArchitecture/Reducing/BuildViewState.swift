/// The reducer that a closure makes.
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

    @inlinable
    public init(_ build: @escaping (_ domainState: DomainState, _ viewState: inout ViewState) -> Void) {
        self.build = build
    }

    @inlinable
    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        build(domainState, &viewState)
    }
}
