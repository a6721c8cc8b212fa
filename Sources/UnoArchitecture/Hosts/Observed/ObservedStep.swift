internal import AsyncKit

/// A step of an observed graph: its cause, and its states.
package struct ObservedStep<State, Action: Sendable> {
    package enum Cause: Sendable {
        /// The graph's first step.
        case start
        case sent(Action)
        /// An effect fed the action back.
        case fedBack(Action)
        /// An effect, a timer or a stream transformer changed the state without an action.
        case effect
    }

    package let cause: Cause
    /// The event that the step belongs to, if any.
    package let event: UInt64?
    /// Every state that the step emitted.
    package let emitted: [EmittedInStep<State>]
    /// The states that a host hands on; see ``StateSelection/steps``.
    package var states: [State] { emitted.filter { !$0.isInterim }.map(\.state) }
    /// Whether a handler returned something other than `.state` and `.none`.
    package let hasEffects: Bool
    /// The state that the graph holds, emitted or not.
    package let held: State?

    package init(
        cause: Cause,
        event: UInt64?,
        emitted: [EmittedInStep<State>],
        hasEffects: Bool,
        held: State?
    ) {
        (self.cause, self.event, self.emitted) = (cause, event, emitted)
        (self.hasEffects, self.held) = (hasEffects, held)
    }
}

extension ObservedStep: Sendable where State: Sendable {}
