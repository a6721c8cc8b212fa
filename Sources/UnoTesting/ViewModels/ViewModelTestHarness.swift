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
/// - *Recording*. `viewStates` has every view state, those included that a step leaves behind at once. For the test, a
///   state that equals the one before is no change.
@MainActor
public final class ViewModelTestHarness<Action: Sendable, DomainState: Sendable, ViewState: Equatable> {
    public let model: ViewModel<Action, DomainState, ViewState>
    /// The clock of the test.
    public let clock: TestClock
    public let exhaustivity: Exhaustivity
    /// Every view state since the harness was made, the first one included.
    public private(set) var viewStates: [ViewState]
    /// How often each observed field has told that it changes.
    public internal(set) var notifications: [PartialKeyPath<ViewState>: Int] = [:]

    struct Sent {
        let name: String
        let event: EventTask
        let site: TestSite
    }

    /// Runs everything of a view model that is made with the harness.
    let executor = RestingExecutor(on: .mainActor)
    let site: TestSite
    /// The place in `viewStates` of the last one that the test has spoken of.
    var asserted = 0
    var sent: [Sent] = []
    let arrivals = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// How long `receive` waits for something that does not come. Nothing that passes waits for it.
    public static var defaultTimeout: Duration { .seconds(5) }

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
        let model = ViewModelSurroundings.$executor.withValue(.on(executor)) { model() }
        self.model = model
        self.clock = clock
        self.exhaustivity = exhaustivity
        site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        viewStates = [model.viewState]
        let source = arrivals.continuation
        model.record { [weak self] state in
            self?.viewStates.append(state)
            source.yield()
        }
    }

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
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let name = Rendering.of(action)
        if exhaustivity == .on, let unreceived = nextChange() {
            fail("Before \(name) was sent, this had come and was not received:", from: unreceived, at: site)
        }
        let before = viewStates.last!
        asserted = viewStates.count - 1
        let counts = notifications
        let event = model.sendViewEvent(action, fileID: fileID, function: function, line: line)
        sent.append(Sent(name: name, event: event, site: site))
        asserted = viewStates.count - 1
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
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let limit = TimeLimit(timeout)
        while nextChange() == nil {
            let stream = arrivals.stream
            let hasArrived = await limit.isKept {
                for await _ in stream { return true }
                return false
            }
            guard hasArrived else {
                return Failure("A change of the view state was to be received, but none came", at: site).record()
            }
        }
        guard let next = nextChange() else { return }
        asserted = next
        check("After an effect", from: viewStates[next - 1], change, viewStates[next], at: site)
    }
}
