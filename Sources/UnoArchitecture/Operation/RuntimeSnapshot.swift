/// What a runtime is doing at one moment, for people and for monitors.
///
/// `print(runtime.snapshot())` shows it as a table. It is taken without waiting, also while a handler blocks the runtime; so
/// its parts are of slightly different moments.
public struct RuntimeSnapshot: Sendable, Hashable, Codable {
    /// An effect that has not ended.
    public struct Effect: Sendable, Hashable, Codable {
        /// How far an effect has come.
        public enum Status: String, Sendable, Hashable, Codable {
            /// It waits for earlier effects with its id.
            case waiting
            /// Its task runs, or is about to.
            case running
            /// It was cancelled and its task has not ended.
            case cancelled
            /// Its work has returned; what it fed back has not been handled, or a follow-up waits for its turn.
            case ending
        }

        /// Counts the effects of the runtime, from 1.
        public let number: UInt64
        /// The id that the handler gave it, as text.
        public let id: String?
        /// How far it has come.
        public let status: Status
        /// Whether a finishing runtime waits for it; otherwise it is an `.observe` effect.
        public let isAwaited: Bool
        /// The time since it was registered.
        public let age: Duration
        /// Where the handler asked for it, if known.
        public let place: SourcePlace?
    }

    /// A subscriber.
    public struct Subscriber: Sendable, Hashable, Codable {
        /// Its policy, as text.
        public let policy: String
        /// The number of states that are emitted and that it has not taken.
        public let lag: Int
        /// Whether it keeps the runtime waiting.
        public let isFull: Bool
        /// Where it subscribed, if known.
        public let place: SourcePlace?
    }

    /// A stream transformer.
    public struct Transformer: Sendable, Hashable, Codable {
        /// Its type.
        public let name: String
        /// Whether its stream goes on.
        public let isRunning: Bool
        /// Where it stands in the body of its feature, if known.
        public let place: SourcePlace?
    }

    /// The actions that have been accepted and not handled.
    public struct Mailbox: Sendable, Hashable, Codable {
        /// Their number.
        public let depth: Int
        /// The number that may wait; nil if it is unlimited.
        public let capacity: Int?
        /// The number of senders that wait for room.
        public let waitingSenders: Int
        /// How long the runtime has not taken an action from the mailbox although there is one: no action has waited
        /// longer than this plus the time that the last batch took. Zero if the mailbox is empty. A rest before the first action
        /// counts, too, until the runtime begins to handle it.
        public let oldestAge: Duration
    }

    /// The step that is under way: a handler that runs, or what waits after it.
    public struct Step: Sendable, Hashable, Codable {
        /// The case of the action that is being handled, without its values; the type, for an action that is no enum. Nil for
        /// a step that no action has caused, such as an update of an effect, and after the handlers have returned.
        public let action: String?
        /// Where the action was sent, or where the update was.
        public let place: SourcePlace?
        /// How long it has lasted; up to 63 steps before it may be included, if they took less than a millisecond together.
        public let duration: Duration
    }

    /// What the runtime as a whole is doing.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// It accepts actions.
        case running
        /// It is draining.
        case finishing
        /// It has ended or has been cancelled.
        case ended
    }

    /// The runtime.
    public let runtime: RuntimeIdentity
    /// What the runtime as a whole is doing.
    public let phase: Phase
    /// Whether nothing is under way: no action, no step, no effect, no held action, no running transformer.
    public let isIdle: Bool
    /// Whether the runtime takes no action because too many effects are under way; see ``RuntimeLimits/effects-swift.property``.
    public let isAtEffectLimit: Bool
    /// The step that is under way; nil between two steps.
    public let step: Step?
    /// What keeps the present step waiting, if anything does: a transformer or a subscriber, and since when.
    public let stall: String?
    /// The accepted actions.
    public let mailbox: Mailbox
    /// The effects that have not ended, oldest first.
    public let effects: [Effect]
    /// The number of actions that a debounce holds back.
    public let heldActions: Int
    /// The subscribers, in the order of subscription.
    public let subscribers: [Subscriber]
    /// The stream transformers.
    public let transformers: [Transformer]
}

extension RuntimeSnapshot: CustomStringConvertible {
    /// A table, one line for each thing that is under way.
    public var description: String {
        var lines = [
            "\(runtime): \(phase.rawValue)\(isIdle ? ", idle" : "")\(isAtEffectLimit ? ", at its limit of effects" : "")"
        ]
        let capacity = mailbox.capacity.map { " of \($0)" } ?? ""
        var queue = "  mailbox      \(mailbox.depth)\(capacity)"
        if mailbox.depth > 0 { queue += ", for \(Self.text(mailbox.oldestAge))" }
        let senders = mailbox.waitingSenders
        if senders > 0 { queue += ", \(senders) \(senders == 1 ? "sender waits" : "senders wait")" }
        lines.append(queue)
        if let step {
            let action = step.action ?? "an update"
            let place = step.place.map { " of \($0)" } ?? ""
            lines.append("  handles      \(action)\(place), for \(Self.text(step.duration))")
        }
        if let stall { lines.append("  waits for    \(stall)") }
        if heldActions > 0 { lines.append("  held actions \(heldActions)") }
        lines += Self.table(
            "effect",
            effects.map { effect in
                [
                    effect.id ?? "-", effect.status.rawValue + (effect.isAwaited ? "" : ", observes"),
                    Self.text(effect.age), effect.place?.description ?? "",
                ]
            }
        )
        lines += Self.table(
            "subscriber",
            subscribers.map {
                ["\($0.policy)", "\($0.lag) behind\($0.isFull ? ", full" : "")", $0.place?.description ?? ""]
            }
        )
        lines += Self.table(
            "transformer",
            transformers.map { [$0.name, $0.isRunning ? "running" : "ended", $0.place?.description ?? ""] }
        )
        return lines.joined(separator: "\n")
    }

    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return switch seconds {
        case 0: "\(attoseconds / 1_000_000_000_000_000)ms"
        case 1..<60: "\(seconds)s"
        case 60..<3_600: "\(seconds / 60)m \(seconds % 60)s"
        default: "\(seconds / 3_600)h \(seconds % 3_600 / 60)m"
        }
    }

    /// Rows with aligned columns, the first of which is `title`.
    private static func table(_ title: String, _ rows: [[String]]) -> [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padding(to: $1) }
            return "  \(title.padding(to: 12)) \(cells.joined(separator: "  "))".trimmingTrailingSpaces()
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate func trimmingTrailingSpaces() -> String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// What a shutdown with a time limit has done.
public struct ShutdownReport: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Whether everything had ended within the limit. If not, `cut` tells what was cancelled or is still running.
    public let isComplete: Bool
    /// The time that the shutdown took.
    public let duration: Duration
    /// What was under way when the limit was reached, before it was cancelled; nil if the shutdown is complete.
    public let cut: RuntimeSnapshot?

    package init(isComplete: Bool, duration: Duration, cut: RuntimeSnapshot?) {
        (self.isComplete, self.duration, self.cut) = (isComplete, duration, cut)
    }

    /// One line, and what was cut.
    public var description: String {
        guard let cut else { return "Everything ended within the limit" }
        return "Cut at the limit:\n\(cut)"
    }
}
