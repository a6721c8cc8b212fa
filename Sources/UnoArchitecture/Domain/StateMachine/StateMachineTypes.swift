/// The types of a state machine, and of its transitions; a part of ``StateMachine``.
///
/// A protocol of its own, so that the compiler knows what a `Transition` is before it looks at the functions that
/// return one.
public protocol StateMachineTypes {
    associatedtype State: Sendable
    /// What comes from outside: events of a user, of a parent, of time.
    associatedtype Input: Sendable
    /// What the machine wants done outside, as data; `Never` if there is nothing.
    associatedtype IOEffect: Sendable
    /// What comes of effects; `Never` if nothing does.
    associatedtype IOResult: Sendable
    /// What a transition carries: one `IOEffect`, or a composition of them, as `ComposableEffect<IOEffect>`.
    associatedtype Effects: Sendable = IOEffect

    /// What an effect gives: any number of results.
    typealias IOResultStream = ResultStream<IOResult>
    /// The next state, or nil to stay; and what is to be done, or nil.
    typealias Transition = (State?, Effects?)
}
