internal import UnoArchitecture

/// What a feature graph has done: its steps with their actions, causes and states, and what happened to its effects.
///
/// A ``Recorder`` makes it. It can be written and read as JSON Lines where the state and the actions are `Codable`, and be
/// repeated by a ``Replay``.
public struct Recording<State: Sendable, Action: Sendable>: Sendable {
    /// Something that happened, in order.
    public enum Entry: Sendable {
        /// The graph has taken a step.
        case step(Step)
        /// An effect was registered, was cancelled or has ended between two steps.
        case effect(RecordedEffect)
        /// The event with this number was cancelled from outside.
        case cancelled(event: UInt64)
        /// An action was refused before it came to a step.
        case rejected(RecordedRejection)
    }

    /// What has happened, oldest first.
    public internal(set) var entries: [Entry] = []
    /// The number of steps that a ring no longer holds; 0 for a whole recording.
    public internal(set) var droppedSteps = 0
    /// The state before the first step kept, in a recording that has dropped steps.
    var stateBefore: Kept<State>?
    /// The effects that were under way before the first step kept, by number.
    var effectsBefore: [UInt64: RecordedEffect] = [:]
    /// The number of parts that held an action before the first step kept.
    var heldBefore = 0
    /// What was cut off the end when the recording was read; nil for nothing.
    public internal(set) var cut: Cut?

    /// The damaged end of a file.
    public struct Cut: Sendable, Hashable, CustomStringConvertible {
        /// The number of bytes that could not be used.
        public let bytes: Int
        /// The number of lines that these were; an unfinished one counts.
        public let lines: Int

        /// Both numbers, in words.
        public var description: String { "\(bytes) bytes in \(lines) damaged line(s) at the end were cut off" }
    }

    /// The steps, oldest first. Complexity: O(n) in the entries.
    public var steps: [Step] {
        entries.compactMap { entry in
            if case .step(let step) = entry { step } else { nil }
        }
    }

    /// Whether the step with this number is kept. Steps are numbered in a row, so the last one says it.
    func hasStep(_ number: Int) -> Bool {
        for case .step(let last) in entries.reversed() {
            return droppedSteps <= number && number <= last.number
        }
        return false
    }

    /// The state that the first step has led to or, if steps were dropped, the state before the first one kept; nil if there was
    /// none.
    public var initialState: State? {
        if droppedSteps > 0 { return stateBefore?.value }
        for case .step(let step) in entries { return step.state }
        return nil
    }

    /// The action that a step handles, or that its event began with: a held action, an effect's update and a follow-up have none of
    /// their own. Nil if none is known. Complexity: O(n) in the entries.
    public func action(behind step: Step) -> Action? {
        if let action = step.action { return action }
        guard let event = step.event else { return nil }
        for case .step(let first) in entries where first.event == event && first.cause == .sent { return first.action }
        return nil
    }
}

/// A value that may itself be an optional, in an optional that tells the two apart when it is encoded.
struct Kept<Value> {
    let value: Value
}

extension Recording.Entry: Codable where State: Codable, Action: Codable {}

extension Kept: Sendable where Value: Sendable {}
extension Kept: Encodable where Value: Encodable {}
extension Kept: Decodable where Value: Decodable {}
