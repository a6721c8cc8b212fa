/// Listens to a graph closely enough to repeat what it does: a recorder, or the replay that drives the graph.
///
/// Every call but `refused` is made in the graph's isolation. A step is begun and ended once, in this order: `stepBegan`,
/// `received` for the action of the whole graph that it handles, `changed` for a change from outside, `stepEnded`. What the step
/// does to effects is heard between the first and the last of these calls. A step that the end of the graph cuts off has no end.
package protocol GraphListener: AnyObject, Sendable {
    /// - Parameter effect: the number of the effect that feeds the action back, sends the change or has ended.
    func stepBegan(_ cause: StepCause, of event: UInt64?, by effect: UInt64?)
    /// The step handles an action at the root of the graph.
    func received<Action: Sendable>(_ action: Action)
    /// An effect has changed the state of its part, which its parents have not followed yet.
    ///
    /// - Parameter state: that of the part; nil for none.
    func changed<State: Sendable>(_ change: GraphChange, to state: State?)
    /// - Parameter state: that of the whole graph; nil for none.
    func stepEnded<State: Sendable>(_ step: GraphStep, state: State?)
    func heard(_ note: GraphNote)
    /// An action was refused before it came to a step. Called on any thread.
    func refused(at site: CallSite, _ reason: Rejection)
    /// Something outside the graph has decided: a clock, whether an action passes; an effect, whether what it delays begins; the
    /// identity of a stack, whether it has been replaced; the cancellation of an event, whether its effects still count. What this
    /// returns is done.
    func decides(_ isSo: Bool) -> Bool
    /// Whether `decides` answers for clocks: then none of them is read.
    var isReplay: Bool { get }
}

/// How an effect changes the state without an action.
package enum GraphChange: String, Sendable, Codable {
    /// It has sent an update.
    case update
    /// It has asked for its feature to be dismissed.
    case dismissal
}

/// A step of a graph that has ended.
package struct GraphStep: Sendable {
    /// Where its action or its change was sent.
    package let place: LiteralPlace
    /// Whether a part that the action addressed had ended or did not exist.
    package let isRefused: Bool
    /// The number of parts that hold an action when it has ended.
    package let heldCount: Int
}

/// What happens in a graph in steps and between them.
package enum GraphNote: Sendable {
    /// An effect was registered; `hasWork` is false for the actions that a middleware queues.
    case effectRegistered(_ number: UInt64, event: UInt64?, id: String?, site: CallSite?, hasWork: Bool)
    case effectCancelled(_ number: UInt64)
    case effectEnded(_ number: UInt64)
    /// A part no longer holds its action, the one at this place among those that hold one, longest first. The step of the action
    /// begins next, unless the action is dropped.
    case released(_ place: Int)
    /// An event that was cancelled from outside has been swept.
    case eventCancelled(_ event: UInt64)
    /// The graph has found that an event was cancelled from outside, before the event was swept, and sweeps it now.
    case cancellationNoticed(_ event: UInt64)

    /// What has happened to an effect; nil for what a listener does not hear of.
    init?(_ run: EffectRun, _ change: EffectChange) {
        switch change {
        case .registered:
            let name = run.id.map { "\($0.base)" }
            self = .effectRegistered(
                run.number, event: run.eventID?.id, id: name, site: run.site, hasWork: run.isShown)
        case .cancelled: self = .effectCancelled(run.number)
        case .ended: self = .effectEnded(run.number)
        case .began: return nil
        }
    }
}
