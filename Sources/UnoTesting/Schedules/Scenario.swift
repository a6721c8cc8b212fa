internal import AsyncKit
internal import Testing
public import UnoArchitecture
internal import ValueKit

/// A scenario under exploration: makes named tasks, runtimes and view models, has a clock, and takes expectations.
///
/// *Behavior*
/// - Everything that starts here runs on the scenario's executor, one job at a time. After each job, the schedule
///   decides what runs next: any ready job, or the clock's next deadline.
/// - When no job is ready and no task sleeps, every task must have ended, and each object that was passed to
///   ``mustBeFreed(_:_:)`` must have been freed. A task that waits for something outside the scenario counts as waiting
///   for ever.
/// - The first problem ends the schedule.
public final class Scenario: Sendable {
    struct Member: Sendable {
        let name: String
        let task: Task<Void, Never>?
        var hasEnded = false
        var lastNote: String?
    }

    private struct State {
        var members: [Member] = []
        var watched: [Watched] = []
        /// Closures that cancel the runtimes and the view models.
        var cancellations: [@Sendable () -> Void] = []
        /// Whether everything is cancelled, including tasks that start from now on.
        var isAbandoned = false
        var problem: ScheduleProblem?
        var notes: [String] = []
        var events: [String] = []
        /// What the runtimes and view models have done in the running step, for a trace.
        var deeds: [String] = []
    }

    /// Something that must have ended when the scenario ends.
    private struct Watched: Sendable {
        let remains: @Sendable () -> String?
    }

    /// The running task and its scenario.
    private struct Place: Sendable {
        let scenario: Scenario
        /// Nil for a task of a runtime.
        let member: Int?
        let name: String
    }

    @TaskLocal private static var place: Place?

    /// The scenario of the running task.
    static var current: Scenario? { place?.scenario }

    /// The executor of everything in the scenario.
    public let executor: ControlledExecutor
    /// The clock of the scenario: whether its next deadline comes now or later is a decision of the schedule.
    public let clock = TestClock()
    private let state = Locked(State())
    private let isTraced: Bool

    /// - Parameters:
    ///   - isTraced: whether the executor knows the tasks by name.
    ///   - isOnMainActor: whether everything runs on the main actor's thread.
    init(isTraced: Bool = false, isOnMainActor: Bool = false) {
        let naming: @Sendable () -> TaskMaker? = {
            Scenario.place.map { TaskMaker(name: $0.name, isMember: $0.member != nil) }
        }
        self.isTraced = isTraced
        executor = ControlledExecutor(naming: isTraced ? naming : nil, isOnMainActor: isOnMainActor)
    }

    // MARK: Parts

