public import UnoArchitecture
public import UnoPresentation
public import UnoTesting
internal import ValueKit

extension Scenario {
    /// The view model that `makeModel` makes, for
    /// ``exploreOnMainActor(schedules:seed:preemptions:limit:fileID:filePath:line:column:_:)``.
    ///
    /// Its effects must have ended when the scenario is over. Traps in a scenario that is not explored on the main
    /// actor.
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
                ViewModelSurroundings.$observer.withValue(observer(name)) {
                    MainActor.assumeIsolated { ExploredViewModel(makeModel(), self) }
                }
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

/// A view model of a scenario. Its actor takes the place of the main actor: a call is a point at which others may go
/// first.
public actor ExploredViewModel<Action: Sendable, DomainState: Sendable, ViewState> {
    private let executor: ControlledExecutor
    private weak let scenario: Scenario?
    @MainActor private let model: ViewModel<Action, DomainState, ViewState>
    nonisolated let tasks: GraphTasks?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    @MainActor
    fileprivate init(_ model: ViewModel<Action, DomainState, ViewState>, _ scenario: Scenario) {
        self.model = model
        self.scenario = scenario
        executor = scenario.executor
        tasks = model.tasks
    }

    /// Sends an action; when this returns, the view state has what it led to at once.
    @discardableResult
    public func send(
        _ action: Action,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        scenario?.noteDeed("sends \(Rendering.of(action))")
        return MainActor.assumeIsolated { model.sendViewEvent(action, fileID: fileID, function: function, line: line) }
    }

    /// Calls `body` with the view model, and returns what it returns.
    public func read<Value: Sendable>(
        _ body: @MainActor @Sendable (ViewModel<Action, DomainState, ViewState>) throws -> Value
    ) rethrows -> Value {
        try MainActor.assumeIsolated { try body(model) }
    }

    fileprivate func cancel() { MainActor.assumeIsolated { model.cancel() } }
}
