internal import AsyncKit
public import UnoArchitecture

extension Interactors {
    /// A part of a local graph whose states are those of a remote runtime, and whose actions go to it.
    ///
    /// ```swift
    /// let runtime = Runtime(Interactors.Remote(session))
    /// let model = ViewModel(initialValue: CartView(), runtime, CartReducer())
    /// ```
    ///
    /// So a view model, a projection, or a child of a larger graph works on a remote runtime as on a local one. The part is a
    /// stream transformer:
    /// - *Ordering*: actions go to the host in their order. The states that come back are steps of their own: an action's
    ///   step does not wait for them.
    /// - *Demand*: an action is taken when there is room at the client; states are asked for when the graph takes them.
    /// - *Finish*: when the actions end, the states end behind those that the actions have led to: as soon as everything that
    ///   the last 256 actions led to has ended. The remote runtime goes on. When that one ends, so do the states.
    /// - *Losing the host*: the states wait for `reconnect(to:)`. If the actions have ended, the states end at
    ///   once. Actions go on to fill the client's queue; those that it has no room for are rejected. The session's observer is
    ///   told of actions that were not delivered.
    /// - *Cancellation*: actions that wait at the client still go to the host; they belong to the session.
    /// - *Start*: it has no initial value; give it one with `starting(with:)` where one is needed.
    public struct Remote<State: Sendable & Codable, RemoteAction: Sendable & Codable>: Interactor {
        /// The states of the remote runtime.
        public typealias DomainState = State
        /// The actions of the remote runtime.
        public typealias Action = RemoteAction

        private let session: RemoteSession<State, RemoteAction>
        private let policy: SubscriptionPolicy

        /// Makes a part that uses `session`.
        ///
        /// - Parameter policy: which states it wants; each by default.
        public init(_ session: RemoteSession<State, RemoteAction>, states policy: SubscriptionPolicy = .bounded(16)) {
            self.session = session
            self.policy = policy
        }

        /// Sends the actions to the remote runtime and returns its states.
        public func interact(_ upstream: AsyncStream<RemoteAction>) -> AsyncStream<State> {
            let run = RemoteRun(session, policy)
            run.start(upstream)
            return AsyncStream {
                await run.next()
            } onCancel: {
                run.cancel()
            }
        }
    }
}
