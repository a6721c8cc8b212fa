internal import AsyncKit
internal import UnoArchitecture
internal import ValueKit

/// Runs sequences of actions, each with a new feature.
struct PropertyTrial<State: Equatable & Sendable, Action: Sendable>: Sendable {
    typealias Choice = ActionGenerator<Action>.Choice

    private let makeHarness: @Sendable () -> InteractorTestHarness<State, Action>
    private let pace: Duration
    private let holds: @Sendable (State) throws -> Bool

    init(
        pace: Duration,
        makeInteractor: @escaping @Sendable (TestClock) -> some Interactor<State, Action>,
        holds: @escaping @Sendable (State) throws -> Bool
    ) {
        makeHarness = { InteractorTestHarness(exhaustivity: .off) { makeInteractor($0) } }
        self.pace = pace
        self.holds = holds
    }

    /// Sends the actions; returns the first problem, or nil.
    func run(_ actions: [Action]) async -> String? {
        // What the harness would record, as of a feature that does not come to rest, is a problem of the sequence.
        let failure = Locked<String?>(nil)
        return await Failure.$expectation.withValue(
            { message, _ in failure.withLock { $0 = $0 ?? message } },
            operation: { await send(actions, failure) }
        )
    }

    private func send(_ actions: [Action], _ failure: Locked<String?>) async -> String? {
        let harness = makeHarness()
        defer { harness.discard() }
        var checked = 0
        if let problem = await problem(in: harness, failure, after: &checked) { return problem }
        for action in actions {
            if await harness.isDismissed { break }
            harness.perform(action)
            if pace > .zero { await harness.advance(by: pace) }
            if let problem = await problem(in: harness, failure, after: &checked) { return problem }
        }
        return nil
    }

    /// - Parameters:
    ///   - failure: the first failure of the harness.
    ///   - checked: the number of states that have been checked.
    private func problem(
        in harness: InteractorTestHarness<State, Action>,
        _ failure: Locked<String?>,
        after checked: inout Int
    ) async -> String? {
        let states = await harness.states
        defer { checked = states.count }
        if let failure = failure.withLock({ $0 }) { return failure }
        for state in states.dropFirst(checked) {
            do {
                if try !holds(state) { return "This state does not hold: \(Rendering.of(state))" }
            } catch {
                return "This state does not hold (\(error)): \(Rendering.of(state))"
            }
        }
        return harness.takeDiagnostics().first
    }

    /// A call that repeats the actions, as code, without its closures.
    func call(replaying actions: [Action]) -> String {
        let pace = pace > .zero ? ", pace: \(Rendering.code(of: pace))" : ""
        return "await checkAlways(replaying: \(Rendering.code(of: actions))\(pace))"
    }

    /// A sequence of fewer and simpler actions that also fails, and its problem.
    func shrink(_ choices: [Choice], _ problem: String) async -> ([Action], String) {
        var shrinker = SequenceShrinker(choices, problem) { await run($0.map(\.action)) }
        await shrinker.shrink()
        return (shrinker.shortest.map(\.action), shrinker.problem)
    }
}
