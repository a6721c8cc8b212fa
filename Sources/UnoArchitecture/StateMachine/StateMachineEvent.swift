/// The actions of a state machine: an input, or the result of an effect.
@frozen
public enum StateMachineEvent<Input: Sendable, IOResult: Sendable>: Sendable {
    case input(Input)
    case ioResult(IOResult)
}

extension StateMachineEvent: Equatable where Input: Equatable, IOResult: Equatable {}
extension StateMachineEvent: Hashable where Input: Hashable, IOResult: Hashable {}

extension StateMachineEvent: StateMachineEventConvertible {
    @inlinable
    public static func map(_ action: StateMachineEvent) -> StateMachineEvent? { action }
}

extension StateMachineEvent: CasePathable {
    public struct AllCasePaths: Sendable {
        public let input = AnyCasePath<StateMachineEvent, Input>(
            embed: { .input($0) },
            extract: { if case .input(let input) = $0 { input } else { nil } }
        )
        public let ioResult = AnyCasePath<StateMachineEvent, IOResult>(
            embed: { .ioResult($0) },
            extract: { if case .ioResult(let result) = $0 { result } else { nil } }
        )
    }

    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