    /// Starts a task of the scenario. Reports use its name.
    @discardableResult
    public func task(_ name: String, _ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        let number = state.withLock { state in
            state.members.append(Member(name: name, task: nil))
            return state.members.count - 1
        }
        let task = Diagnostics.$local.withValue(diagnostics) {
            Self.$place.withValue(Place(scenario: self, member: number, name: name)) {
                Task(executorPreference: executor) {
                    do {
                        try await operation()
                    } catch {
                        self.fail(.thrown, "\(name): \(error)")
                    }
                    self.state.withLock { $0.members[number].hasEnded = true }
                }
            }
        }
        let isAbandoned = state.withLock { state in
            let member = state.members[number]
            state.members[number] = Member(
                name: name,
                task: task,
                hasEnded: member.hasEnded,
                lastNote: member.lastNote
            )
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
        return task
    }

    /// Makes a runtime on the scenario's executor. The runtime must have ended when the scenario ends.
    public func runtime<DomainState, Action>(
        _ name: String,
        _ interactor: some Interactor<DomainState, Action>,
        mailbox: UnoArchitecture.MailboxPolicy = .default
    ) -> Runtime<DomainState, Action> {
        let runtime = making(name) {
            Runtime(
                traced(interactor, name),
                mailbox: mailbox,
                executor: RuntimeExecutor(serial: ControlledSerialExecutor(executor, name: name), tasks: executor),
                // Nothing is late in a scenario.
                clock: TestClock(),
                observer: observer(name)
            )
        }
        watch(runtime.tasks, name)
        let isolation = WeakReference(runtime.isolation)
        watch { isolation.isEmpty ? nil : "the feature graph of \(name) has not been freed" }
        whenAbandoned { [executor, weak runtime] in
            guard let runtime else { return }
            executor.task { await runtime.shutdown(.cancel) }
        }
        return runtime
    }

    /// In a traced run, `interactor` with a note for each action that it handles: an observer is not told which it is.
    private func traced<DomainState, Action>(
        _ interactor: some Interactor<DomainState, Action>,
        _ name: String
    ) -> AnyInteractor<DomainState, Action> {
        guard isTraced else { return interactor.eraseToAnyInteractor() }
        return interactor.wrap { [weak self] step in
            self?.noteDeed("\(name) handles \(Rendering.of(step.action))")
            step.proceed()
        }.eraseToAnyInteractor()
    }

    /// In a traced run, the observer of the runtime or view model that is made under `name`.
    package func observer(_ name: String) -> ScenarioObserver? {
        isTraced ? ScenarioObserver(name: name, of: self) : nil
    }

    /// Notes what a runtime or a view model does, for a trace.
    package func noteDeed(_ text: @autoclosure () -> String) {
        guard isTraced else { return }
        let text = text()
        state.withLock { $0.deeds.append(text) }
    }

    /// Takes what runtimes and view models have done.
    func takeDeeds() -> [String] {
        state.withLock { state in
            defer { state.deeds = [] }
            return state.deeds
        }
    }

    /// Calls `body`; what it makes belongs to the scenario, under `name`.
    package func making<Made>(_ name: String, _ body: () -> Made) -> Made {
        Diagnostics.$local.withValue(diagnostics) {
            Self.$place.withValue(Place(scenario: self, member: nil, name: name), operation: body)
        }
    }

    /// Expects the tasks of a feature to have ended when the scenario is over.
    package func watch(_ tasks: GraphTasks, _ name: String) {
        watch { tasks.liveCount > 0 ? "\(name) has \(tasks.liveCount) tasks that have not ended" : nil }
    }

    /// Calls `cancel` when the scenario is abandoned; at once if it has been.
    package func whenAbandoned(_ cancel: @escaping @Sendable () -> Void) {
        let isAbandoned = state.withLock { state in
            state.cancellations.append(cancel)
            return state.isAbandoned
        }
        if isAbandoned { cancel() }
    }

    /// Expects that `object` has been freed when the scenario ends. Does not keep the object.
    public func mustBeFreed(_ object: some AnyObject & Sendable, _ name: String) {
        let reference = WeakReference(object)
        watch { reference.isEmpty ? nil : "\(name) has not been freed" }
    }

    private func watch(_ remains: @escaping @Sendable () -> String?) {
        state.withLock { $0.watched.append(Watched(remains: remains)) }
    }

    /// Suspends the task once, so that any other ready job may run first.
    public func checkpoint() async { await Task.yield() }

    // MARK: Expectations

    /// Records a problem of the schedule if `condition` is false.
    public func expect(_ condition: Bool, _ message: @autoclosure () -> String = "an expectation does not hold") {
        if !condition { fail(.expectation, message()) }
    }

    /// Records a problem of the schedule.
    public func fail(_ message: String) { fail(.expectation, message) }

    func fail(_ kind: ScheduleProblem.Kind, _ message: String) { fail(ScheduleProblem(kind, message)) }

    /// A failed `#expect` of the scenario.
    func fail(_ issue: Issue) {
        var problem = ScheduleProblem(.expectation, "\(issue)")
        problem.location = issue.sourceLocation
        fail(problem)
    }

    private func fail(_ problem: ScheduleProblem) {
        state.withLock { state in
            if state.problem == nil { state.problem = problem }
        }
    }

    /// Notes what the running task does. The report of a failing schedule contains its notes.
    public func note(_ text: String) {
        let place = Self.place
        state.withLock { state in
            guard let place else { return state.notes.append(text) }
            guard let number = place.member else { return state.notes.append("\(place.name): \(text)") }
            state.members[number].lastNote = text
            state.notes.append("\(state.members[number].name): \(text)")
        }
    }

    /// Notes that `event` has happened, for ``expectOrder(_:)``.
    public func happened(_ event: String) {
        note(event)
        state.withLock { $0.events.append(event) }
    }

    /// Expects that these events have happened in this order, each as often as it is listed. Other events are ignored.
    public func expectOrder(_ expected: [String]) {
        let names = Set(expected)
        let events = state.withLock { $0.events }.filter(names.contains)
        if events != expected { fail(.order, "\(events) has happened instead of \(expected)") }
    }

    // MARK: The run

    private var diagnostics: Diagnostics {
        Diagnostics { [weak self] in self?.fail(.misuse, "\($0)") }
    }

    var problem: ScheduleProblem? { state.withLock { $0.problem } }
    var notes: [String] { state.withLock { $0.notes } }
    var endedCount: Int { state.withLock { $0.members.count(where: \.hasEnded) } }

    /// The names of the tasks that have not ended, each with its last note.
    var unfinished: [String] {
        state.withLock { $0.members }.filter { !$0.hasEnded }
            .map { member in member.lastNote.map { "\(member.name) (\($0))" } ?? member.name }
    }

    /// Called when no job is ready and no task sleeps: records what should have ended.
    ///
    /// - Parameter patience: how long to wait for work from outside before a deadlock is reported.
    func checkTheEnd(patience: Duration) {
        let waiting = unfinished
        let remains = state.withLock { $0.watched }.compactMap { $0.remains() }
        guard !waiting.isEmpty else {
            if !remains.isEmpty { fail(.leak, remains.joined(separator: "; ")) }
            return
        }
        if patience > .zero, executor.waitForArrival(within: patience) {
            return fail(
                .outside,
                """
                a job came from outside after nothing was ready, while \(waiting.joined(separator: ", ")) waited. \
                The scenario depends on work that it does not run: an unstructured Task {} (use scenario.task), \
                another executor or actor (the main actor, for instance), the system, or another clock than \
                scenario.clock
                """
            )
        }
        let hint =
            executor.isOnMainActor
            ? " (a task that enters the main actor itself waits for ever: use scenario.viewModel)" : ""
        let report = ["nothing is ready, and \(waiting.joined(separator: ", ")) waits\(hint)"] + remains
        fail(.deadlock, report.joined(separator: "; "))
    }

    /// Cancels the remaining tasks and whatever they start, so that a failed schedule leaves as little as possible
    /// behind.
    func abandon() {
        let (members, cancellations) = state.withLock { state in
            state.isAbandoned = true
            return (state.members, state.cancellations)
        }
        for member in members where !member.hasEnded { member.task?.cancel() }
        for cancel in cancellations { cancel() }
    }
}

/// A weak reference.
private struct WeakReference: Sendable {
    private weak let object: (any AnyObject & Sendable)?

    init(_ object: any AnyObject & Sendable) {
        self.object = object
    }

    var isEmpty: Bool { object == nil }
}
