internal import AsyncKit
public import UnoArchitecture
internal import ValueKit

/// Runs a feature in a test that says what its effects and its clocks do, on the engine that runs it in an app.
///
/// ```swift
/// let harness = ScriptedHarness(Search(api: api))
/// await harness.start(with: Search.State())
/// await harness.send(.typed("re")) { $0.text = "re" }
/// await harness.receive(.found(["Reykjavík"]), from: 1) { $0.cities = ["Reykjavík"] }
/// await harness.endEffect(1)
/// await harness.end()
/// ```
///
/// `Recording.test(of:)` of `UnoInspector` prints such tests. To write one, ``InteractorTestHarness`` is mostly the better choice: there
/// effects run, on fakes that the test gives them.
///
/// Behavior:
/// - *Effects* are registered, wait for their turns and are cancelled as ever, but none runs. They are counted from 1, in the order in
///   which steps register them; the test says what each feeds back, sends, and when it ends.
/// - *Time*: no clock decides. Where a clock would, in a `Throttle` or a delayed effect, the test says what is decided, in the order of the
///   questions. Without an answer, a `Throttle` passes the action, and other parts do what they do when nothing holds them back.
/// - *Exhaustive*: each call takes one step, and says all that the step changes. What cannot be done, such as an action from an effect that
///   has ended, and what is under way at the end, is recorded as an issue.
///
/// A feature with a stream transformer or a shared value cannot be run like this; that is recorded, too.
public final class ScriptedHarness<State: Equatable & Sendable, Action: Sendable>: Sendable {
    private struct Progress: Sendable {
        var state: State?
        /// The numbers of the effects in the graph, in the order of registration.
        var effects: [UInt64] = []
        var sentCount: UInt64 = 0
        var hasEnded = false
        var lastCall: TestSite
    }

    private typealias Driver = ReplayDriver<State, Action>

    private let listener = ReplayListener()
    private let graph: ReplayedGraph<State, Action>
    private let progress: Locked<Progress>
    /// Whether the feature begins in the middle: then its first step registers nothing that the test counts.
    private let startsLate: Bool

    /// Makes a harness for `interactor`.
    ///
    /// - Parameters:
    ///   - interactor: the feature under test.
    ///   - initialState: the state that it starts with; nil for its initial value. With a state, effects of the first step do not count.
    public init(
        _ interactor: some Interactor<State, Action>,
        initialState: State? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        graph = ReplayedGraph(interactor, startingWith: initialState, listener: listener)
        progress = Locked(Progress(lastCall: TestSite(fileID, filePath, line, column)))
        startsLate = initialState != nil
    }

    deinit {
        let (hasEnded, site) = progress.withLock { ($0.hasEnded, $0.lastCall) }
        if !hasEnded { Failure("The test of a ScriptedHarness ends with a call of end()", at: site).record() }
    }

    // MARK: Steps

    /// Takes the first step.
    ///
    /// - Parameters:
    ///   - state: the state after it; nil for a feature without one.
    ///   - decided: what is decided outside the feature in the step, in order.
    public func start(
        with state: State?,
        decided: [Bool] = [],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        progress.withLock { $0.state = state }
        await take("start", decided, false, at: site, nil) { driver, _ in driver.start() }
        if startsLate { progress.withLock { $0.effects = [] } }
    }

    /// Sends an action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - decided: what is decided outside the feature in the step, in order.
    ///   - isRefused: whether a part that the action addresses is not there.
    ///   - change: the change of the state; none if it is omitted.
    public func send(
        _ action: Action,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let number = progress.withLock { progress in
            progress.sentCount += 1
            return progress.sentCount
        }
        let site = TestSite(fileID, filePath, line, column)
        await take("\(Rendering.of(action))", decided, isRefused, at: site, change) { driver, _ in
            driver.send(action, event: number)
        }
    }

    /// An effect feeds back an action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - effect: the number of the effect.
    ///   - decided: what is decided outside the feature in the step, in order.
    ///   - isRefused: whether a part that the action addresses is not there.
    ///   - change: the change of the state; none if it is omitted.
    public func receive(
        _ action: Action,
        from effect: Int,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        let what = "\(Rendering.of(action)) of effect \(effect)"
        await take(what, decided, isRefused, at: site, change) { driver, effects in
            Self.number(effect, effects).map { driver.feedBack(action, by: $0) } ?? .noEffect
        }
    }

    /// An effect changes the state of its part.
    ///
    /// - Parameters:
    ///   - part: the state of the part after the change; that of the feature if the effect is not one of a part's.
    ///   - effect: the number of the effect.
    ///   - decided: what is decided outside the feature in the step, in order.
    ///   - isRefused: whether a part that the step addresses is not there.
    ///   - change: the change of the state of the feature; none if it is omitted.
    public func receive(
        state part: some Sendable,
        from effect: Int,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("the update of effect \(effect)", decided, isRefused, at: site, change) { driver, effects in
            Self.number(effect, effects).map { driver.update(by: $0) { _ in part } } ?? .noEffect
        }
    }

