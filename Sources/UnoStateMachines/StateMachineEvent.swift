public import UnoArchitecture

/// An event of a state machine: an input, or the result of an effect.
@frozen
public enum StateMachineEvent<Input: Sendable, IOResult: Sendable>: Sendable {
    /// An input from outside the machine.
    case input(Input)
    /// A result of one of the machine's effects.
    case ioResult(IOResult)
}

extension StateMachineEvent: Equatable where Input: Equatable, IOResult: Equatable {}
extension StateMachineEvent: Hashable where Input: Hashable, IOResult: Hashable {}
extension StateMachineEvent: Codable where Input: Codable, IOResult: Codable {}

extension StateMachineEvent: CasePathable {
    /// The case paths of a state machine's events.
    public struct AllCasePaths: Sendable {
        /// The path of ``StateMachineEvent/input(_:)``.
        public var input: AnyCasePath<StateMachineEvent, Input> {
            AnyCasePath(embed: { .input($0) }, extract: { if case .input(let input) = $0 { input } else { nil } })
        }
        /// The path of ``StateMachineEvent/ioResult(_:)``.
        public var ioResult: AnyCasePath<StateMachineEvent, IOResult> {
            AnyCasePath(embed: { .ioResult($0) }, extract: { if case .ioResult(let value) = $0 { value } else { nil } })
        }
    }

    /// The case paths.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// An action type some of whose values are the events of a state machine, so that the machine can share a body with other
/// interactors.
///
/// ```swift
/// enum Action: StateMachineEventConvertible {
///     case input(Input)
///     case ioResult(IOResult)
///     case map(MapFeature.Action)  // not an event of the machine
///
///     static func map(_ action: Action) -> StateMachineEvent<Input, IOResult>? {
///         switch action {
///         case .input(let input): .input(input)
///         case .ioResult(let result): .ioResult(result)
///         case .map: nil
///         }
///     }
/// }
/// ```
public protocol StateMachineEventConvertible<Input, IOResult>: Sendable {
    /// The inputs of the machine.
    associatedtype Input: Sendable
    /// The results of the machine's effects.
    associatedtype IOResult: Sendable

    /// Returns the action for an input.
    static func input(_ input: Input) -> Self

    /// Returns the action for a result of an effect.
    static func ioResult(_ ioResult: IOResult) -> Self

    /// Returns the machine's event for `action`; nil if `action` is not for the machine.
    static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>?
}

extension StateMachineEventConvertible where IOResult == Never {
    /// Never called: the machine has no results.
    @inlinable
    public static func ioResult(_ ioResult: Never) -> Self {}
}

extension StateMachineEvent: StateMachineEventConvertible {
    /// Returns `action`: every action is an event.
    @inlinable
    public static func map(_ action: StateMachineEvent) -> StateMachineEvent? { action }
}
