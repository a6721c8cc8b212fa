public import UnoArchitecture
public import UnoPresentation
public import UnoTesting
internal import ValueKit

/// Tests a view model: its view state after each event, and the fields that notify their observers.
///
/// ```swift
/// let harness = ViewModelTestHarness { clock in
///     ViewModel(initialValue: Page(), Search(api: api, clock: clock), PageView())
/// }
/// harness.observe(\.title, \.rows)
/// harness.send(.typed("re"), notifying: [\.title]) { $0.title = "re" }
/// await harness.advance(by: .milliseconds(300))
/// await harness.receive(.found(["Reykjavík"])) { $0.rows = ["Reykjavík"] }
/// await harness.finish()
/// ```
///
/// Behavior:
/// - *Synchronous*. `send(_:)` does not wait: as on a screen, the view state has every synchronous change when it
///   returns.
/// - *Time*. `clock` moves with `advance(by:)` and `run()`. Between two deadlines everything comes to rest.
/// - *Order*. A view model that is made in the initialiser's call runs on the main actor's thread, one job at a time,
///   with its effects. So the test does the same in every run, as long as no effect waits for work outside (an
///   unstructured `Task`, the system).
/// - *Exhaustive* (the default): the test asserts each change of the view state. It receives the actions that effects
///   feed back and the changes by effects, in order, and `finish()` finds none unreceived and no effect in flight. Anything
///   else is recorded as an issue, and so is each misuse that the feature reports.
/// - *Blocking*. An effect that blocks its thread blocks the main actor, and so the test; this is recorded.
/// - *Dismissing*. A feature that asks to be dismissed needs no parent: in that step its effects are cancelled, and later actions
///   are refused. An exhaustive test looks at `isDismissed`.
/// - *End*. `finish()`; without it, unreceived changes and running effects are recorded when the harness is released.
/// - *Recording*. `viewStates` has every view state, including the intermediate ones of a step. A state that equals the
///   one before it is not a change.
@MainActor
public final class ViewModelTestHarness<Action: Sendable, DomainState: Sendable, ViewState: Equatable>: TestHarness {
    /// The view model under test.
    public let model: ViewModel<Action, DomainState, ViewState>
    public nonisolated let clock: TestClock
    /// Whether the test has to assert every change.
    public var exhaustivity: Exhaustivity { log.record.ledger.exhaustivity }
    /// Every view state since the harness was made, the first one included.
    public var viewStates: [ViewState] { log.viewStates }
    /// The number of notifications of each observed field.
    public internal(set) var notifications: [PartialKeyPath<ViewState>: Int] = [:]

    /// Runs the view model that is made with the harness.
    nonisolated let executor: RestingExecutor
    nonisolated let outside: OutsideWork
    let site: TestSite
    let log: ViewModelLog<ViewState, Action>
    /// Whether the test is sending an action.
    private var isSending = false
    /// Yields at each step, for a call that waits for one. Each wait has its own stream: one that times out finishes its stream.
    private var arrival: AsyncStream<Void>.Continuation?

    /// Makes a harness for `model`. Make the model in this call, so that the harness knows when its effects are at
    /// rest.
    ///
    /// - Parameters:
    ///   - model: makes the view model.
    ///   - initialState: the state that the feature starts with; nil for its initial value.
    ///   - clock: the clock that was given to the feature.
    ///   - exhaustivity: whether the test has to assert every change.
    public init(
        _ model: @autoclosure () -> ViewModel<Action, DomainState, ViewState>,
        initialState: DomainState? = nil,
        clock: TestClock = TestClock(),
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        site = TestSite(fileID, filePath, line, column)
        let reports = HarnessReports(at: site)
        let executor = RestingExecutor(on: .mainActor) { reports.tellBlocked($0, "") }
        self.executor = executor
        outside = OutsideWork(clock: clock, executor: executor)
        let host = reports.host(startingWith: initialState)
        let model = reports.hear {
            ViewModelSurroundings.$executor.withValue(.on(executor)) {
                ViewModelSurroundings.$underTest.withValue(host) { model() }
            }
        }
        self.model = model
        self.clock = clock
        let log = ViewModelLog<ViewState, Action>(model.viewState, exhaustivity, reporting: reports)
        self.log = log
        model.record { [weak log] state in
            log?.viewStates.append(state)
        } steps: { [weak self, weak log] step in
            log?.note(step, at: clock.now.offset, isSending: self?.isSending ?? false)
            self?.arrival?.yield()
        }
        if initialState != nil, model.underTest !== host {
            fail(
                "The view model does not start with the initial state of its harness. Make it in the harness's call, as in "
                    + "ViewModelTestHarness(initialState: …) { clock in ViewModel(…) }, without a shared runtime",
                at: site
            )
        }
    }

