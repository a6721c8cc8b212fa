/// An interactor that is one function: it changes the state for an action, and returns what to emit and which effects to
/// start.
///
/// ```swift
/// struct Counter: SynchronousInteractor {
///     let initialValue = 0
///
///     func interact(state: inout Int, action: Int) -> Emission<Int> {
///         state += action
///         return .state
///     }
/// }
/// ```
///
/// It is fused like an ``Interact`` with this handler: its ``Interactor/body`` is one. Without an `initialValue` of its own
/// it works on the state that another part or `starting(with:)` brings.
public protocol SynchronousInteractor<DomainState, Action>: Interactor {
    /// The state that the interactor changes and emits.
    associatedtype DomainState
    /// The actions that the interactor handles.
    associatedtype Action
    /// The part that the interactor is.
    associatedtype Body = Interact<DomainState, Action>

    /// Changes `state` for `action`. Runs in the host's isolation.
    func interact(state: inout DomainState, action: Action) -> Emission<DomainState>
}

extension SynchronousInteractor {
    /// The interactor as a part with a handler.
    @inlinable
    public var body: Interact<DomainState, Action> {
        Interact { state, action in interact(state: &state, action: action) }
    }

    /// The states of the interactor's graph, hosted by the stream that is returned.
    @inlinable
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    /// Traps: the state belongs to another part.
    public var initialValue: DomainState {
        fatalError("\(Self.self) has no initial value: declare one, or say starting(with:)")
    }
}

extension Interactor {
    /// Handles `action` without a graph, for a test: changes `state` and returns the emission, whose effects do not start.
    ///
    /// For handlers, reducers and what the builder makes of them. The emissions of several parts are merged. A part that
    /// needs a graph, such as a child or a stream transformer, is reported; then nothing changes, and the result is `.none`.
    /// What a handler dispatches is rejected.
    public func interact(
        state: inout DomainState, action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Emission<DomainState> {
        var next = state
        guard let emission = GraphParts.handle(action, with: self, on: &next) else {
            let message = "\(Self.self) has a part that needs a graph: test it with an InteractorTestHarness"
            Diagnostics.current.report(Diagnostic(.needsGraph, message, at: CallSite(fileID, line)))
            return .none
        }
        state = next
        return emission
    }
}
