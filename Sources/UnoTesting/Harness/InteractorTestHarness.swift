internal import AsyncKit
public import UnoArchitecture

/// Runs a feature in a test, on the engine that runs it in an app; the test controls its effects and its time.
///
/// ```swift
/// let harness = InteractorTestHarness { clock in Search(api: api, clock: clock) }
/// await harness.send(.typed("re")) { $0.text = "re" }
/// await harness.advance(by: .milliseconds(300))
/// await harness.receive { $0.isSearching = true }
/// await harness.receive(.found(["Reykjavík"])) { $0.cities = ["Reykjavík"] }
/// await harness.finish()
/// ```
///
/// Behavior:
/// - *Rest*. Handlers and effects run on an executor of the harness, one job at a time. Each call returns when no job
///   is left: every effect then waits for the clock, for the test, or for work outside (the main actor, an unstructured
///   `Task`, the system). Calls that expect something wait for work outside, up to their time-out. A feature that never
///   waits, such as a loop over an `ImmediateClock`, is recorded and cancelled after 100,000 jobs. An effect that blocks
///   its thread is recorded when the time-out of the call is over, and the call returns.
/// - *Order*. The test does the same in every run, as long as no effect waits for work outside: no effect runs while
///   the test sends or the clock moves, and effects with the same deadline resume in the order in which they fell
///   asleep.
/// - *Exhaustive* (the default): the test asserts each change of the state and receives each action and state that an
///   effect feeds back, in order, and each effect ends before the test does. Anything else is recorded as an issue.
/// - *Time*. `clock` moves with `advance(by:)` and `run()`. Between two deadlines everything comes to rest. If one call passes
///   steps of several times, an exhaustive test receives them with `at:`, but for those at which the call ends, and for ticks
///   that divide its time evenly.
/// - *Dismissing*. A feature that asks to be dismissed needs no parent: in that step its effects are cancelled, and later actions
///   are refused. An exhaustive test looks at `isDismissed`.
/// - *End*. `finish()`; without it, unreceived steps and running effects are recorded when the harness is released.
///
/// Failures are recorded with Swift Testing, or with XCTest where one of its tests is running. May be used from any
/// actor, by one task at a time.
public final class InteractorTestHarness<State: Equatable & Sendable, Action: Sendable>: TestHarness {
    public let clock: TestClock

    let executor: RestingExecutor
    let outside: OutsideWork
    let graph: ObservedGraph<State, Action>
    let log: HarnessLog<State, Action>
    let site: TestSite

    /// Makes a harness for `interactor`.
    ///
    /// - Parameters:
    ///   - interactor: the feature under test.
    ///   - initialState: the state that it starts with; nil for its initial value.
    ///   - clock: the clock that was given to the interactor.
    ///   - exhaustivity: whether the test has to assert every step.
    public init(
        _ interactor: some Interactor<State, Action>,
        initialState: State? = nil,
        clock: TestClock = TestClock(),
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        site = TestSite(fileID, filePath, line, column)
        let log = HarnessLog<State, Action>(exhaustivity: exhaustivity, at: site)
        self.log = log
        self.clock = clock
        let executor = RestingExecutor { time in
            log.reports.tellBlocked(time, log.withContents { $0.ledger.listInFlight })
        }
        self.executor = executor
        outside = OutsideWork(clock: clock, executor: executor)
        graph = executor.hold {
            log.reports.hear {
                ObservedGraph(
                    interactor,
                    executor: .on(executor),
                    clock: clock,
                    underTest: log.reports.host(startingWith: initialState)
                ) { log.note($0, at: clock.now) }
            }
        }
    }

    /// Makes a harness for the interactor that `makeInteractor` makes with the clock of the test.
    ///
    /// - Parameters:
    ///   - initialState: the state that the feature starts with; nil for its initial value.
    ///   - exhaustivity: whether the test has to assert every step.
    ///   - makeInteractor: makes the feature under test.
    public convenience init(
        initialState: State? = nil,
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ makeInteractor: (TestClock) -> some Interactor<State, Action>
    ) {
        let clock = TestClock()
        self.init(
            makeInteractor(clock), initialState: initialState, clock: clock, exhaustivity: exhaustivity,
            fileID: fileID, filePath: filePath, line: line, column: column
        )
    }

    deinit {
        tellAtEnd()
        graph.cancel()
    }

