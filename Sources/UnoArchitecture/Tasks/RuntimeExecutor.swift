/// The executors of a runtime: a serial executor for its handlers, a task executor for its tasks.
public struct RuntimeExecutor: Sendable {
    /// Handlers on a serial executor of the runtime's own; tasks on the global executor.
    public static let `default` = RuntimeExecutor(handlers: .own, tasks: nil)

    /// Handlers on the main actor; tasks on the global executor.
    public static let mainActor = RuntimeExecutor(handlers: .mainActor, tasks: nil)

    /// Everything on one executor, for instance one that a test controls.
    ///
    /// On it a runtime does not read the time to decide when it yields its thread: it counts actions only, unless it is
    /// given a clock. So the order of the jobs does not depend on the time that they take.
    public static func on(_ executor: some SerialExecutor & TaskExecutor) -> RuntimeExecutor {
        var place = RuntimeExecutor(serial: executor, tasks: executor)
        place.measuresTime = false
        return place
    }

    /// A copy whose tasks have at least this priority; it is `.medium` otherwise.
    ///
    /// An action is handled at least at the priority of the task that has sent it, and so are its effects; a task that
    /// awaits ``EventTask/finish(fileID:line:)`` or `deliver(_:)` raises what it waits for to its own priority. The raise
    /// lasts until the accepted actions have been handled. Before macOS 26 and its siblings, a task that runs is not
    /// raised.
    public func basePriority(_ priority: TaskPriority) -> RuntimeExecutor {
        var copy = self
        copy.basePriority = PriorityLevel(priority)
        return copy
    }

    /// Handlers on `serial`; tasks on `tasks`.
    ///
    /// - Parameters:
    ///   - serial: the executor of the handlers; nil for one of the runtime's own.
    ///   - tasks: the executor of the mailbox loop and the effects; nil for the global executor.
    public init(serial: (any SerialExecutor)?, tasks: (any TaskExecutor)?) {
        self.init(handlers: serial.map { .given($0) } ?? .own, tasks: tasks)
    }

    enum Handlers: Sendable {
        case own
        case mainActor
        case given(any SerialExecutor)
    }

    init(handlers: Handlers, tasks: (any TaskExecutor)?) {
        self.handlers = handlers
        self.tasks = tasks
    }

    private let handlers: Handlers
    let tasks: (any TaskExecutor)?
    private(set) var basePriority = PriorityLevel.medium
    /// Whether the mailbox loop measures its turns; otherwise it counts actions only, unless the host has a clock.
    private(set) var measuresTime = true

    /// A serial executor and its owner. A class, so that a runtime with an executor of its own stores one word.
    final class Serial: Sendable {
        let unowned: UnownedSerialExecutor
        private let owner: any AnyObject & Sendable

        init(unowned: UnownedSerialExecutor, owner: any AnyObject & Sendable) {
            self.unowned = unowned
            self.owner = owner
        }

        var id: ObjectIdentifier { ObjectIdentifier(owner) }

        func isSame(as executor: (any TaskExecutor)?) -> Bool { executor.map { owner === $0 } ?? false }
    }

    /// The executor of the handlers; nil for one of the runtime's own.
    var serial: Serial? {
        switch handlers {
        case .own:
            return nil
        case .mainActor:
            return Serial(unowned: MainActor.sharedUnownedExecutor, owner: MainActor.shared)
        case .given(let executor):
            return Serial(unowned: executor.asUnownedSerialExecutor(), owner: executor)
        }
    }
}

/// What the view models that a test makes get from its harness.
package enum ViewModelSurroundings {
    /// Runs everything of a view model that is made without `tasks`, on the main actor's thread.
    @TaskLocal package static var executor: RuntimeExecutor?
    /// Hosts the feature of a view model that has its own graph.
    @TaskLocal package static var underTest: FeatureUnderTest?

    /// For code that belongs to a view model that has been made.
    static func withoutHarness<Result>(_ body: () -> Result) -> Result {
        $executor.withValue(nil) { $underTest.withValue(nil, operation: body) }
    }
}

extension RuntimeExecutor {
    /// Runs handlers on the main actor and tasks on `tasks`; nil for the executor of the test, or else the global one.
    package static func mainActor(tasks: (any TaskExecutor)?) -> RuntimeExecutor {
        if tasks == nil, let executor = ViewModelSurroundings.executor { return executor }
        return RuntimeExecutor(handlers: .mainActor, tasks: tasks)
    }
}