    deinit { log.tellAtEnd(of: model) }

    /// Makes a harness for the view model that `makeModel` makes with the clock of the test.
    ///
    /// - Parameters:
    ///   - initialState: the state that the feature starts with; nil for its initial value.
    ///   - exhaustivity: whether the test has to assert every change.
    ///   - makeModel: makes the view model.
    public convenience init(
        initialState: DomainState? = nil,
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ makeModel: (TestClock) -> ViewModel<Action, DomainState, ViewState>
    ) {
        let clock = TestClock()
        self.init(
            makeModel(clock), initialState: initialState, clock: clock, exhaustivity: exhaustivity,
            fileID: fileID, filePath: filePath, line: line, column: column
        )
    }

    /// Whether the feature has asked to be dismissed, from a handler or an effect.
    ///
    /// As for a child that a parent presents, the step in which it asks cancels its effects and emits nothing from then on.
    /// Actions that come later are refused, which is recorded as an issue. In an exhaustive test a dismissal that was not
    /// looked at here is recorded at the end.
    public var isDismissed: Bool {
        get async {
            await rest()
            return log.reports.lookAtDismissal()
        }
    }

    /// The calls of `send` and `dispatch` by cancelled effects, which were dropped: the action, or "a change of the
    /// state", with the place of the call.
    ///
    /// Such an effect may also have called a dependency after its cancellation. What `finish()` cancels is not late.
    public var lateCalls: [String] {
        get async {
            await rest()
            return log.reports.lateCalls
        }
    }

    /// Notes the place of the test's call: issues at the end of the test are recorded at the last call.
    func noteCall(at site: TestSite) -> TestSite {
        log.reports.lastCall = site
        return site
    }

    // MARK: Events

    /// Sends an action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - fields: exactly the observed fields that are notified; nil to leave that open.
    ///   - change: the synchronous change of the view state; none if it is omitted.
    @discardableResult
    public func send(
        _ action: Action,
        notifying fields: Set<PartialKeyPath<ViewState>>? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, function: StaticString = #function,
        line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) -> EventTask {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        fail(log.record.ledger.beforeSending([action]), at: site)
        let counts = notifications
        isSending = true
        let event = model.sendViewEvent(action, fileID: fileID, function: function, line: line)
        isSending = false
        var check: StateCheck<ViewState>?
        if let number = event.number {
            log.record.ledger.events[number] = .init(action: action, site: site, task: event)
            check = log.record.ledger.sent([number])
        }
        fail((check ?? log.record.checkOfNothing).failure(change, "After \(Rendering.of(action))"), at: site)
        if let fields { self.check("After \(Rendering.of(action))", counts, fields, at: site) }
        log.reports.tell(at: site)
        return event
    }

    /// Sends the action at `path` with `value` in it, as
    /// `send(_:notifying:)` does.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - value: what the case holds.
    ///   - fields: exactly the observed fields that are notified; nil to leave that open.
    ///   - change: the synchronous change of the view state.
    @discardableResult
    public func send<Value>(
        _ path: CaseKeyPath<Action, Value>,
        _ value: Value,
        notifying fields: Set<PartialKeyPath<ViewState>>? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, function: StaticString = #function,
        line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) -> EventTask where Action: CasePathable {
        send(
            path(value), notifying: fields,
            fileID: fileID, filePath: filePath, function: function, line: line, column: column, change: change
        )
    }

