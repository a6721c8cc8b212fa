/// Takes the steps of a ``ReplayedGraph``, one at a time. Lives in the graph's isolation.
///
/// Each function takes one step and ends it. Effects are named by their numbers in this graph. Complexity: that of the step, and
/// O(n) in the effects under way where a step belongs to one.
package final class ReplayDriver<State: Sendable, Action: Sendable> {
    private let graph: FeatureGraph<State, Action>
    private var engine: GraphEngine { graph.engine }
    private let eventIDs = EventIDSource()
    /// The events that have something under way, by the numbers that the caller has given them.
    private var events: [UInt64: EventID] = [:]
    private var mostEvents = 64

    init(_ graph: FeatureGraph<State, Action>) {
        self.graph = graph
    }

    /// The first step.
    package func start() -> ReplayObstacle? {
        graph.start()
        return endStep()
    }

    /// - Parameter event: the number to cancel the event by.
    package func send(_ action: Action, event: UInt64?) -> ReplayObstacle? {
        let eventID = eventIDs.issue(for: engine.isolation)
        engine.step(.sent, of: eventID) { graph.receive(action) }
        let obstacle = endStep()
        if let event, eventID.status.isUnderWay { keep(eventID, as: event) }
        return obstacle
    }

    /// Handles an action that an effect feeds back.
    package func feedBack(_ action: Action, by effect: UInt64) -> ReplayObstacle? {
        guard let run = run(effect), !run.isCancelled else { return .noEffect }
        // What a middleware queues has been counted.
        if !run.hasEnded { run.beginFeedingBack() }
        _ = graph.receive(action, of: run, from: CallSite("", 0))
        return endStep()
    }

    /// The update of an effect.
    ///
    /// - Parameter state: returns the state of the effect's part after the update, whose type it gets; nil if it has none of that type.
    package func update(by effect: UInt64, to state: (any Sendable.Type) -> (any Sendable)?) -> ReplayObstacle? {
        guard let run = run(effect), run.isActive else { return .noEffect }
        guard let state = state(run.home.stateType), run.apply(recorded: state, at: CallSite("", 0)) else {
            return .otherState
        }
        return endStep()
    }

    package func dismiss(by effect: UInt64) -> ReplayObstacle? {
        guard let run = run(effect), run.isActive else { return .noEffect }
        _ = run.dismiss(at: nil)
        return endStep()
    }

    /// Runs what follows an effect in a concatenation.
    package func follow(_ effect: UInt64) -> ReplayObstacle? {
        guard let run = run(effect), run.isFollowed else { return .noEffect }
        engine.step(.effect, of: run.eventID, by: run) { run.follow() }
        return endStep()
    }

    /// Handles the action of the part at `place` among those that hold one, longest first.
    package func handleHeld(at place: Int) -> ReplayObstacle? {
        let parts = engine.agenda.held.parts
        guard parts.indices.contains(place) else { return .nothingHeld }
        parts[place].beginDueStep()
        return engine.isStepping ? endStep() : .nothingHeld
    }

    /// Handles the action that a handler has named as the next one.
    package func handleNext() -> ReplayObstacle? {
        engine.beginNextStep() ? endStep() : .noNextAction
    }

    /// Whether a handler has named an action that has not been handled.
    package var hasNextAction: Bool { engine.hasNextActions }

    package func beginFinishing() -> ReplayObstacle? {
        engine.step(.finish) { engine.beginFinishing() }
        return endStep()
    }

    /// The state; nil for none.
    package var state: State? { graph.state }

    /// What the graph waits for: effects that have not ended, by their numbers, and held and next actions, by theirs.
    package var underWay: (effects: [UInt64], actions: Int) {
        let effects = engine.inFlight.runsByAge.filter { !$0.isOver }.map(\.number)
        return (effects, engine.agenda.held.parts.count + (hasNextAction ? 1 : 0))
    }

    // MARK: Between steps

    /// Ends an effect whose work has returned; nothing follows it any more.
    package func end(_ effect: UInt64) { run(effect)?.finish() }

    /// Cancels what an event has under way.
    package func cancel(_ event: UInt64) {
        guard let eventID = events[event], eventID.cancel() else { return }
        engine.isolation.assumeIsolated { [eventID] in $0.sweep(eventID) }
    }

    /// The graph has been torn down: releases the effects, none of which has a task to end with, and the step that a transformer
    /// has suspended, which nothing resumes.
    func dropWhatIsLeft() {
        (engine.step, engine.suspension) = (OpenStep(), Suspension())
        for run in engine.inFlight.runsByAge where !run.isOver { run.finish() }
    }

    private func run(_ number: UInt64) -> EffectRun? {
        engine.inFlight.runsByAge.first { $0.number == number && !$0.isOver }
    }

    private func keep(_ eventID: EventID, as number: UInt64) {
        if events.count >= mostEvents {
            events = events.filter(\.value.status.isUnderWay)
            mostEvents = max(64, 2 * events.count)
        }
        events[number] = eventID
    }

    private func endStep() -> ReplayObstacle? {
        if let (bridge, _) = engine.bridges.first {
            return .transformer("\(bridge.transformerType)", bridge.site.map { SourcePlace($0) })
        }
        if !engine.following.values.isEmpty { return .sharedValue }
        // Only a transformer or a subscriber could keep the step open, and there is none.
        _ = engine.tryEndStep(isLast: true)
        return nil
    }
}

/// Why a step cannot be repeated.
package enum ReplayObstacle: Sendable, Equatable, CustomStringConvertible {
    /// The graph has no such effect under way, or nothing follows it.
    case noEffect
    /// The part of the effect has a state of another type.
    case otherState
    /// No part holds an action at that place.
    case nothingHeld
    /// No handler has named an action.
    case noNextAction
    /// The graph has a stream transformer, whose tasks and whose time are its own.
    case transformer(String, SourcePlace?)
    /// A part of the graph observes a value outside the graph.
    case sharedValue

    package var description: String {
        switch self {
        case .noEffect: "no such effect is under way"
        case .otherState: "the part of the effect has a state of another type"
        case .nothingHeld: "no part holds an action"
        case .noNextAction: "no handler has named a next action"
        case .transformer(let type, let place):
            "the feature has the stream transformer \(type)\(place.map { " (\($0))" } ?? ""), whose tasks run by themselves"
        case .sharedValue: "the feature observes a shared value, which others change"
        }
    }
}
