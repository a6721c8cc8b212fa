internal import AsyncKit
public import UnoArchitecture

/// Sends random actions to a feature, and checks `holds` for the states that the feature shows, one a step.
///
/// ```swift
/// await checkAlways(of: .allCases) { clock in
///     Cart(clock: clock)
/// } holds: { state in
///     state.total == state.items.reduce(0) { $0 + $1.price }
/// }
/// ```
///
/// *Behavior*: each sequence is sent to a new feature in a harness that is not exhaustive. After each action the clock
/// moves by `pace`, so that effects run. A sequence ends with the feature, if that asks to be dismissed. The first sequence with a state that does not hold, or
/// after which the feature reports a misuse or does not come to rest, is made shorter and its actions simpler. The shortest
/// is recorded as an issue, with a call that repeats it. The same seed makes the same sequences. A
/// cancelled test ends.
///
/// - Parameters:
///   - actions: makes the actions.
///   - count: how many sequences are sent.
///   - length: how many actions a sequence has at most.
///   - pace: how far the clock moves after each action; zero to leave it.
///   - seed: the seed of the first sequence; the others follow it.
///   - makeInteractor: makes a feature with the clock of its harness.
///   - holds: the invariant; returns false or throws for a state that breaks it.
/// - Returns: the shortest sequence that fails; nil if none does.
@discardableResult
public func checkAlways<State: Equatable & Sendable, Action: Sendable>(
    of actions: ActionGenerator<Action>,
    sequences count: Int = 100,
    length: Int = 20,
    pace: Duration = .zero,
    seed: UInt64 = 0,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ makeInteractor: @escaping @Sendable (TestClock) -> some Interactor<State, Action>,
    holds: @escaping @Sendable (State) throws -> Bool
) async -> [Action]? {
    let site = TestSite(fileID, filePath, line, column)
    let trial = PropertyTrial(pace: pace, makeInteractor: makeInteractor, holds: holds)
    for number in 0..<max(0, count) where !Task.isCancelled {
        let seed = seed &+ UInt64(number)
        var generator: any RandomNumberGenerator = SplitMix(seed: seed)
        let choices = (0..<Int.random(in: 1...max(1, length), using: &generator)).map { _ in
            actions.generate(&generator)
        }
        guard let problem = await trial.run(choices.map(\.action)) else { continue }
        let (shortest, last) = await trial.shrink(choices, problem)
        Failure(
            """
            \(last), after \(shortest.count) action(s), found with seed \(seed) as sequence \(number + 1). To repeat the \
            shortest that was found, put this in front of the two closures of the call:
                \(trial.call(replaying: shortest))
            """,
            at: site
        ).record()
        return shortest
    }
    return nil
}

/// Sends `actions` to a feature, and checks `holds` for the states that the feature shows, one a step.
///
/// Repeats a sequence that ``checkAlways(of:sequences:length:pace:seed:fileID:filePath:line:column:_:holds:)`` has found, as
/// a test that stays. The sequence is neither shortened nor simplified.
///
/// - Parameters:
///   - actions: the actions.
///   - pace: how far the clock moves after each action; zero to leave it.
///   - makeInteractor: makes the feature with the clock of its harness.
///   - holds: the invariant; returns false or throws for a state that breaks it.
public func checkAlways<State: Equatable & Sendable, Action: Sendable>(
    replaying actions: [Action],
    pace: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ makeInteractor: @escaping @Sendable (TestClock) -> some Interactor<State, Action>,
    holds: @escaping @Sendable (State) throws -> Bool
) async {
    let trial = PropertyTrial(pace: pace, makeInteractor: makeInteractor, holds: holds)
    guard let problem = await trial.run(actions) else { return }
    Failure(
        "\(problem), after at most \(actions.count) action(s) of a sequence that is repeated",
        at: TestSite(fileID, filePath, line, column)
    ).record()
}
