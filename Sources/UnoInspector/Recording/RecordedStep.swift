public import UnoArchitecture

extension Recording {
    /// A step of the recorded graph.
    public struct Step: Sendable, Identifiable {
        /// Counts the steps of the graph; 0 is its start.
        public let number: Int
        /// Why the graph took the step.
        public let cause: StepCause
        /// The number of the event that the step belongs to.
        public let event: UInt64?
        /// The number of the effect that fed the action back, sent the change, or has ended before the step.
        public let effect: UInt64?
        /// Where the action or the change was sent, if known.
        public internal(set) var place: SourcePlace?
        /// When it began, on the recorder's clock since the graph began.
        public let time: Duration
        /// Whether every part that its action addressed was there.
        public internal(set) var outcome = SendOutcome.accepted
        /// What it did to effects.
        public internal(set) var effects: [RecordedEffect] = []
        var keptAction: Kept<Action>?
        var keptState: Kept<State>?
        /// How an effect has changed the state of its part, and what that was before its parents followed the change.
        var change: GraphChange?
        var changed: RecordedPart?
        /// Which part held the action; see `GraphNote.released`.
        var heldPlace: Int?
        /// The number of parts that held an action when the step had ended.
        var heldCount = 0
        /// What was decided outside the graph, in order; see `GraphListener.decides(_:)`.
        var decisions: [Bool] = []

        /// The number.
        public var id: Int { number }
        /// The action of the whole feature that the step handles; nil for a step without one.
        public var action: Action? { keptAction?.value }
        /// The state after the step, whether or not the step has changed or emitted it; nil if the graph has none yet.
        public var state: State? { keptState?.value }

        @inline(__always)
        init(_ open: OpenStep, isRefused: Bool = false, heldCount: Int = 0, state: State? = nil) {
            (number, cause, event, effect, time) = (open.number, open.cause, open.event, open.effect, open.time)
            (effects, change, changed) = (open.effects, open.change, open.changed)
            (heldPlace, self.heldCount, decisions) = (open.heldPlace, heldCount, open.decisions)
            place = open.place
            if isRefused { outcome = .rejected(.childEnded) }
            if let action = open.action as? Action { keptAction = Kept(value: action) }
            if let state { keptState = Kept(value: state) }
        }
    }
}

extension Recording.Step: Codable where State: Codable, Action: Codable {}

extension Recording.Step: CustomStringConvertible {
    /// The number, the cause, the action and the place, as in `step 3, sent: increment, at Shop/Cart.swift:12`.
    public var description: String {
        let what = keptAction.map { ": \($0.value)" } ?? ""
        let by = effect.map { " by effect \($0)" } ?? ""
        return "step \(number), \(cause.rawValue)\(by)\(what)" + (place.map { ", at \($0)" } ?? "")
    }
}

/// What happened to an effect.
public struct RecordedEffect: Sendable, Hashable, Codable {
    /// What happened.
    public enum Change: String, Sendable, Hashable, Codable {
        /// The handler that asked for it has returned.
        case registered
        /// It was cancelled; its task may still run.
        case cancelled
        /// It has ended, and the actions that it fed back have been handled.
        case ended
    }

    /// Counts the effects of the graph, from 1.
    public let number: UInt64
    /// What happened.
    public let change: Change
    /// The event that led to it; said when it is registered.
    public internal(set) var event: UInt64?
    /// Its id, as text; said when it is registered.
    public internal(set) var effectID: String?
    /// Where the handler asked for it, if known; said when it is registered.
    public internal(set) var place: SourcePlace?
    /// False for the actions that a middleware queues, which the engine treats as an effect.
    public internal(set) var hasWork = true

    init(_ number: UInt64, _ change: Change) {
        (self.number, self.change) = (number, change)
    }
}

/// An action that was refused before it came to a step.
public struct RecordedRejection: Sendable, Hashable, Codable {
    /// Where it was sent.
    public let place: SourcePlace
    /// Why it was refused.
    public let reason: Rejection
    /// When, on the recorder's clock since the graph began.
    public let time: Duration
}
