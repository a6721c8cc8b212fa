public import UnoArchitecture

/// Tests a view model: its view state after each event, and the fields that notify their observers.
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
/// - *Synchronous*. `send(_:)` does not wait: as on a screen, the view state has every synchronous change when it
///   returns.
/// - *Time*. `clock` moves with `advance(by:)` and `run()`. Between two deadlines everything comes to rest.
/// - *Order*. A view model that is made in the initialiser's call runs on the main actor's thread, one job at a time,
///   with its effects. So the test does the same in every run, as long as no effect waits for work outside (an
///   unstructured `Task`, the system).
/// - *Exhaustive* (the default): the test asserts each change of the view state. It receives the changes by effects, in
///   order, and `finish()` finds no unreceived change and no effect in flight. Anything else is recorded as an issue.
/// - *End*. `finish()`; without it, unreceived changes and running effects are recorded when the harness is released.
/// - *Recording*. `viewStates` has every view state, including the intermediate ones of a step. A state that equals the
///   one before it is not a change.
@MainActor
public final class ViewModelTestHarness<Action: Sendable, DomainState: Sendable, ViewState: Equatable>: TestHarness {
    public let model: ViewModel<Action, DomainState, ViewState>
    public nonisolated let clock: TestClock
    /// Whether the test has to assert every change.
    public var exhaustivity: Exhaustivity { log.exhaustivity }
    /// Every view state since the harness was made, the first one included.
    public var viewStates: [ViewState] { log.viewStates }
    /// The number of notifications of each observed field.
    public internal(set) var notifications: [PartialKeyPath<ViewState>: Int] = [:]

    typealias Sent = ViewModelLog<ViewState>.Sent

    /// Runs the view model that is made with the harness.
    nonisolated let executor: RestingExecutor
    nonisolated let outside: OutsideWork
    let site: TestSite
    let log: ViewModelLog<ViewState>
    let arrivals = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Makes a harness for `model`. Make the model in this call, so that the harness knows when its effects are at
    /// rest.
    ///
    /// - Parameters:
    ///   - clock: the clock that was given to the feature.
    ///   - exhaustivity: whether the test has to assert every change.
    public init(
        _ model: @autoclosure () -> ViewModel<Action, DomainState, ViewState>,
        clock: TestClock = TestClock(),
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let executor = RestingExecutor(on: .mainActor)
        self.executor = executor
        outside = OutsideWork(clock: clock, executor: executor)
        let model = ViewModelSurroundings.$executor.withValue(.on(executor)) { model() }
        self.model = model
        self.clock = clock
        site = TestSite(fileID, filePath, line, column)
        let log = ViewModelLog(model.viewState, exhaustivity, at: site)
        self.log = log
        let source = arrivals.continuation
        model.record { [weak log] state in
            log?.viewStates.append(state)
            source.yield()
        }
    }

    deinit { log.tellAtEnd() }

    /// Makes a harness for the view model that `makeModel` makes with the clock of the test.
    public convenience init(
        exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ makeModel: (TestClock) -> ViewModel<Action, DomainState, ViewState>
    ) {
        let clock = TestClock()
        self.init(
            makeModel(clock), clock: clock, exhaustivity: exhaustivity,
            fileID: fileID, filePath: filePath, line: line, column: column
        )
    }

    /// Notes the place of the test's call: issues at the end of the test are recorded at the last call.
    func noteCall(at site: TestSite) -> TestSite {
        log.lastCall = site
        return site
    }

    // MARK: Events

    /// Sends an action.
    ///
    /// - Parameters:
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

    /// Receives the next change of the view state by an effect, and waits for it if necessary.
    ///
    /// - Parameter change: the change of the view state.
    public func receive(
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout ViewState) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
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
