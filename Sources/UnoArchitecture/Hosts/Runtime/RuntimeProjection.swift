public import AsyncKit

/// A view of a part of a runtime's state and actions; made by `projection(action:state:)`.
///
/// Actions sent to it go to the runtime. It retains the runtime, and has no state of its own.
public struct RuntimeProjection<State: Sendable, Action: Sendable>: Sendable {
    let sendAction: @Sendable (Action, CallSite) -> EventTask
    let deliverAction: @Sendable (Action, CallSite) async -> EventTask
    private let readState: @Sendable () async -> State?
    private let makeStates: @Sendable (SubscriptionPolicy, StateSelection, CallSite) -> AsyncStream<State>
    /// The present state, if the runtime is at rest, and the states that follow.
    package let follow: @Sendable (SubscriptionPolicy, CallSite) -> (present: State?, states: AsyncStream<State>)
    /// Refuses an action without a report.
    package let refuse: @Sendable (Rejection, CallSite) -> EventTask
    package let isolation: GraphIsolation

    /// The whole of `runtime`. Inlinable, so that its closures are made where the types are known.
    @inlinable
    package init(whole runtime: Runtime<State, Action>) {
        self.init(
            send: { runtime.core.send($0, at: $1) },
            deliver: { await runtime.core.deliver($0, at: $1) },
            read: { await runtime.state },
            states: { runtime.core.states($0, of: $1, at: $2) },
            follow: { policy, site in
                let subscription = runtime.core.subscribe(policy, at: site)
                return (subscription.nextNow(), subscription.stream)
            },
            refuse: { runtime.core.refuse($0, silentlyAt: $1) },
            isolation: runtime.core.isolation
        )
    }

    @usableFromInline
    init(
        send: @escaping @Sendable (Action, CallSite) -> EventTask,
        deliver: @escaping @Sendable (Action, CallSite) async -> EventTask,
        read: @escaping @Sendable () async -> State?,
        states: @escaping @Sendable (SubscriptionPolicy, StateSelection, CallSite) -> AsyncStream<State>,
        follow: @escaping @Sendable (SubscriptionPolicy, CallSite) -> (present: State?, states: AsyncStream<State>),
        refuse: @escaping @Sendable (Rejection, CallSite) -> EventTask,
        isolation: GraphIsolation
    ) {
        (sendAction, deliverAction, readState, makeStates) = (send, deliver, read, states)
        (self.follow, self.refuse, self.isolation) = (follow, refuse, isolation)
    }

    init<WholeState, WholeAction>(
        _ runtime: Runtime<WholeState, WholeAction>,
        _ embed: @escaping @Sendable (Action) -> WholeAction?,
        _ part: @escaping @Sendable (WholeState) -> State,
        _ changes: StateChanges<State>
    ) {
        sendAction = { action, site in
            embed(action).map { runtime.core.send($0, at: site) } ?? EventTask(refused: .rejected(.notForwarded))
        }
        deliverAction = { action, site in
            guard let whole = embed(action) else { return EventTask(refused: .rejected(.notForwarded)) }
            return await runtime.core.deliver(whole, at: site)
        }
        readState = { await runtime.state.map(part) }
        makeStates = { policy, selection, site in
            let (whole, changes) = (runtime.core.states(policy, of: selection, at: site), changes)
            return whole.parts(emitting: changes, part)
        }
        follow = { policy, site in
            let subscription = runtime.core.subscribe(policy, at: site)
            let present = subscription.nextNow().map(part)
            let states = ChangedStates(base: subscription.stream, part: part, changes: changes, last: present)
            return (present, states.eraseToStream())
        }
        refuse = { runtime.core.refuse($0, silentlyAt: $1) }
        isolation = runtime.core.isolation
    }

    /// Sends `action` to the runtime.
    @usableFromInline
    package func send(_ action: Action, at site: CallSite) -> EventTask { sendAction(action, site) }

    /// The part of the state after the last step; nil if ``Runtime/state`` is nil.
    public var state: State? {
        get async { await readState() }
    }

    /// Sends `action` to the runtime, as `Runtime.send(_:)` does.
    @discardableResult
    public func send(
        _ action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendAction(action, CallSite(fileID, line, function, note: note))
    }

    /// Delivers `action` to the runtime, as `Runtime.deliver(_:)` does.
    @discardableResult
    public func deliver(
        _ action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await deliverAction(action, CallSite(fileID, line, function, note: note))
    }

    /// Returns a stream of the part of the present state, and of the part of every later state if it is a change.
    ///
    /// Otherwise as ``Runtime/states(_:of:fileID:line:)``; one stream per call.
    ///
    /// - Parameters:
    ///   - policy: how states wait for the reader.
    ///   - selection: `.everyState` for the states in the middle of a step, too.
    public func states(
        _ policy: SubscriptionPolicy = .latest,
        of selection: StateSelection = .steps,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> AsyncStream<State> {
        makeStates(policy, selection, CallSite(fileID, line))
    }
}

/// Decides which states of a part a projection emits. The first state is always emitted.
public struct StateChanges<State: Sendable>: Sendable {
    let isChange: @Sendable (_ old: State, _ new: State) -> Bool

    /// Emits every state, whether or not the part is different.
    public static var always: StateChanges { StateChanges { _, _ in true } }

    /// Emits a state if `isChange` returns true for the state emitted last and the new state.
    public static func when(_ isChange: @escaping @Sendable (_ old: State, _ new: State) -> Bool) -> StateChanges {
        StateChanges(isChange: isChange)
    }
}

extension StateChanges where State: Equatable {
    /// Emits a state if it differs from the state emitted last.
    public static var removeDuplicates: StateChanges { StateChanges { $0 != $1 } }
}

extension Runtime {
    /// Returns a view of a part of this runtime's state and actions; it emits only changes of the part.
    public nonisolated func projection<PartState: Equatable, PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        state: any KeyPath<State, PartState> & Sendable
    ) -> RuntimeProjection<PartState, PartAction> where Action: CasePathable {
        projection(action: action, state: state, emitting: .removeDuplicates)
    }

    /// Returns a view of a part of this runtime's state and actions.
    ///
    /// - Parameters:
    ///   - action: the case that holds the part's actions.
    ///   - state: where the part lies in the state.
    ///   - emitting: decides which states of the part are emitted.
    public nonisolated func projection<PartState, PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        state: any KeyPath<State, PartState> & Sendable,
        emitting: StateChanges<PartState>
    ) -> RuntimeProjection<PartState, PartAction> where Action: CasePathable {
        RuntimeProjection(self, AnyCasePath(action).embedValue, { $0[keyPath: state] }, emitting)
    }

    /// Returns a view of a part of this runtime, described by closures: `action` may be the name of a case.
    ///
    /// An action for which `action` returns nil is not sent; the outcome is `.rejected(.notForwarded)`.
    public nonisolated func projection<PartState, PartAction>(
        action: @escaping @Sendable (PartAction) -> Action?,
        state: @escaping @Sendable (State) -> PartState,
        emitting: StateChanges<PartState>
    ) -> RuntimeProjection<PartState, PartAction> {
        RuntimeProjection(self, action, state, emitting)
    }
}

extension RuntimeProjection: CustomReflectable, OpaquelyReflected {}

extension AsyncStream where Element: Sendable {
    /// The parts of this stream's elements: the first, and then each part that is a change from the one before.
    package func parts<Part: Sendable>(
        emitting changes: StateChanges<Part>,
        _ part: @escaping @Sendable (Element) -> Part
    ) -> AsyncStream<Part> {
        ChangedStates(base: self, part: part, changes: changes).eraseToStream()
    }
}
