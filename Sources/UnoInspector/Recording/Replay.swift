internal import AsyncKit
public import UnoArchitecture

/// Repeats a recording with a feature, on the engine that apps run.
///
/// ```swift
/// #expect(await Replay(recording, of: Counter()).check() == .same)
/// ```
///
/// Actions are handled and parts follow changes as ever, but no effect starts: what the effects fed back and sent comes from the
/// recording, and so does the end of each. No clock is asked: what a `Debounce` or a `Throttle` decided is done again. So the same
/// recording and the same feature do the same each time.
///
/// What the handlers of the feature read beside the state and the action, such as the time or a random number, is not recorded;
/// provide it as a dependency. A feature with a stream transformer or a shared value, and a recording that has dropped steps while
/// something was under way, cannot be replayed, and that is said.
public struct Replay<State: Sendable, Action: Sendable>: Sendable {
    let recording: Recording<State, Action>
    private let makeGraph: @Sendable (ReplayListener) -> ReplayedGraph<State, Action>
    private let states = Locked<(kept: ReplayedStates<State>, result: ReplayResult)?>(nil)

    /// Makes a replay; nothing runs before a result is asked for.
    ///
    /// - Parameters:
    ///   - recording: what the feature is to repeat.
    ///   - interactor: the feature, as it was or changed.
    public init(_ recording: Recording<State, Action>, of interactor: some Interactor<State, Action>) {
        self.recording = recording
        makeGraph = { listener in
            ReplayedGraph(interactor, startingWith: recording.stateBefore?.value, listener: listener)
        }
    }

    /// The state after the step with this number: that of the replay, which runs once, up to its end or to what stops it.
    ///
    /// Complexity: the first call runs the replay and keeps the state of each step; a later one is O(1). States share what the steps
    /// have not changed.
    ///
    /// - Throws: that the recording does not have the step, that the replay does not come to it, or that the waiting task was cancelled.
    public func state(after number: Int) async throws(ReplayError) -> State {
        guard recording.hasStep(number) else { throw .noStep(number) }
        let (kept, result) = await replayedStates()
        if let state = kept[number] { return state }
        switch result {
        case .cancelled: throw .cancelled
        case .impossible(let reason): throw .impossible(reason)
        case .same, .differs: throw .notReached(number, result)
        }
    }

    private func replayedStates() async -> (kept: ReplayedStates<State>, result: ReplayResult) {
        if let states = states.withLock({ $0 }) { return states }
        let run = ReplayRun(recording, makeGraph, keepsStates: true)
        let result = await run.run()
        let states = (kept: run.states, result: result)
        if result != .cancelled { self.states.withLock { $0 = states } }
        return states
    }

    /// Runs the replay, leaving out some events.
    ///
    /// - Parameters:
    ///   - events: the numbers of the events to leave out, with all that they led to.
    ///   - stop: called with the state after each step; ends the replay if it returns true.
    /// - Returns: the number of the step in which `stop` returned true; nil if it never did.
    func run(
        without events: Set<UInt64>, until stop: @escaping @Sendable (State) -> Bool
    ) async throws(ReplayError) -> Int? {
        let run = ReplayRun(recording, makeGraph, without: events, until: stop)
        switch await run.run() {
        case .cancelled: throw .cancelled
        case .impossible(let reason): throw .impossible(reason)
        case .same, .differs: return run.stop
        }
    }
}

extension Replay where State: Equatable {
    /// Runs the replay and compares the state after each step with the recorded one, and whether the action was refused.
    ///
    /// Complexity: that of the steps, and O(n) in the effects under way for each step of an effect.
    public func check() async -> ReplayResult {
        await ReplayRun(recording, makeGraph, comparing: { ReplayDifference.Field.fields($0, $1) }).run()
    }
}

/// The states of a replay, by the numbers of the steps.
struct ReplayedStates<State: Sendable>: Sendable {
    private var first = 0
    private var states: [State?] = []

    mutating func append(_ state: State?, after step: Int) {
        if states.isEmpty { first = step }
        states.append(state)
    }

    subscript(step: Int) -> State? { states.indices.contains(step - first) ? states[step - first] : nil }
}
