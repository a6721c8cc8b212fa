internal import AsyncKit
public import UnoArchitecture

/// A view model whose view state is the feature's domain state.
public typealias DirectViewModel<Action: Sendable, State: Sendable> = ViewModel<Action, State, State>

// The closures that run for each state are made in the initialisers, which are inlinable, where the types are known; see
// `Node`.

extension ViewModel {
    /// Makes the feature graph of `interactor` on the main actor and starts it.
    ///
    /// - Parameters:
    ///   - initialValue: the value that the reducer starts from. A graph without state shows it until it emits.
    ///   - interactor: the feature.
    ///   - reducer: updates the view state from each domain state.
    ///   - mailbox: the number of actions that wait while a step is suspended, and what happens to further actions.
    ///   - tasks: the executor that runs the effects; nil for the global executor.
    ///   - clock: measures the view model's own waits; nil for `ContinuousClock`.
    ///   - name: the view model's name in diagnostics and for its observer; nil for the type of the interactor.
    ///   - limits: how many effects may be under way. At the limit, an event waits in the mailbox.
    ///   - observer: is told what the feature does.
    ///   - locals: the task-locals whose values travel with each event; see `Runtime`.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init<each Value: Sendable>(
        initialValue: ViewState,
        _ interactor: some Interactor<DomainState, Action>,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        clock: (any Clock<Duration>)? = nil,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        carrying locals: repeat TaskLocal<each Value>,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let options = RuntimeOptions(
            clock: clock,
            name: name,
            limits: limits,
            observer: observer,
            carrier: ContextCarrier(repeat each locals)
        )
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column, mailbox, tasks, options)
        self.init(interactor, store, settings) { cell in store.receive { reducer.reduce(cell.value, into: &$0) } }
    }

    /// Shows the state of a shared runtime.
    ///
    /// The reducer gets the runtime's present state, once, and then each later state, on the main actor. If the runtime is
    /// idle or waiting, it gets the present state before this returns; if the runtime is handling a series of actions,
    /// `initialValue` is shown until the main actor is free. Releasing the view model does not affect the runtime.
    ///
    /// - Parameters:
    ///   - runtime: the runtime.
    ///   - initialValue: the value that the reducer starts from. A runtime without state shows it until it emits.
    ///   - reducer: updates the view state from each state of the runtime.
    ///   - states: what happens to states for which the main actor is not ready: `.latest` skips states, `.bounded` suspends
    ///     the runtime.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        runtime: Runtime<DomainState, Action>,
        initialValue: ViewState,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(runtime, states, store, settings) { state in store.receive { reducer.reduce(state, into: &$0) } }
    }

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
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(projection, states, store, settings) { state in store.receive { reducer.reduce(state, into: &$0) } }
    }
}

extension ViewModel where ViewState == DomainState {
    /// Makes the feature graph of `interactor` on the main actor and starts it. The view state is the graph's state.
    ///
    /// - Parameters:
    ///   - initialValue: the value that a graph without state shows until it emits; nil for a graph with state.
    ///   - interactor: the feature.
    ///   - mailbox: the number of actions that wait while a step is suspended, and what happens to further actions.
    ///   - tasks: the executor that runs the effects; nil for the global executor.
    ///   - clock: measures the view model's own waits; nil for `ContinuousClock`.
    ///   - name: the view model's name in diagnostics and for its observer; nil for the type of the interactor.
    ///   - limits: how many effects may be under way. At the limit, an event waits in the mailbox.
    ///   - observer: is told what the feature does.
    ///   - locals: the task-locals whose values travel with each event; see `Runtime`.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init<each Value: Sendable>(
        initialValue: DomainState? = nil,
        _ interactor: some Interactor<DomainState, Action>,
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        clock: (any Clock<Duration>)? = nil,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        carrying locals: repeat TaskLocal<each Value>,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue ?? interactor.initialValue)
        let options = RuntimeOptions(
            clock: clock,
            name: name,
            limits: limits,
            observer: observer,
            carrier: ContextCarrier(repeat each locals)
        )
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column, mailbox, tasks, options)
        self.init(interactor, store, settings) { store.receive($0.value) }
    }

    /// Shows the state of a shared runtime unchanged.
    ///
    /// - Parameters:
    ///   - runtime: the runtime.
    ///   - initialValue: the value that is shown until the runtime has a state.
    ///   - states: what happens to states for which the main actor is not ready: `.latest` skips states, `.bounded` suspends
    ///     the runtime.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        runtime: Runtime<DomainState, Action>,
        initialValue: DomainState,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(runtime, states, store, settings) { store.receive($0) }
    }

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
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(projection, states, store, settings) { store.receive($0) }
    }
}

