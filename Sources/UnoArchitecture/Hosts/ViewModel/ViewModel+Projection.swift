extension ViewModel {
    /// Shows a part of a shared runtime.
    ///
    /// As for a runtime: the reducer gets the part of the present state, once, and then the part of each later state that is a
    /// change, on the main actor. Releasing the view model does not affect the runtime, which it retains.
    ///
    /// - Parameters:
    ///   - projection: the part of a runtime.
    ///   - initialValue: the value that the reducer starts from.
    ///   - reducer: updates the view state from each state of the part.
    ///   - states: what happens to states for which the main actor is not ready.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        projection: RuntimeProjection<DomainState, Action>,
        initialValue: ViewState,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(projection, states, store, settings) { state in store.receive { reducer.reduce(state, into: &$0) } }
    }

    /// - Parameter receive: called with each state.
    @usableFromInline
    convenience init(
        _ projection: RuntimeProjection<DomainState, Action>,
        _ policy: SubscriptionPolicy,
        _ store: ViewStateStore<ViewState>,
        _ settings: ViewModelSettings,
        receive: @escaping (DomainState) -> Void
    ) {
        let (present, states) = projection.follow(policy, settings.site)
        if let present {
            receive(present)
            store.publish()
        }
        let follower = StateFollower<DomainState> { state in
            receive(state)
            store.publish()
        }
        self.init(.projected(projection, Task { await follower.follow(states) }), store, settings)
    }
}

extension ViewModel where ViewState == DomainState {
    /// Shows a part of a shared runtime unchanged.
    ///
    /// - Parameters:
    ///   - projection: the part of a runtime.
    ///   - initialValue: the value that is shown until the runtime has a state.
    ///   - states: what happens to states for which the main actor is not ready.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        projection: RuntimeProjection<DomainState, Action>,
        initialValue: DomainState,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(projection, states, store, settings) { store.receive($0) }
    }
}
