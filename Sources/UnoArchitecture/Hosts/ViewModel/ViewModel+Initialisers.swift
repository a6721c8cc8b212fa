/// The view model of a feature whose domain state is its view state.
public typealias DirectViewModel<Action: Sendable, State: Sendable> = ViewModel<Action, State, State>

extension ViewModel {
    /// Makes the feature graph of `interactor` on the main actor and starts it.
    ///
    /// - Parameters:
    ///   - initialValue: what the reducer starts from; in a graph without state, what is shown until it emits.
    ///   - reducer: brings each domain state into the view state.
    ///   - mailbox: how many actions wait while one has to be waited for, and what happens to one more.
    ///   - tasks: where effects run; nil for the global executor.
    ///   - clock: what the view model measures its own waits with; nil for `ContinuousClock`.
    ///   - instances: whether this line is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        initialValue: ViewState,
        _ interactor: some Interactor<DomainState, Action>,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        clock: (any Clock<Duration>)? = nil,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        self.init(
            interactor,
            store,
            ViewModelSettings(
                mailbox: mailbox,
                tasks: tasks,
                clock: clock,
                instances: instances,
                site: CallSite(fileID, line),
                column: column
            ),
            receive: { cell in store.receive { reducer.reduce(cell.value, into: &$0) } },
            publish: { store.publish() },
            handling: { $0.drain($1, in: $2) }
        )
    }

    /// Shows the state of a runtime that others use too.
    ///
    /// The reducer gets the runtime's present state, once, and then those that follow, in turns of the main actor. It has the
    /// first one when this returns, if the runtime rests or waits; in the middle of a row of actions `initialValue` is shown
    /// until the next turn. Letting go of the view model leaves the runtime as it is.
    ///
    /// - Parameters:
    ///   - initialValue: what the reducer starts from; in a runtime without state, what is shown until it emits.
    ///   - states: how the runtime's states wait for the main actor: `.latest` skips, `.bounded` slows the runtime.
    @inlinable
    public convenience init(
        runtime: Runtime<DomainState, Action>,
        initialValue: ViewState,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        self.init(
            runtime,
            store,
            states,
            ViewModelSettings(instances: instances, site: CallSite(fileID, line), column: column),
            receive: { state in store.receive { reducer.reduce(state, into: &$0) } }
        )
    }
}

extension ViewModel where ViewState == DomainState {
    /// Makes the feature graph of `interactor` on the main actor and starts it; its states are the view states.
    ///
    /// - Parameters: as where a reducer stands between the two. `initialValue` is for a graph without state of its own.
    @inlinable
    public convenience init(
        initialValue: DomainState? = nil,
        _ interactor: some Interactor<DomainState, Action>,
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        clock: (any Clock<Duration>)? = nil,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue ?? interactor.initialValue)
        self.init(
            interactor,
            store,
            ViewModelSettings(
                mailbox: mailbox,
                tasks: tasks,
                clock: clock,
                instances: instances,
                site: CallSite(fileID, line),
                column: column
            ),
            receive: { store.receive($0.value) },
            publish: { store.publish() },
            handling: { $0.drain($1, in: $2) }
        )
    }

    /// Shows the state of a runtime that others use too, as it is.
    ///
    /// - Parameter initialValue: what is shown until the runtime has a state.
    @inlinable
    public convenience init(
        runtime: Runtime<DomainState, Action>,
        initialValue: DomainState,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        self.init(
            runtime,
            store,
            states,
            ViewModelSettings(instances: instances, site: CallSite(fileID, line), column: column),
            receive: { store.receive($0) }
        )
    }
}
