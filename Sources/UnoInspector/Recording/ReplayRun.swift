internal import AsyncKit
internal import UnoArchitecture

/// One run of a replay.
final class ReplayRun<State: Sendable, Action: Sendable>: Sendable {
    typealias Step = Recording<State, Action>.Step
    typealias Comparing = @Sendable (_ expected: State?, _ actual: State?) -> [ReplayDifference.Field]

    private struct Progress: Sendable {
        /// The next entry.
        var place = 0
        /// The numbers that the recorded effects have in the replay.
        var effects: [UInt64: UInt64] = [:]
        var states = ReplayedStates<State>()
        /// The number of the step after which the replay was stopped.
        var stop: Int?
    }

    private let recording: Recording<State, Action>
    private let listener = ReplayListener()
    private let graph: ReplayedGraph<State, Action>
    private let progress = Locked(Progress())
    private let left: Set<UInt64>?
    private let compare: Comparing?
    private let keepsStates: Bool
    private let isEnd: (@Sendable (State) -> Bool)?

    /// - Parameters:
    ///   - left: the events to leave out; nil if a step that cannot be repeated is a difference. Otherwise it is left out, too.
    ///   - compare: the differences of two states; nil if events are left out.
    ///   - keepsStates: whether to keep the states.
    ///   - isEnd: called with the state after each step; ends the replay if it returns true.
    init(
        _ recording: Recording<State, Action>,
        _ makeGraph: (ReplayListener) -> ReplayedGraph<State, Action>,
        without left: Set<UInt64>? = nil,
        comparing compare: Comparing? = nil,
        keepsStates: Bool = false,
        until isEnd: (@Sendable (State) -> Bool)? = nil
    ) {
        self.recording = recording
        (self.left, self.compare, self.keepsStates, self.isEnd) = (left, compare, keepsStates, isEnd)
        graph = makeGraph(listener)
    }

    var states: ReplayedStates<State> { progress.withLock { $0.states } }
    var stop: Int? { progress.withLock { $0.stop } }

    func run() async -> ReplayResult {
        var result: ReplayResult?
        if let reason = recording.whyIncomplete {
            result = .impossible(reason)
        }
        while result == nil {
            result = Task.isCancelled ? .cancelled : await graph.drive { self.advance($0) }
        }
        await graph.end()
        return result!
    }

    /// Repeats some entries; returns the result at the end.
    private func advance(_ driver: ReplayDriver<State, Action>) -> ReplayResult? {
        // Taken out, so that nothing is copied when it changes.
        var progress = self.progress.withLock { progress in
            defer { progress = Progress() }
            return progress
        }
        defer { self.progress.withLock { [progress] in $0 = progress } }
        if progress.place == 0, recording.droppedSteps > 0, let result = startLate(driver) { return result }
        for _ in 0..<1_024 {
            guard progress.place < recording.entries.count, progress.stop == nil else { return .same }
            let entry = recording.entries[progress.place]
            progress.place += 1
            switch entry {
            case .step(let step): if let result = take(step, driver, &progress) { return result }
            case .effect(let effect): end(effect, driver, progress)
            case .cancelled(let event): driver.cancel(event)
            case .rejected: break
            }
        }
        return nil
    }

    /// The graph of a recording that has dropped steps starts in a step that was not recorded.
    private func startLate(_ driver: ReplayDriver<State, Action>) -> ReplayResult? {
        driver.start().map { .impossible("\($0)") }
    }

    private func end(_ effect: RecordedEffect, _ driver: ReplayDriver<State, Action>, _ progress: Progress) {
        if effect.change == .ended, let number = progress.effects[effect.number] { driver.end(number) }
    }

    // MARK: Steps