    /// An effect asks for its feature to be dismissed.
    public func receiveDismissal(
        from effect: Int,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("the dismissal by effect \(effect)", decided, isRefused, at: site, change) { driver, effects in
            Self.number(effect, effects).map { driver.dismiss(by: $0) } ?? .noEffect
        }
    }

    /// An effect ends, and what follows it in a concatenation is run.
    public func follow(
        _ effect: Int,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("what follows effect \(effect)", decided, isRefused, at: site, change) { driver, effects in
            Self.number(effect, effects).map { driver.follow($0) } ?? .noEffect
        }
    }

    /// The feature handles an action that a part has held, such as a `Debounce`.
    ///
    /// - Parameters:
    ///   - place: which part, of those that hold an action, the longest first, from 0.
    ///   - decided: what is decided outside the feature in the step, in order.
    ///   - isRefused: whether a part that the action addresses is not there.
    ///   - change: the change of the state; none if it is omitted.
    public func receiveHeld(
        at place: Int = 0,
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("the held action", decided, isRefused, at: site, change) { driver, _ in driver.handleHeld(at: place)
        }
    }

    /// The feature handles the action that a handler has named as the next one.
    public func receiveNext(
        decided: [Bool] = [],
        isRefused: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("the next action", decided, isRefused, at: site, change) { driver, _ in driver.handleNext() }
    }

    /// The feature takes a step of its end: its `.observe` effects are cancelled.
    public func finish(
        decided: [Bool] = [],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: (@Sendable (inout State) -> Void)? = nil
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await take("the beginning of the end", decided, false, at: site, change) { driver, _ in driver.beginFinishing()
        }
    }

    // MARK: Between steps

    /// The work of an effect has returned. Does nothing for one that the feature has ended itself, because it was cancelled.
    public func endEffect(
        _ effect: Int,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        let effects = progress.withLock { progress in
            progress.lastCall = site
            return progress.effects
        }
        guard let number = Self.number(effect, effects) else {
            return Failure("Effect \(effect) cannot end: \(ReplayObstacle.noEffect)", at: site).record()
        }
        await graph.drive { $0.end(number) }
    }

    /// The sender cancels what one of the sent actions has led to. Does nothing for an event that is over.
    ///
    /// - Parameter number: the number of the call of `send` of the action, from 1.
    public func cancelEvent(
        _ number: Int,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        let sentCount = progress.withLock { progress in
            progress.lastCall = site
            return progress.sentCount
        }
        guard let event = UInt64(exactly: number), event > 0, event <= sentCount else {
            let text = "Action \(number) cannot be cancelled: the test has sent \(sentCount)"
            return Failure(text, at: site).record()
        }
        await graph.drive { $0.cancel(event) }
    }

    /// Ends the test: records what is still under way.
    ///
    /// - Parameter isCancelled: whether the feature is cancelled, with what is under way.
    public func end(
        cancelling isCancelled: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let effects = progress.withLock { progress in
            progress.hasEnded = true
            return progress.effects
        }
        let left = await graph.drive { $0.underWay }
        await graph.end()
        guard !isCancelled, !left.effects.isEmpty || left.actions > 0 else { return }
        let numbers = left.effects.map { number in effects.firstIndex(of: number).map { "\($0 + 1)" } ?? "of the start"
        }
        let texts = numbers.map { "effect \($0)" } + (left.actions > 0 ? ["a held or a next action"] : [])
        Failure(
            "At the end of the test, this is still under way: \(Rendering.list(texts, separator: ", ")). "
                + "Let it end, or end the test with end(cancelling: true)",
            at: TestSite(fileID, filePath, line, column)
        ).record()
    }

    // MARK: Checking

    private static func number(_ effect: Int, _ effects: [UInt64]) -> UInt64? {
        effects.indices.contains(effect - 1) ? effects[effect - 1] : nil
    }

    /// Takes one step, and compares what it does.
    private func take(
        _ what: String,
        _ decisions: [Bool],
        _ isRefused: Bool,
        at site: TestSite,
        _ change: (@Sendable (inout State) -> Void)?,
        _ step: @Sendable (Driver, _ effects: [UInt64]) -> ReplayObstacle?
    ) async {
        var (before, effects) = progress.withLock { progress in
            progress.lastCall = site
            return (progress.state, progress.effects)
        }
        let (obstacle, after) = await graph.drive { [listener, effects] driver in
            listener.begin(deciding: decisions)
            return (step(driver, effects), driver.state)
        }
        if let obstacle { return Failure("\(what.firstCapital) cannot come: \(obstacle)", at: site).record() }
        let heard = listener.present
        effects += heard.effects.map(\.number)
        progress.withLock { [effects] in ($0.state, $0.effects) = (after, effects) }
        if heard.isRefused != isRefused {
            let text = "a part that the action addresses is \(heard.isRefused ? "not " : "")there"
            Failure("After \(what), \(text), and the test says otherwise", at: site).record()
        }
        if let change, before != nil { change(&before!) }
        let difference = Difference(recorded: before, replayed: after)
        guard !difference.isEmpty else { return }
        Failure(
            "After \(what), the state is not what the test says:\n\(difference.text(whole: "the state"))", at: site
        ).record()
    }
}
