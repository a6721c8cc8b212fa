/// Actions of which some are a state machine's events, so that the machine mixes with other interactors in one body.
///
/// ```swift
/// enum Action: StateMachineEventConvertible {
///     case input(Input)
///     case ioResult(IOResult)
///     case map(MapFeature.Action)  // not the machine's
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
    associatedtype Input: Sendable
    associatedtype IOResult: Sendable

    static func input(_ input: Input) -> Self
    static func ioResult(_ ioResult: IOResult) -> Self

    /// The event that `action` is; nil for actions that are not the machine's.
    static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>?
}

extension StateMachineEventConvertible where IOResult == Never {
    /// Never called: there is no result.
    @inlinable
    public static func ioResult(_ ioResult: Never) -> Self {}
}