    /// Whether the test has to assert every step from now on. What came while it was `.off` may be received, or passed over.
    public var exhaustivity: Exhaustivity {
        get { log.withContents { $0.ledger.exhaustivity } }
        set { log.withContents { $0.ledger.exhaustivity = newValue } }
    }

    public var _time: HarnessTime {
        HarnessTime(clock: clock, executor: executor, outside: outside, harness: self)
    }

    // MARK: Rest

    /// Waits until no job is left on the harness's executor; returns how often that has happened so far.
    ///
    /// Returns nil if that never happens, because the test is cancelled, or the feature cannot be stopped or blocks its
    /// thread for `timeout`.
    @discardableResult
    func rest(_ timeout: Duration = defaultTimeout) async -> Int? {
        beginWaiting()
        defer { endWaiting() }
        while true {
            switch await executor.rest(jobsWithin: timeout) {
            case .reached(let count): return count
            case .cancelled, .halted, .blocked: return nil
            case .overrun: await endOverrun()
            }
        }
    }

    /// The work in flight; nil if the feature does not come to rest.
    func pending() async -> Pending? {
        await rest() == nil ? nil : await executor.visit { [graph] in await graph.pending }
    }

    /// Waits until `isDone` returns true, as long as work in flight can make it so; returns whether it did.
    ///
    /// Effects that sleep on the clock of the test cannot. Work outside is waited for up to `timeout`.
    func settle(
        timeout: Duration,
        needingTurn: Bool = false,
        until isDone: () -> Bool
    ) async -> Bool {
        await settle(within: TimeLimit(timeout), needingTurn: needingTurn, until: isDone)
    }

    /// Waits until `isDone` returns true, within `limit`.
    func settle(within limit: TimeLimit, needingTurn: Bool = false, until isDone: () -> Bool) async -> Bool {
        beginWaiting()
        defer { endWaiting() }
        guard await rest(limit.timeout) != nil, !isDone() else { return isDone() }
        while true {
            guard let pending = await pending(), let rests = await rest(), !isDone() else { return isDone() }
            let isBusy = needingTurn || pending.outsideCount(clock) > 0
            guard isBusy, await restAgain(after: rests, within: limit) else { return isDone() }
        }
    }

    /// Waits until work outside has resumed an effect and the executor has come to rest again; false if the limit has
    /// passed.
    private func restAgain(after rests: Int, within limit: TimeLimit) async -> Bool {
        await limit.isKept { [executor] in
            switch await executor.rest(after: rests, jobsWithin: limit.timeout) {
            case .reached, .overrun: true
            case .cancelled, .halted, .blocked: false
            }
        }
    }

    // MARK: Failures

    /// Notes the place of the test's call: issues at the end of the test are recorded at the last call.
    ///
    /// Records an issue if a call of another task has not returned.
    func noteCall(at site: TestSite) -> TestSite {
        let caller = withUnsafeCurrentTask { $0?.hashValue }
        let other: TestSite? = log.withContents { contents in
            defer { (log.reports.lastCall, contents.caller) = (site, caller) }
            return contents.waitingCalls > 0 && contents.caller != caller ? log.reports.lastCall : nil
        }
        if let other {
            fail(
                "Two tasks use the harness at once: the call at \(other) has not returned. What each of them leads to "
                    + "cannot be told apart",
                at: site
            )
        }
        return site
    }

    /// Marks a call that waits, so that a call by another task is recorded. See ``noteCall(at:)``.
    func beginWaiting() { log.withContents { $0.waitingCalls += 1 } }
    func endWaiting() { log.withContents { $0.waitingCalls -= 1 } }

    func fail(_ message: String?, at site: TestSite) {
        if let message { Failure(message, at: site).record() }
    }

    /// Records that something has not come, with the work in flight; not if the feature is blocked, which has been
    /// recorded.
    func failWaiting(_ message: String, at site: TestSite) async {
        if !executor.isBlocked { fail(message + (await underWay()), at: site) }
    }
}

extension InteractorTestHarness: TimedHarness {
    package var isExhaustive: Bool { exhaustivity == .on }
    package var timeProblem: String? { nil }
    package var work: Pending? { get async { await pending() } }
    package var workText: String { get async { await underWay() } }

    package func note(_ call: TestSite) { _ = noteCall(at: call) }
    package func comeToRest() async -> Bool { await rest() != nil }
    package func moved(from start: TestClock.Instant, to end: TestClock.Instant) {
        log.withContents { $0.ledger.moved(from: start.offset, to: end.offset) }
    }
}
