public import UnoArchitecture

/// Tests a view model: what it shows after each event, and which of its fields tell their observers.
///
/// ```swift
/// let harness = ViewModelTestHarness { clock in
///     ViewModel(initialValue: Page(), Search(api: api, clock: clock), PageView())
/// }
/// harness.observe(\.title, \.rows)
/// harness.send(.typed("re"), notifying: [\.title]) { $0.title = "re" }
/// await harness.advance(by: .milliseconds(300))
/// await harness.receive { $0.rows = ["Reykjavík"] }
/// await harness.finish()
/// ```
///
/// Behavior:
/// - *At once*. `send(_:)` does not wait: as on a screen, what the event leads to synchronously is there when it returns.
/// - *Time*. `clock` moves with `advance(by:)` and `run()`. Between two deadlines everything comes to rest.
/// - *Order*. Everything of a view model that is made in the initialiser's call runs on the main actor's thread, one piece
///   at a time, its effects included. So the same test does the same in every run, as long as nothing waits for work
///   outside (an unstructured `Task`, the system).
/// - *Exhaustive* (the default): the test says each change of the view state. What comes of an effect is received, in
///   order, and `finish()` finds nothing unreceived and no effect in flight. Anything else is recorded as an issue.
/// - *End*. `finish()`; without it, what is left is recorded when the harness is let go of.
/// - *Recording*. `viewStates` has every view state, those included that a step leaves behind at once. For the test, a
///   state that equals the one before is no change.
@MainActor
public final class ViewModelTestHarness<Action: Sendable, DomainState: Sendable, ViewState: Equatable>: TestHarness {
    public let model: ViewModel<Action, DomainState, ViewState>
    public nonisolated let clock: TestClock
    /// How much the test has to say.
    public var exhaustivity: Exhaustivity { log.exhaustivity }
    /// Every view state since the harness was made, the first one included.
    public var viewStates: [ViewState] { log.viewStates }
    /// How often each observed field has told that it changes.
    public internal(set) var notifications: [PartialKeyPath<ViewState>: Int] = [:]

    typealias Sent = ViewModelLog<ViewState>.Sent

    /// Runs everything of a view model that is made with the harness.
    nonisolated let executor: RestingExecutor
    nonisolated let outside: OutsideWork
    let site: TestSite
    let log: ViewModelLog<ViewState>
    let arrivals = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// A harness for `model`, which is best made in this call: the harness knows when its effects are at rest then.
    ///
    /// - Parameters:
    ///   - clock: the clock that was given to the feature.
    ///   - exhaustivity: how much the test has to say.
    public init(
        _ model: @autoclosure () -> ViewModel<Action, DomainState, ViewState>,
        clock: TestClock = TestClock(),
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let executor = RestingExecutor(on: .mainActor)
        self.executor = executor
        outside = OutsideWork(clock: clock, executor: executor)
        let model = ViewModelSurroundings.$executor.withValue(.on(executor)) { model() }
        self.model = model
        self.clock = clock
        site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let log = ViewModelLog(model.viewState, exhaustivity, at: site)
        self.log = log
        let source = arrivals.continuation
        model.record { [weak log] state in
            log?.viewStates.append(state)
            source.yield()
        }
    }

    deinit { log.tellAtEnd() }

    /// A harness for the view model that `makeModel` makes with the clock of the test.
    public convenience init(
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ makeModel: (TestClock) -> ViewModel<Action, DomainState, ViewState>
    ) {
        let clock = TestClock()
        self.init(
            makeModel(clock),
            clock: clock,
            exhaustivity: exhaustivity,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Notes where the test calls the harness: what is left at the end of the test is recorded at its last call.
    func noteCall(at site: TestSite) -> TestSite {
        log.lastCall = site
        return site
    }

    // MARK: Events

    /// Sends an action.
    ///
    /// - Parameters:
    ///   - fields: the observed fields that are told of it, exactly; nil to leave that unsaid.
    ///   - change: what it makes of the view state at once; nothing if it is left out.
    @discardableResult
    public func send(
        _ action: Action,
        notifying fields: Set<PartialKeyPath<ViewState>>? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        function: StaticString = #function,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) -> EventTask {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        let name = Rendering.of(action)
        if exhaustivity == .on, let unreceived = log.nextChange() {
            log.fail("Before \(name) was sent, this had come and was not received:", from: unreceived, at: site)
        }
        let before = viewStates.last!
        log.asserted = viewStates.count - 1
        let counts = notifications
        let event = model.sendViewEvent(action, fileID: fileID, function: function, line: line)
        log.sent.append(Sent(name: name, event: event, site: site))
        log.asserted = viewStates.count - 1
        check("After \(name)", from: before, change, at: site)
        if let fields { check("After \(name)", counts, fields, at: site) }
        return event
    }

    /// Takes the next change of the view state that an effect has brought, and waits for it if need be.
    ///
    /// - Parameter change: what it makes of the view state.
    public func receive(
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        let limit = TimeLimit(timeout)
        while log.nextChange() == nil {
            let stream = arrivals.stream
            let hasArrived = await limit.isKept {
                for await _ in stream { return true }
                return false
            }
            guard hasArrived else {
                return Failure("A change of the view state was to be received, but none came", at: site).record()
            }
        }
        guard let next = log.nextChange() else { return }
        log.asserted = next
        check("After an effect", from: viewStates[next - 1], change, viewStates[next], at: site)
    }
}
