public import UnoArchitecture
internal import UnoAsync

/// Runs `scenario` under many orders of its jobs and its clock, on the main actor: its view models are explored, too.
///
/// ```swift
/// await exploreOnMainActor(schedules: 500) { scenario in
///     let model = scenario.viewModel("the page") { DirectViewModel(Search(clock: scenario.clock)) }
///     await model.send(.typed("re"))
///     await model.send(.typed("rey")).finish()
///     #expect(await model.read { $0.viewState.query } == "rey")
/// }
/// ```
///
/// *Behavior*
/// - **Isolation.** The jobs of the scenario run on the main actor's thread, one at a time. The view models' own jobs and
///   the calls of ``ExploredViewModel`` take the place of the main actor's: where an effect enters the main actor by
///   `send` or `dispatch`, the schedule decides what goes first.
/// - **Main actor.** The main actor itself is busy with the exploration. A task of the scenario that enters it by another
///   way than a view model's, by `MainActor.run` for instance, waits for ever, which is reported as a deadlock.
/// - **Blocking.** A job that does not return cannot be given up, unlike with `explore`.
/// - **Everything else** is as with `explore`: the choice of schedules, the failures, the requirements.
///
/// - Parameters:
///   - count: how many schedules are run.
///   - seed: the seed of the first random schedule; the others follow it.
///   - preemptions: how many times a systematic schedule breaks its rule.
///   - limit: how many steps a schedule may take.
@MainActor
@discardableResult
public func exploreOnMainActor(
    schedules count: Int = 1_000,
    seed: UInt64 = 0,
    preemptions: Int = 2,
    limit: Int = 10_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) async -> Exploration {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let setting = ScenarioRun.Setting(body: scenario, limit: limit, isOnMainActor: true)
    return await Exploration.recordedOnMainActor(at: site) {
        Exploration(schedules: count, seed: seed, preemptions: preemptions, setting)
    }
}

/// Runs `scenario` under one schedule, on the main actor, and records an issue if it fails.
///
/// - Parameter schedule: such as `"3:1 7:2"`; see ``Schedule``.
@MainActor
@discardableResult
public func exploreOnMainActor(
    replaying schedule: String,
    limit: Int = 10_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) async -> Exploration? {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let schedule = Schedule.parsed(schedule, at: site) else { return nil }
    let setting = ScenarioRun.Setting(body: scenario, limit: limit, isOnMainActor: true)
    return await Exploration.recordedOnMainActor(at: site) { Exploration(replaying: schedule, setting) }
}

extension Scenario {
    /// The view model that `makeModel` makes, for ``exploreOnMainActor(schedules:seed:preemptions:limit:fileID:filePath:line:column:_:)``.
    ///
    /// Its effects must have ended when the scenario is over. Traps in a scenario that is not explored on the main actor.
    public func viewModel<Action, DomainState, ViewState>(
        _ name: String,
        _ makeModel: @MainActor () -> ViewModel<Action, DomainState, ViewState>
    ) -> ExploredViewModel<Action, DomainState, ViewState> {
        guard executor.isOnMainActor else {
            fatalError("The view model \(name) needs the main actor: explore the scenario with exploreOnMainActor")
        }
        let surroundings = RuntimeExecutor(serial: executor.sharedIsolation, tasks: executor)
        let explored = making(name) {
            ViewModelSurroundings.$executor.withValue(surroundings) {
                MainActor.assumeIsolated { ExploredViewModel(makeModel(), executor) }
            }
        }
        if let tasks = explored.tasks { watch(tasks, name) }
        whenAbandoned { [executor, weak explored] in
            guard let explored else { return }
            executor.task { await explored.cancel() }
        }
        return explored
    }
}

/// A view model of a scenario. Its actor takes the place of the main actor: a call is a point at which others may go first.
public actor ExploredViewModel<Action: Sendable, DomainState: Sendable, ViewState> {
    private let executor: ControlledExecutor
    @MainActor private let model: ViewModel<Action, DomainState, ViewState>
    nonisolated let tasks: GraphTasks?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    @MainActor
    fileprivate init(_ model: ViewModel<Action, DomainState, ViewState>, _ executor: ControlledExecutor) {
        self.model = model
        self.executor = executor
        tasks = model.tasks
    }

    /// Sends an action; when this returns, the view state has what it led to at once.
    @discardableResult
    public func send(
        _ action: Action,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) -> EventTask {
        MainActor.assumeIsolated { model.sendViewEvent(action, fileID: fileID, function: function, line: line) }
    }

    /// Calls `body` with the view model, and returns what it returns.
    public func read<Value: Sendable>(
        _ body: @MainActor @Sendable (ViewModel<Action, DomainState, ViewState>) throws -> Value
    ) rethrows -> Value {
        try MainActor.assumeIsolated { try body(model) }
    }

    fileprivate func cancel() { MainActor.assumeIsolated { model.cancel() } }
}
