internal import UnoArchitecture

/// What a state machine does in response to an event: the next state, and the effects to start.
///
/// Inside a machine this type is called `Transition`, and is made by ``StateMachineTypes/nextState(_:)``,
/// ``StateMachineTypes/run(_:)``, ``StateMachineTypes/transition(_:effect:)``, ``StateMachineTypes/identity`` and
/// ``StateMachineTypes/undefined``.
@frozen
public struct StateTransition<State, Effects> {
    /// The next state; nil to stay in the present one.
    public let state: State?
    /// The effects to start; nil for none.
    public let effects: Effects?
    /// The next state, as the first of a pair.
    @inlinable
    public var `0`: State? { state }
    /// The effects to start, as the second of a pair.
    @inlinable
    public var `1`: Effects? { effects }
    /// Whether the machine defines the transition; false only for ``StateMachineTypes/undefined``.
    public let isDefined: Bool

    @inlinable
    init(_ state: State?, _ effects: Effects?, isDefined: Bool) {
        self.state = state
        self.effects = effects
        self.isDefined = isDefined
    }

    /// A transition to `state` that starts `effects`.
    ///
    /// - Parameters:
    ///   - state: the next state; nil to stay in the present one.
    ///   - effects: the effects to start; nil for none.
    @inlinable
    public init(to state: State?, effects: Effects?) {
        self.init(state, effects, isDefined: true)
    }
}

extension StateTransition: Sendable where State: Sendable, Effects: Sendable {}
extension StateTransition: Equatable where State: Equatable, Effects: Equatable {}

extension StateMachineTypes {
    /// The machine does not define what happens. It stays as it is, and the event is reported.
    @inlinable
    public static var undefined: Transition { Transition(nil, nil, isDefined: false) }

    /// The machine deliberately stays as it is and starts nothing.
    @inlinable
    public static var identity: Transition { Transition(to: nil, effects: nil) }

    /// The machine moves to `state`.
    @inlinable
    public static func nextState(_ state: State) -> Transition { Transition(to: .some(state), effects: nil) }

    /// The machine stays as it is and starts `effect`.
    @inlinable
    public static func run(_ effect: Effects) -> Transition { Transition(to: nil, effects: effect) }

    /// The machine moves to `state`, and starts `effect` there.
    @inlinable
    public static func transition(_ state: State, effect: Effects) -> Transition {
        Transition(to: .some(state), effects: effect)
    }

    /// Returns a copy of `value` with `member` at `keyPath`: `nextState(withVar(state, \.count, 1))`.
    @inlinable
    public static func withVar<Value, Member>(
        _ value: Value,
        _ keyPath: WritableKeyPath<Value, Member>,
        _ member: Member
    ) -> Value {
        var value = value
        value[keyPath: keyPath] = member
        return value
    }

    /// Returns a copy of `value` that `change` has changed: `nextState(withVar(state) { $0.count += 1 })`.
    @inlinable
    public static func withVar<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }
}
