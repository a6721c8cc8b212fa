extension Interactor where Body: Interactor, Body.DomainState == DomainState, Body.Action == Action {
    /// The states of the graph that `body` describes, hosted by the stream that is returned.
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        guard Body.self != Self.self else {
            Diagnostics.current.report(
                Diagnostic(
                    .selfReferringBody,
                    "\(Self.self) returns itself from body and has no interact(_:), so it emits nothing"
                )
            )
            return AsyncStream { $0.finish() }
        }
        return HostedStream.states(of: self, upstream: upstream)
    }
}
