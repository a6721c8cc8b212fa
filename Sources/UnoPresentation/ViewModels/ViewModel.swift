public import Observation
public import UnoArchitecture

/// The state of a screen: up to date when `sendViewEvent(_:)` returns, and observed field by field.
///
/// ```swift
/// let model = ViewModel(initialValue: CounterView.ViewState(), Counter(), CounterView())
/// model.sendViewEvent(.increment)
/// print(model.title)  // already "1 clicks"
/// ```
///
/// Behavior, for each event:
/// 1. `sendViewEvent(_:)` lets the feature graph, which lives on the main actor, handle the action immediately.
/// 2. The reducer applies one state a step to the next view state.
/// 3. The observers of the fields that have changed are notified, once for the whole step, and the next view state replaces
///    the current one.
/// 4. Actions that were sent in the meantime, by an observer for instance, are handled, in order.
/// 5. Effects run outside the main actor. Each state or action that they send is handled as a separate step.
///
/// - *Start*: the initialiser sets the view state: the interactor's initial value, reduced.
/// - *Observation*: reading a field, as in `model.title`, or a nested one, as in `model[\.user.name]`, observes that field
///   only. A step that leaves its value equal does not notify. A field that is not `Equatable` notifies with each step that
///   emits.
/// - *Stream transformers*: a graph that contains one has to wait for it, so its states may arrive after `sendViewEvent(_:)`
///   has returned. All other graphs have emitted their states by then.
/// - *Lifetime*: releasing the view model, on any thread, cancels its effects, and releases its graph, its reducer and its
///   view state on the main actor. States that an effect in flight sends after that are dropped.
@MainActor
@dynamicMemberLookup
public final class ViewModel<Action: Sendable, DomainState: Sendable, ViewState>: Observable {
    @usableFromInline typealias Follower = MainActorOwned<StateFollower<DomainState>>

    @usableFromInline
    enum Host: Sendable {
        /// The view model's own graph.
        case own(RuntimeCore<DomainState, Action>)
        /// A shared runtime or a part of one, what shows its states, and the task that receives them.
        case shared(RuntimeProjection<DomainState, Action>, Follower, Task<Void, Never>)
    }

    @usableFromInline let host: Host
    /// The core of ``host``, if it is the view model's own: reading a case of `host` retains its value.
    @usableFromInline let ownCore: RuntimeCore<DomainState, Action>?
    @usableFromInline let ownedStore: MainActorOwned<ViewStateStore<ViewState>>
    @inlinable var store: ViewStateStore<ViewState> { ownedStore.object }
    #if DEBUG
        /// The place that made the view model, until the first event registers it; nil if the place may make several.
        @usableFromInline var unregisteredPlace: LiveViewModels.Place?
        private var registration: LiveViewModels.Registration?
    #endif

    /// The common body of all initialisers.
    @usableFromInline
    init(_ host: Host, _ store: ViewStateStore<ViewState>, _ settings: ViewModelSettings) {
        self.host = host
        ownCore = if case .own(let core) = host { core } else { nil }
        ownedStore = MainActorOwned(store)
        #if DEBUG
            if settings.instances == .one {
                unregisteredPlace = LiveViewModels.Place(
                    site: settings.site,
                    column: settings.column,
                    type: Self.self
                )
            }
        #endif
    }

    /// Runs on any thread. The graph, the reducer and the view state, which need not be `Sendable`, are released on the main
    /// actor.
    deinit {
        switch host {
        case .own(let core): core.cancel()
        case .shared(_, let follower, let task):
            task.cancel()
            follower.releaseOnMainActor()
        }
        ownedStore.releaseOnMainActor()
    }

    /// Handles `action`. When this returns, the view state reflects all states that the action has led to synchronously.
    ///
    /// The returned task represents the action's effects: `finish()` awaits them, as in `.refreshable`, and `cancel()` cancels
    /// them. It can be discarded. If the view model is already handling an action, because an observer calls this for
    /// instance, `action` is handled after that action. On a shared runtime, `action` is sent to the runtime, and its states
    /// arrive later on the main actor.
    ///
    /// - Parameters:
    ///   - action: the action to handle.
    ///   - transaction: shows the states that the action leads to synchronously, on a shared runtime the next state that
    ///     arrives; see `ViewTransaction`.
    ///   - note: passed to middlewares together with the location of the call; see `ActionSource`.
    @discardableResult
    @inlinable
    public func sendViewEvent(
        _ action: Action, with transaction: ViewTransaction? = nil, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendViewEvent(action, with: transaction, at: CallSite(fileID, line, function, note: note))
    }

    @inlinable
    func sendViewEvent(_ action: Action, with transaction: ViewTransaction? = nil, at site: CallSite) -> EventTask {
        #if DEBUG
            if unregisteredPlace != nil { register() }
        #endif
        return send(action, with: transaction, at: site)
    }

    @inlinable
    func send(_ action: Action, with transaction: ViewTransaction? = nil, at site: CallSite) -> EventTask {
        if store.past != nil { return refuseInPast(at: site) }
        if let ownCore { return ownCore.handleNow(action, with: transaction, at: site) }
        switch host {
        case .own(let core): return core.handleNow(action, with: transaction, at: site)
        case .shared(let source, let follower, _):
            let event = source.send(action, at: site)
            // A refused event leads to no state: the next one is not its own.
            if let transaction, event.outcome == .accepted { follower.object.transaction = transaction }
            return event
        }
    }

    /// The isolation of the graph, for its log.
    private var isolation: GraphIsolation {
        switch host {
        case .own(let core): core.isolation
        case .shared(let source, _, _): source.isolation
        }
    }

    func report(_ kind: Diagnostic.Kind, _ message: String, at site: CallSite) {
        isolation.log.report(kind, message, at: site)
    }

    /// Refuses an action without a report.
    func refuse(_ rejection: Rejection, at site: CallSite) -> EventTask {
        switch host {
        case .own(let core): core.refuse(rejection, silentlyAt: site)
        case .shared(let source, _, _): source.refuse(rejection, site)
        }
    }

    #if DEBUG
        /// Registers the view model as in use; called with the first event.
        @usableFromInline
        func register() {
            guard let place = unregisteredPlace.take() else { return }
            registration = LiveViewModels.shared.register(place, reportingTo: isolation.log)
        }
    #endif
}

extension ViewModel: nonisolated CustomReflectable, nonisolated OpaquelyReflected {}
