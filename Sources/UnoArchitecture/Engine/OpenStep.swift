/// Why a graph has taken a step.
public enum StepCause: String, Sendable, Hashable, Codable {
    /// The graph starts: its first step emits the initial state.
    case start
    /// An action that was sent or delivered.
    case sent
    /// An action that an effect dispatched.
    case fedBack
    /// An action that a part has held, such as a `Debounce`.
    case held
    /// An action that a handler has named as the next one, or what follows such an action in a concatenation.
    case next
    /// A change that an effect sent, a dismissal that it asked for, or what follows an effect.
    case effect
    /// A state that a stream transformer yields without an action.
    case transformer
    /// A shared value has changed.
    case shared
    /// The graph begins to finish, or ends the actions of a stream transformer.
    case finish
}

/// Identifies a call of a handler that can dispatch, and so the effects that it starts; 0 for any other handler.
@usableFromInline
package typealias HandlerCall = UInt64

/// The step of a graph: what runs now, and for whom. At most one is open; between two steps there is none.
///
/// ```
///         begin                       end
/// none ──────────▶ open ───────────────────────▶ none
///                   │  ▲  handlers run, effects are registered,
///                   └──┘  the step may be suspended (`Suspension`)
/// ```
///
/// - There is a cause exactly while a step is open, so a step that was refused is never ended, and none is ended twice.
/// - Between two steps, everything else is nil, false, 0 or empty, but for `site`, `lastCall` and `timer`.
@usableFromInline
package struct OpenStep {
    /// Why it was begun; nil between two steps.
    private(set) var cause: StepCause?
    /// Whether a part that its action addressed had ended or did not exist.
    private(set) var isRefused = false
    /// Whether `context`, `reply` or `isRefused` is set: one thing to look at when a step ends.
    private var hasMore = false
    /// The event that it belongs to; nil for a step that no event caused.
    @usableFromInline package private(set) var event: EventID?
    /// The effect that fed back its action, has sent its change, or is followed.
    @usableFromInline private(set) var effect: EffectRun?
    /// The effect that fed back its action.
    package var source: EffectRun? { cause == .effect ? nil : effect }
    /// Where its action was sent from, if known.
    @usableFromInline package private(set) var site: CallSite?
    /// The task-local values of its event, in a host that carries any.
    @usableFromInline private(set) var context: CarriedContext?
    /// Hears what becomes of its action.
    private var reply: HandledReply?
    /// The handler call whose emission is being carried out; 0 for a handler that cannot dispatch.
    package private(set) var call: HandlerCall = 0
    private var lastCall: HandlerCall = 0
    private var dueAtEnd: [() -> Void] = []
    /// Only with an observer that hears of steps.
    var timer: StepTimer?

    var isOpen: Bool { cause != nil }

    @inline(__always)
    mutating func begin(_ cause: StepCause, of event: consuming EventID?, at site: CallSite?) {
        self.event = consume event
        self.site = site
        self.cause = cause
    }

    /// Adds what a step of an effect, or of an action that was sent elsewhere, has beside its event.
    mutating func take(_ effect: EffectRun?, _ context: CarriedContext?, _ reply: HandledReply?) {
        self.effect = effect
        self.context = context
        self.reply = reply
        reply?.begin()
        hasMore = context != nil || reply != nil
    }

    mutating func refuse() { (isRefused, hasMore) = (true, true) }

    /// Called before a handler that can dispatch.
    @usableFromInline package mutating func beginCall() -> HandlerCall {
        lastCall += 1
        call = lastCall
        return call
    }

    /// Called when the effects that the handler requested have begun.
    @usableFromInline package mutating func endCall() { call = 0 }

    /// Adds work for the end of the step.
    mutating func `defer`(_ body: @escaping () -> Void) { dueAtEnd.append(body) }

    /// Takes the work for the end of the step; nil if there is none.
    mutating func takeDue() -> [() -> Void]? {
        if dueAtEnd.isEmpty { return nil }
        defer { dueAtEnd = [] }
        return dueAtEnd
    }

    /// Ends the step; nil if none is open. What the rest of the end needs stays until ``release()``.
    @inline(__always)
    mutating func end() -> (cause: StepCause, event: EventID?, effect: EffectRun?)? {
        guard let cause = cause.take() else { return nil }
        return (cause, event.take(), effect.take())
    }

    /// Releases the task-local values; returns who hears what has become of the action, and that.
    mutating func release() -> (reply: HandledReply, outcome: SendOutcome)? {
        guard hasMore else { return nil }
        let outcome: SendOutcome = isRefused ? .rejected(.childEnded) : .accepted
        (context, hasMore, isRefused) = (nil, false, false)
        return reply.take().map { ($0, outcome) }
    }

    #if DEBUG
        /// Whether nothing is left of the step that has ended.
        var isCleared: Bool {
            !isOpen && event == nil && effect == nil && context == nil && reply == nil && !isRefused && !hasMore
                && call == 0
        }
    #endif
}