    /// Sends the action at `path`, as `send(_:notifying:)` does.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - fields: exactly the observed fields that are notified; nil to leave that open.
    ///   - change: the synchronous change of the view state.
    @discardableResult
    public func send(
        _ path: CaseKeyPath<Action, Void>,
        notifying fields: Set<PartialKeyPath<ViewState>>? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, function: StaticString = #function,
        line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) -> EventTask where Action: CasePathable {
        send(
            path(), notifying: fields,
            fileID: fileID, filePath: filePath, function: function, line: line, column: column, change: change
        )
    }

    func fail(_ message: String?, at site: TestSite) {
        if let message { Failure(message, at: site).record() }
    }

    // MARK: Receiving

    /// Receives the next change of the view state by an effect, and waits for it if necessary.
    ///
    /// - Parameters:
    ///   - time: the time of the step on the clock of the harness; nil to leave that open.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the view state.
    public func receive(
        at time: Duration? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        await receive("a change of the view state", time, timeout, at: site, change) { step in
            if case .fedBack = step.cause { false } else { true }
        }
    }

    /// Receives an action that an effect has fed back, and waits for it if necessary.
    public func receive(
        _ action: Action,
        at time: Duration? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async where Action: Equatable {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        await receive("the action \(Rendering.of(action))", time, timeout, at: site, change) {
            $0.isFeedback { $0 == action }
        }
    }

    /// Receives an action of a case that an effect has fed back, with any payload: `receive(\.loaded)`.
    public func receive<Value>(
        _ path: CaseKeyPath<Action, Value>,
        at time: Duration? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async where Action: CasePathable {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let path = AnyCasePath(path)
        await receive("an action .\(path.name)", time, timeout, at: site, change) {
            $0.isFeedback { path.extract(from: $0) != nil }
        }
    }

    /// Receives an action of a case that an effect has fed back, with this value in it: `receive(\.loaded, 3)`.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - value: what the case must hold.
    ///   - time: the time of the step on the clock of the harness; nil to leave that open.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the view state.
    public func receive<Value: Equatable>(
        _ path: CaseKeyPath<Action, Value>,
        _ value: Value,
        at time: Duration? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async where Action: CasePathable {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let path = AnyCasePath(path)
        await receive("the action \(Rendering.of(path.embed(value)))", time, timeout, at: site, change) {
            $0.isFeedback { path.extract(from: $0) == value }
        }
    }

    /// Receives an action that an effect has fed back and for which `isWanted` returns true.
    public func receive(
        where isWanted: (Action) -> Bool,
        at time: Duration? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        await receive("an action that fits", time, timeout, at: site, change) { $0.isFeedback(isWanted) }
    }

    private func receive(
        _ wanted: @autoclosure () -> String,
        _ time: Duration?,
        _ timeout: Duration,
        at site: TestSite,
        _ change: ((inout ViewState) -> Void)?,
        matching matches: (LedgerStep<ViewState, Action>) -> Bool
    ) async {
        let limit = TimeLimit(timeout)
        await rest(timeout)
        var present: ReceiveLedger<ViewState, Action>
        while true {
            let (stream, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            arrival = source
            // What matches is the program's code, and may use the harness: it gets a copy, and what it brings about is heard.
            present = log.record.ledger
            if present.canReceive(matches) { break }
            let hasArrived = await limit.isKept {
                for await _ in stream { return true }
                return false
            }
            guard hasArrived else {
                present = log.record.ledger
                break
            }
        }
        let received = present.receive(matching: matches)
        log.record.ledger.take(like: present)
        switch received {
        case .step(let check):
            fail(check.failure(change, "After \(wanted())"), at: site)
            fail(check.timeFailure(time, wanted()), at: site)
        case .nothing:
            let work = await underWay()
            fail("\(wanted()) was to be received, but none has come\(work)".firstCapital, at: site)
        case .other(let first):
            fail("\(wanted()) was to be received, but first came:\n\(first)".firstCapital, at: site)
        }
        log.reports.tell(at: site)
    }
}
