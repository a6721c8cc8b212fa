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

    /// Shows the state of a shared runtime, or of a part of one.
    ///
    /// The reducer gets the source's present state, once, and then each later state, on the main actor; of a projection, each
    /// that is a change. If the runtime is idle or waiting, it gets the present state before this returns; if the runtime is
    /// handling a series of actions, `initialValue` is shown until the main actor is free. The view model retains the runtime;
    /// releasing the view model does not affect it.
    ///
    /// - Parameters:
    ///   - initialValue: the value that the reducer starts from. A runtime without state shows it until it emits.
    ///   - source: a `Runtime`, or a projection of one.
    ///   - reducer: updates the view state from each state of the source.
    ///   - states: what happens to states for which the main actor is not ready: `.latest` skips states, `.bounded` suspends
    ///     the runtime.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        initialValue: ViewState,
        _ source: some ViewModelSource<DomainState, Action>,
        _ reducer: some ViewStateReducer<DomainState, ViewState>,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(source.projection, states, store, settings) { state in
            store.receive { reducer.reduce(state, into: &$0) }
        }
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
        let store = ViewStateStore(initialValue ?? Self.firstState(of: interactor))
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

    /// Shows the state of a shared runtime, or of a part of one, unchanged.
    ///
    /// - Parameters:
    ///   - initialValue: the value that is shown until the runtime has a state.
    ///   - source: a `Runtime`, or a projection of one.
    ///   - states: what happens to states for which the main actor is not ready: `.latest` skips states, `.bounded` suspends
    ///     the runtime.
    ///   - instances: whether this call is meant to make several view models that are in use at the same time.
    @inlinable
    public convenience init(
        initialValue: DomainState,
        _ source: some ViewModelSource<DomainState, Action>,
        states: SubscriptionPolicy = .latest,
        instances: ViewModelInstances = .one,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let store = ViewStateStore(initialValue)
        let settings = ViewModelSettings(instances, CallSite(fileID, line), column)
        self.init(source.projection, states, store, settings) { store.receive($0) }
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
        var options = options
        if options.observer == nil { options.observer = ViewModelSurroundings.observer }
        options.underTest = ViewModelSurroundings.underTest
        self.options = options
        // Tests run side by side, so a line may well have several view models in use.
        self.instances = options.underTest == nil ? instances : .many
        (self.site, self.column) = (site, column)
        (self.mailbox, self.tasks) = (mailbox, tasks)
    }
}

extension ViewModelSurroundings {
    /// Is told what a view model does that is made without an observer.
    @TaskLocal package static var observer: (any RuntimeObserver)?
}

extension ViewModel {
    /// - Parameter receive: called with one state a step.
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
            publish: { store.publish(with: $0) },
            handling: RuntimeCore.MailboxHandling()
        )
        self.init(.own(core), store, settings)
    }

    /// What the feature starts with: its initial value, unless a harness gives it another state.
    @usableFromInline
    static func firstState(of interactor: some Interactor<DomainState, Action>) -> DomainState {
        ViewModelSurroundings.underTest?.initialState(DomainState.self) ?? interactor.initialValue
    }

    @usableFromInline
    static func core(
        _ interactor: some Interactor<DomainState, Action>,
        _ settings: ViewModelSettings,
        receive: @escaping (StateCell<DomainState>) -> Void,
        publish: @escaping (ViewTransaction?) -> Void,
        handling: RuntimeCore<DomainState, Action>.MailboxHandling
    ) -> RuntimeCore<DomainState, Action> {
        RuntimeCore(
            interactor,
            mailbox: settings.mailbox,
            tasks: settings.tasks,
            options: settings.options,
            site: settings.site,
            showing: ViewReceiver(receive: receive, publish: publish),
            handling: handling
        )
    }

    /// - Parameter receive: called with each state.
    @usableFromInline
    convenience init(
        _ source: RuntimeProjection<DomainState, Action>,
        _ policy: SubscriptionPolicy,
        _ store: ViewStateStore<ViewState>,
        _ settings: ViewModelSettings,
        receive: @escaping (DomainState) -> Void
    ) {
        let (present, states) = source.follow(policy, settings.site)
        let (follower, task) = Self.follow(present, states, store, receive)
        self.init(.shared(source, MainActorOwned(follower), task), store, settings)
    }

    /// Receives and publishes the present state, if there is one, at once, and each later state in the task.
    private static func follow(
        _ present: DomainState?,
        _ later: AsyncStream<DomainState>,
        _ store: ViewStateStore<ViewState>,
        _ receive: @escaping (DomainState) -> Void
    ) -> (StateFollower<DomainState>, Task<Void, Never>) {
        let show: (DomainState, ViewTransaction?) -> Void = { state, transaction in
            receive(state)
            store.publish(with: transaction)
        }
        if let present { show(present, nil) }
        let follower = StateFollower<DomainState>(show)
        return (follower, Task { await follower.follow(later) })
    }
}
