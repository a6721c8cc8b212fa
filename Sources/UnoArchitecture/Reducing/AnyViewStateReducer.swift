/// A reducer whose type is hidden; erasing changes nothing that it does.
public struct AnyViewStateReducer<DomainState, ViewState>: ViewStateReducer {
    private let base: any ViewStateReducer<DomainState, ViewState>

    /// Hides the type of `base`; erasing twice hides it once.
    public init(_ base: some ViewStateReducer<DomainState, ViewState>) {
        self.base = (base as? AnyViewStateReducer)?.base ?? base
    }

    public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
        base.reduce(domainState, into: &viewState)
    }
}

extension ViewStateReducer {
    /// This reducer with its type hidden.
    public func eraseToAnyViewStateReducer() -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(self)
    }
}
