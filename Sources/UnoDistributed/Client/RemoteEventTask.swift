internal import AsyncKit
internal import UnoArchitecture

/// A handle to an action that was sent to a remote runtime, with everything that it leads to there.
public struct RemoteEventTask: Sendable {
    let event: RemoteEvent
    let calls: any EventCalls

    /// What the client knows of the action. It can change until the event is over.
    public var outcome: RemoteOutcome { event.outcome }

    /// Waits until the host has decided about the action, or is lost.
    ///
    /// While the host is lost, an action that waits at the client is `.undecided`, and this returns at once: the action
    /// goes to the next host, unless it is cancelled. Cancelling the waiting task ends the wait and not the event.
    public func decision() async -> RemoteOutcome {
        await calls.waitForDecision(event)
        return event.outcome
    }

    /// Waits until the event is over: the action is handled and everything that it led to has ended.
    ///
    /// - *Cancellation*: cancelling the waiting task cancels the event, and this returns at once.
    /// - Returns: whether the event is known to be over. False if the host is lost before it has said so, also if the action
    ///   still waits at the client, or if the host has forgotten the session.
    @discardableResult
    public func finish() async -> Bool {
        await calls.waitForDecision(event)
        if Task.isCancelled {
            cancel()
            return false
        }
        switch event.outcome {
        case .undecided, .unknown: return false
        case .unsendable: return true
        case .decided:
            let isOver = await calls.finish(event)
            if Task.isCancelled { cancel() }
            return isOver
        }
    }

    /// Cancels the event: its action, unless that has been handled, its effects, and the actions that they fed back.
    ///
    /// An action that waits at the client is taken back. Otherwise the host is told, as soon as it has taken the action,
    /// until it has heard: also after its session has ended, and after the same host has been reconnected to. Calling again,
    /// or when the event is known to be over, does nothing.
    public func cancel() { calls.cancel(event) }
}

extension RemoteEventTask: CustomReflectable {
    /// Shows the outcome only; reflection must not touch the storage.
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