    private func take(
        _ step: Step, _ driver: ReplayDriver<State, Action>, _ progress: inout Progress
    ) -> ReplayResult? {
        let isLenient = left != nil
        if let left, let event = step.event, left.contains(event) { return nil }
        if step.cause != .next, driver.hasNextAction {
            guard isLenient else { return differs(step, "the replay handles a next action before it") }
            // What was left out may have been what ends the chain.
            for _ in 0..<10_000 where driver.handleNext() != nil { break }
            if driver.hasNextAction { return .same }
        }
        listener.begin(deciding: step.decisions)
        if let obstacle = repeats(step, driver, progress) {
            switch obstacle {
            case .transformer, .sharedValue: return .impossible("\(obstacle)")
            case .noEffect, .otherState, .nothingHeld, .noNextAction:
                return isLenient ? nil : differs(step, "\(obstacle)")
            }
        }
        let heard = listener.present
        if !step.effects.isEmpty {
            match(step.effects, with: heard, &progress)
            for effect in step.effects { end(effect, driver, progress) }
        }
        let state = driver.state
        if keepsStates { progress.states.append(state, after: step.number) }
        if let isEnd, let state, isEnd(state) { progress.stop = step.number }
        guard let compare else { return nil }
        let wasRefused = step.outcome != .accepted
        let reason =
            heard.isRefused == wasRefused
            ? nil : "a part that the action addresses was \(wasRefused ? "not " : "")there when it was recorded"
        let fields =
            if let recorded = step.keptState { compare(recorded.value, state) } else { [ReplayDifference.Field]() }
        return reason == nil && fields.isEmpty ? nil : differs(step, reason, fields)
    }

    private func repeats(
        _ step: Step, _ driver: ReplayDriver<State, Action>, _ progress: Progress
    ) -> ReplayObstacle? {
        let effect = step.effect.flatMap { progress.effects[$0] }
        switch step.cause {
        case .start: return driver.start()
        case .sent:
            guard let action = step.keptAction else { return nil }
            return driver.send(action.value, event: step.event)
        case .fedBack:
            guard let effect, let action = step.keptAction else { return .noEffect }
            return driver.feedBack(action.value, by: effect)
        case .held: return driver.handleHeld(at: step.heldPlace ?? 0)
        case .next: return driver.handleNext()
        case .effect:
            guard let effect else { return .noEffect }
            switch step.change {
            case .update: return driver.update(by: effect) { step.changed?.state(as: $0) }
            case .dismissal: return driver.dismiss(by: effect)
            case nil: return driver.follow(effect)
            }
        case .finish: return driver.beginFinishing()
        case .transformer: return .transformer("", nil)
        case .shared: return .sharedValue
        }
    }

    /// Finds the effects that a step has registered among those of the same step of the replay. If there are as many, they belong
    /// together in their order: the text of an id may differ from run to run. Otherwise those with the same id do.
    private func match(
        _ recorded: [RecordedEffect], with heard: ReplayListener.Heard, _ progress: inout Progress
    ) {
        var rest = heard.effects
        let registered = recorded.filter { $0.change == .registered }
        let isSame = registered.count == rest.count
        for effect in registered {
            guard let place = rest.firstIndex(where: { isSame || $0.id == effect.effectID }) else { continue }
            progress.effects[effect.number] = rest.remove(at: place).number
        }
    }

    // MARK: Words

    private func differs(
        _ step: Step, _ reason: String?, _ fields: [ReplayDifference.Field] = []
    ) -> ReplayResult {
        .differs(
            ReplayDifference(
                step: step.number,
                cause: step.cause,
                action: recording.action(behind: step).map { "\($0)" },
                place: step.place,
                reason: reason,
                fields: fields
            )
        )
    }
}

extension Recording {
    /// Why the recording does not say all that a replay has to know; nil if it does.
    var whyIncomplete: String? {
        guard droppedSteps > 0 else { return nil }
        // The step of a next action directly follows the step that named the action, which was dropped.
        let hasNext = steps.first?.cause == .next
        guard !effectsBefore.isEmpty || heldBefore > 0 || hasNext else { return nil }
        let effects = effectsBefore.values.sorted { $0.number < $1.number }.prefix(5).map { effect in
            "effect \(effect.number)" + (effect.effectID.map { " (\($0))" } ?? "")
        }
        let held = heldBefore > 0 ? ["\(heldBefore) held action(s)"] : []
        let next = hasNext ? ["an action that a handler had named as the next one"] : []
        return "it begins after \(droppedSteps) dropped step(s), of which these were under way: "
            + (effects + held + next).joined(separator: ", ")
    }
}
