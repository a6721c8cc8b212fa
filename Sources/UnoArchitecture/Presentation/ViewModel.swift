public import Observation
internal import UnoAsync

/// The state of a screen, up to date when `sendViewEvent(_:)` returns, and observed field by field.
///
/// ```swift
/// let model = ViewModel(initialValue: CounterView.ViewState(), Counter(), CounterView())
/// model.sendViewEvent(.increment)
/// print(model.title)  // already "1 clicks"
/// ```
///
/// Behavior, for each event:
/// 1. `sendViewEvent(_:)` lets the feature graph, which lives on the main actor, handle the action at once.
/// 2. The reducer takes each state that the graph emits into the view state to come.
/// 3. The observers of the fields that differ hear of it, once for the whole step, and the view state takes its place.
/// 4. Actions that were sent meanwhile, by an observer for instance, are handled now, in order.
/// 5. Effects run outside the main actor. What they send comes back to it as a step of its own.
///
/// - *Start*: the view state is there with the initialiser: the interactor's initial value, reduced.
/// - *Observation*: reading a field, as in `model.title`, or through a longer path, as in `model[\.user.name]`, is an
///   interest in that field only. A step that leaves it equal does not notify. A field that is not `Equatable` notifies
///   with each step that emits.
/// - *Stream transformers*: a graph that holds one has to wait for it, so its states may come after `sendViewEvent(_:)`
///   has returned. Every graph of the library's own parts is ready by then.
/// - *Lifetime*: letting go of the view model, on any thread, cancels its effects and frees its graph, its reducer and its
///   view state on the main actor. An effect that is under way finds that nobody listens.
@MainActor
@dynamicMemberLookup
public final class ViewModel<Action: Sendable, DomainState: Sendable, ViewState>: Observable {
    @usableFromInline
    enum Host: Sendable {
        case own(RuntimeCore<DomainState, Action>)
        /// A runtime that others use too, and the task that takes its states.
        case shared(Runtime<DomainState, Action>, Task<Void, Never>)
    }

    @usableFromInline let host: Host
    @usableFromInline let ownedStore: MainActorOwned<ViewStateStore<ViewState>>
    @inlinable var store: ViewStateStore<ViewState> { ownedStore.object }
    #if DEBUG
        /// Where it was made, until the first event registers it there; nil if several are meant.
        @usableFromInline var unregisteredPlace: LiveViewModels.Place?
        private var registration: LiveViewModels.Registration?
    #endif

    @usableFromInline
    init(
        _ interactor: some Interactor<DomainState, Action>,
        _ store: ViewStateStore<ViewState>,
        _ settings: ViewModelSettings,
        receive: @escaping (StateCell<DomainState>) -> Void,
        publish: @escaping () -> Void,
        handling: @escaping HostedGraph<DomainState, Action>.Handling
    ) {
        ownedStore = MainActorOwned(store)
        let core = RuntimeCore(
            interactor,
            mailbox: settings.mailbox,
            executor: .mainActor(tasks: settings.tasks).with(settings.clock),
            site: settings.site,
            broadcast: Broadcast(),
            sink: ViewSink(receive: receive, publish: publish),
            makeMailbox: { Mailbox($0) },
            handling: handling
        )
        host = .own(core)
        #if DEBUG
            unregisteredPlace = settings.place(of: Self.self)
        #endif
    }

    @usableFromInline
    init(
        _ runtime: Runtime<DomainState, Action>,
        _ store: ViewStateStore<ViewState>,
        _ policy: SubscriptionPolicy,
        _ settings: ViewModelSettings,
        receive: @escaping (DomainState) -> Void
    ) {
        ownedStore = MainActorOwned(store)
        let subscription = runtime.core.subscribe(policy, at: settings.site)
        if let present = subscription.nextNow() {
            receive(present)
            store.publish()
        }
        let states = subscription.stream
        let follower = StateFollower<DomainState> { state in
            receive(state)
            store.publish()
        }
        let following = Task { await follower.follow(states) }
        host = .shared(runtime, following)
        #if DEBUG
            unregisteredPlace = settings.place(of: Self.self)
        #endif
    }

    /// Runs wherever the view model is let go of. The graph, the reducer and the view state, none of which is `Sendable`,
    /// are released on the main actor.
    deinit {
        switch host {
        case .own(let core): core.cancel()
        case .shared(_, let follower): follower.cancel()
        }
        ownedStore.letGo()
    }

    /// Handles `action`: when this returns, the states that it leads to synchronously are in the view state.
    ///
    /// The event task tells of the effects: `finish()` awaits them, as in `.refreshable`, `cancel()` takes them back,
    /// and it can be ignored. Called while an action is handled, by an observer for instance, the action is handled
    /// after that one. On a shared runtime the action goes to the runtime, and its states come with a later turn of the
    /// main actor.
    ///
    /// - Parameter note: passed to middlewares together with the place of the call; see ``ActionSource``.
    @discardableResult
    @inlinable
    public func sendViewEvent(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) -> EventTask {
        #if DEBUG
            if unregisteredPlace != nil { register() }
        #endif
        return send(action, at: CallSite(fileID, line, function, note: note))
    }

    @inlinable
    func send(_ action: Action, at site: CallSite) -> EventTask {
        switch host {
        case .own(let core): return core.handleNow(action, at: site)
        case .shared(let runtime, _): return runtime.core.send(action, at: site)
        }
    }

    #if DEBUG
        /// The first event: from now on this view model is in use.
        @usableFromInline
        func register() {
            guard let place = unregisteredPlace.take() else { return }
            registration =
                switch host {
                case .own(let core): LiveViewModels.shared.register(place, reportingTo: core.isolation.log)
                case .shared(let runtime, _):
                    LiveViewModels.shared.register(place, reportingTo: runtime.core.isolation.log)
                }
        }
    #endif

    // MARK: For tests

    /// Gets every view state, those included that a step leaves behind at once.
    package func record(_ recorder: @escaping (ViewState) -> Void) { store.recorder = recorder }

    /// How many fields are compared after a step.
    package var observedFieldCount: Int { store.observedFieldCount }

    /// The tasks of the view model's own graph; nil on a shared runtime.
    package var tasks: GraphTasks? {
        if case .own(let core) = host { core.isolation.tasks } else { nil }
    }

    /// Ends the graph as its actions' end would: `.perform` effects run to their end. Does nothing on a shared runtime.
    package func finish() async {
        if case .own(let core) = host { await core.shutdown(.drain, at: CallSite(#fileID, #line)) }
    }
}
