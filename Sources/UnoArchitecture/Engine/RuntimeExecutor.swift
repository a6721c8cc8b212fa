/// The executors of a runtime: a serial executor for its handlers, a task executor for its tasks.
public struct RuntimeExecutor: Sendable {
    /// Handlers on a serial executor of the runtime's own; tasks on the global executor.
    public static let `default` = RuntimeExecutor(handlers: .own, tasks: nil)

    /// Handlers on the main actor; tasks on the global executor.
    public static let mainActor = RuntimeExecutor(handlers: .mainActor, tasks: nil)

    /// Everything on one executor, for instance one that a test controls.
    public static func on(_ executor: some SerialExecutor & TaskExecutor) -> RuntimeExecutor {
        RuntimeExecutor(serial: executor, tasks: executor)
    }

    /// Handlers on `serial`; tasks on `tasks`.
    ///
    /// - Parameters:
    ///   - serial: the executor of the handlers; nil for one of the runtime's own.
    ///   - tasks: the executor of the drain loop and the effects; nil for the global executor.
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

    /// A serial executor and its owner. A class, so that a runtime with an executor of its own stores one word.
    final class Serial: Sendable {
        let unowned: UnownedSerialExecutor
        private let owner: any AnyObject & Sendable

        init(unowned: UnownedSerialExecutor, owner: any AnyObject & Sendable) {
            self.unowned = unowned
            self.owner = owner
        }
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
}
