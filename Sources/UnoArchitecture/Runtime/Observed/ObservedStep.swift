/// A step of an observed graph: what caused it, and the states that it emitted.
package struct ObservedStep<State: Sendable, Action: Sendable>: Sendable {
    package enum Cause: Sendable {
        /// The graph's first step.
        case start
        case sent(Action)
        /// An effect fed the action back.
        case fedBack(Action)
        /// An effect, a timer or a stream transformer changed the state by itself.
        case effect
    }

    package let cause: Cause
    /// The event that the step belongs to, if any.
    package let event: UInt64?
    package let states: [State]
    /// Whether a handler returned something other than `.state` and `.none`.
    package let hasEffects: Bool
    /// The state that the graph holds, emitted or not.
    package let held: State?
}
