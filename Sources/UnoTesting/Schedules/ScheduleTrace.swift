/// One run of a scenario, step by step: the member that ran, and its state afterwards.
public struct ScheduleTrace: Sendable, Hashable {
    /// One job, or one deadline of the clock.
    public struct Step: Sendable, Hashable {
        /// The number of the decision that chose it; nil where there was nothing to choose.
        public let decision: Int?
        /// Whether the schedule deviates from its rule here.
        public internal(set) var isDeviation: Bool
        /// What ran: a task of the scenario, a child of one, an effect, a runtime, or the clock.
        public let member: String
        /// The actor in which it ran; nil for none.
        public let actor: String?
        /// What else was ready, with its actor.
        public let others: [String]
        /// What runtimes and view models did in the step, and its notes.
        public let notes: [String]
        /// The state of the member afterwards.
        public let outcome: Outcome
    }

    /// The state of a task, or of the clock, after its step.
    public enum Outcome: Sendable, Hashable {
        /// The task has ended.
        case ended
        /// The task is ready again: it has yielded, or entered an actor.
        case ready
        /// The task sleeps on the scenario's clock.
        case asleep
        /// The task waits for something else.
        case waiting
        /// The clock has moved to this moment.
        case moved(TestClock.Instant)
    }

    /// The steps in order.
    public internal(set) var steps: [Step] = []

    /// The number of steps that a table or a diagram shows: the last ones, which lead to the problem.
    private static let shown = 120

    private var first: Int { max(0, steps.count - Self.shown) }

    /// The members, in the order in which they first ran.
    private var members: [String] {
        var members: [String] = []
        for step in steps where !members.contains(step.member) { members.append(step.member) }
        return members
    }

    /// The name of a member that runs in an actor.
    static func name(of member: String, in actor: String?) -> String {
        actor.map { "\(member), in " + ($0 == member ? "its actor" : $0) } ?? member
    }

    /// A table with a row for each step: its number, its decision, the member and its actor, what else was ready, the
    /// state afterwards, and the notes.
    public var table: String {
        var rows = [["step", "decision", "ran", "instead of", "then", "did"]]
        for (number, step) in steps.enumerated().dropFirst(first) {
            rows.append([
                "\(number)",
                step.decision.map { "\($0)" + (step.isDeviation ? " *" : "") } ?? "",
                Self.name(of: step.member, in: step.actor),
                step.others.joined(separator: ", "),
                "\(step.outcome)",
                step.notes.joined(separator: "; "),
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .trimmingSuffix(" ")
        }.joined(separator: "\n")
    }

    /// A line for each member with a symbol for each step: `o` it ran, `*` it ran because the schedule departs from
    /// its rule, `z` it ran and fell asleep, `|` it ran and ended, `X` it ran last, `-` another member ran.
    public var diagram: String {
        let members = members
        let width = members.map(\.count).max() ?? 0
        return members.map { member in
            let symbols = steps.enumerated().dropFirst(first).map { number, step -> String in
                guard step.member == member else { return "-" }
                if number == steps.count - 1 { return "X" }
                if step.isDeviation { return "*" }
                return switch step.outcome {
                case .ended: "|"
                case .asleep: "z"
                case .ready, .waiting, .moved: "o"
                }
            }
            return member + String(repeating: " ", count: width - member.count) + "  " + symbols.joined()
        }.joined(separator: "\n")
    }
}

extension ScheduleTrace.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended: "ended"
        case .ready: "is ready again"
        case .asleep: "sleeps on the clock"
        case .waiting: "waits"
        case .moved(let instant): "it is \(instant)"
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
