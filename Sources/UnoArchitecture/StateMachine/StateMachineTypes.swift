/// The types of a state machine, and of its transitions; a part of ``StateMachine``.
///
/// A protocol of its own, so that the compiler knows what a `Transition` is before it looks at the functions that
/// return one.
public protocol StateMachineTypes {
    associatedtype State: Sendable
    /// What comes from outside: events of a user, of a parent, of time.
    associatedtype Input: Sendable
    /// What the machine wants done outside, as data; `Never` if the machine does not say.
    associatedtype IOEffect: Sendable = Never
    /// What comes of effects; `Never` if nothing does. The compiler finds this default only where `Action` is declared,
    /// so a machine without results and without an `Action` of its own writes `typealias IOResult = Never`.
    associatedtype IOResult: Sendable = Never
    /// What a transition carries: one `IOEffect`, or a composition of them, as `ComposableEffect<IOEffect>`.
    associatedtype Effects: Sendable = IOEffect

    /// What an effect gives: any number of results.
    typealias IOResultStream = ResultStream<IOResult>
    /// The next state, or nil to stay; and what is to be done, or nil.
    typealias Transition = (State?, Effects?)
}

extension StateMachineTypes {
    /// The state of the machine as an ``Interactor``; an alias, which the compiler finds before it infers anything.
    public typealias DomainState = State
}