// MARK: Hosts

/// The parameters that the initialisers share.
@usableFromInline
struct ViewModelSettings {
    let instances: ViewModelInstances
    let site: CallSite
    let column: UInt
    let mailbox: MailboxPolicy
    let tasks: (any TaskExecutor)?
    let options: RuntimeOptions

    @usableFromInline
    init(
        _ instances: ViewModelInstances,
        _ site: CallSite,
        _ column: UInt,
        _ mailbox: MailboxPolicy = .default,
        _ tasks: (any TaskExecutor)? = nil,
        _ options: RuntimeOptions = RuntimeOptions(clock: nil)
    ) {
        (self.instances, self.site, self.column) = (instances, site, column)
        (self.mailbox, self.tasks) = (mailbox, tasks)
        var options = options
        if options.observer == nil { options.observer = ViewModelSurroundings.observer }
        self.options = options
    }
}

extension ViewModelSurroundings {
    /// Is told what a view model does that is made without an observer.
    @TaskLocal package static var observer: (any RuntimeObserver)?
}

extension ViewModel {
    /// - Parameter receive: called with each state, as it is emitted.
    @inlinable
    convenience init(
        _ interactor: some Interactor<DomainState, Action>,
        _ store: ViewStateStore<ViewState>,
        _ settings: ViewModelSettings,
        receive: @escaping (StateCell<DomainState>) -> Void
    ) {
        let core = Self.core(
            interactor,
            settings,
            receive: receive,
            publish: { store.publish() },
            setTransaction: { store.transaction = $0 },
            draining: RuntimeCore.Draining()
        )
        self.init(.own(core), store, settings)
    }

    @usableFromInline
    static func core(
        _ interactor: some Interactor<DomainState, Action>,
        _ settings: ViewModelSettings,
        receive: @escaping (StateCell<DomainState>) -> Void,
        publish: @escaping () -> Void,
        setTransaction: @escaping (ViewTransaction) -> Void,
        draining: RuntimeCore<DomainState, Action>.Draining
    ) -> RuntimeCore<DomainState, Action> {
        RuntimeCore(
            interactor,
            mailbox: settings.mailbox,
            tasks: settings.tasks,
            options: settings.options,
            site: settings.site,
            showing: ViewReceiver(receive: receive, publish: publish, setTransaction: setTransaction),
            draining: draining
        )
    }

    /// - Parameter receive: called with each state.
    @usableFromInline
    convenience init(
        _ runtime: Runtime<DomainState, Action>,
        _ policy: SubscriptionPolicy,
        _ store: ViewStateStore<ViewState>,
        _ settings: ViewModelSettings,
        receive: @escaping (DomainState) -> Void
    ) {
        let subscription = runtime.core.subscribe(policy, at: settings.site)
        let present = subscription.nextNow()
        let follow = Self.follow(present, store, receive) { subscription.stream }
        self.init(.shared(runtime, follow), store, settings)
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
        let follow = Self.follow(present, store, receive) { states }
        self.init(.projected(projection, follow), store, settings)
    }

    /// Receives and publishes the present state, if there is one, at once, and each later state in the task.
    private static func follow(
        _ present: DomainState?,
        _ store: ViewStateStore<ViewState>,
        _ receive: @escaping (DomainState) -> Void,
        _ later: () -> AsyncStream<DomainState>
    ) -> Task<Void, Never> {
        let show: (DomainState) -> Void = { state in
            receive(state)
            store.publish()
        }
        if let present { show(present) }
        let (states, follower) = (later(), StateFollower<DomainState>(show))
        return Task { await follower.follow(states) }
    }
}
