public import UnoArchitecture
internal import ValueKit

/// Plays marble diagrams to a sequence in virtual time, and expects the elements of another diagram.
///
/// ```swift
/// await validate("ab--c|", yields: "---b-[c|]") {
///     $0.input.debounce(for: .steps(2), clock: $0.clock)
/// }
/// ```
///
/// Symbols: `-` nothing for a step, `a` or `'ten'` a value, `[ab]` several in one step, `|` finish, `^` failure; and in
/// the expected diagram, for the consumer: `;` cancel it, `,` request no value in this step. Spaces have no meaning. A
/// quote within a quoted value is written twice, so separate two quoted values with a space. Inputs of another type than
/// `String` come from a dictionary: `$0.input.elements(["a": 1, "b": 2])`.
///
/// *Behavior*
/// - **Time.** The first symbol is at time zero, the next one step later. In each step the clock moves first, so that
///   what is due comes; then the consumer requests a value, the inputs emit, and last the consumer is cancelled. Time
///   ends with the longest diagram.
/// - **Cancellation.** `;` alone does not say how the sequence then ends. `[;|]` expects that it finishes in this step,
///   `[;^]` that it throws.
/// - **After the end.** An element or an error after the sequence has finished or failed is a difference.
///
/// Records an issue that shows both diagrams and their first difference. The test does the same in every run; tasks
/// with the same deadline resume in the order in which they fell asleep.
public func validate<Output: AsyncSequence & Sendable>(
    _ inputs: String...,
    yields expected: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ makeOutput: (MarbleScene) -> Output
) async where Output.Element: Sendable {
    let site = TestSite(fileID, filePath, line, column)
    await reportingFaults(at: site) { () async throws(MarbleParser.Fault) in
        let player = MarblePlayer()
        let expected = try MarbleParser.diagram(expected)
        let scene = MarbleScene(
            inputs: inputs.map { _ in MarbleInput() },
            clock: player.clock,
            executor: player.executor
        )
        var played: [MarblePlayer.Input] = []
        for (input, diagram) in zip(scene.inputs, inputs) {
            played.append(.init(diagram: try MarbleParser.diagram(diagram), play: input.play))
        }
        let actual = await player.draw({ makeOutput(scene) }, inputs: played, along: expected) { "\($0)" }
        compare(actual, with: expected, at: site)
    }
}

/// Plays a marble diagram of actions to an interactor in virtual time, and expects the states of another diagram.
///
/// ```swift
/// await validate("+-+|", yields: "[01]-2|", actions: ["+": .increment]) { clock in Counter(clock: clock) }
/// ```
///
/// The graph starts with the first step. The symbols are those for sequences, but actions cannot fail.
///
/// - Parameters:
///   - actions: the diagram of the actions.
///   - expected: the diagram of the states.
///   - values: the action for each value in the diagram of actions.
///   - text: returns the text of a state in a diagram.
///   - makeInteractor: makes the interactor; its argument is the clock of the diagram.
public func validate<State: Sendable, Action: Sendable>(
    _ actions: String,
    yields expected: String,
    actions values: [String: Action],
    state text: (State) -> String = { "\($0)" },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ makeInteractor: (TestClock) -> some Interactor<State, Action>
) async {
    let site = TestSite(fileID, filePath, line, column)
    await reportingFaults(at: site) { () async throws(MarbleParser.Fault) in
        let player = MarblePlayer()
        let expected = try MarbleParser.diagram(expected)
        let diagram = try MarbleParser.diagram(actions)
        for case .value(let value) in diagram.steps.joined() where values[value] == nil {
            return Failure("\(actions): no action is given for '\(value)'", at: site).record()
        }
        let (upstream, source) = AsyncStream<Action>.makeStream()
        let input = MarblePlayer.Input(diagram: diagram) { symbol in
            switch symbol {
            case .value(let value): values[value].map { _ = source.yield($0) }
            case .finish, .failure, .cancel: source.finish()
            case .delayedDemand: break
            }
        }
        let makeStates = {
            HostedStream.states(
                of: makeInteractor(player.clock),
                upstream: upstream,
                executor: .on(player.executor),
                // The real clock would report slow transformers.
                clock: TestClock()
            )
        }
        let actual = await player.draw(makeStates, inputs: [input], along: expected, text: text)
        compare(actual, with: expected, at: site)
    }
}

private func reportingFaults(at site: TestSite, _ body: () async throws(MarbleParser.Fault) -> Void) async {
    do {
        try await body()
    } catch {
        Failure(error.description, at: site).record()
    }
}

private func compare(_ actual: MarbleDiagram?, with expected: MarbleDiagram, at site: TestSite) {
    guard let actual else {
        return Failure("The sequence does not come to rest: it \(RestingExecutor.overrun). It was cancelled", at: site)
            .record()
    }
    guard let step = expected.firstDifference(from: actual) else { return }
    let offset = expected.description(upTo: step).reduce(0) { $0 + $1.columns }
    Failure(
        """
        The diagrams part at step \(step):
            expected: \(expected)
            actual:   \(actual)
                      \(String(repeating: " ", count: offset))^
        """,
        at: site
    ).record()
}
