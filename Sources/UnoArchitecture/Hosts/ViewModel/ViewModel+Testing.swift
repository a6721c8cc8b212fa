extension ViewModel {
    /// Calls `recorder` with every view state, including the intermediate ones of a step.
    package func record(_ recorder: @escaping (ViewState) -> Void) { store.recorder = recorder }

    /// The number of fields that are compared after a step.
    package var observedFieldCount: Int { store.observedFieldCount }

    /// The tasks of the view model's own graph; nil on a shared runtime.
    package var tasks: GraphTasks? {
        if case .own(let core) = host { core.isolation.tasks } else { nil }
    }

    /// Ends the view model's own graph as if its actions had finished: `.perform` effects run to their end. Does nothing on a
    /// shared runtime.
    package func finish() async {
        if case .own(let core) = host { await core.shutdown(.drain, at: CallSite(#fileID, #line)) }
    }

    /// Whether the view model has its own graph and runs its effects on `executor`.
    package func runs(on executor: some TaskExecutor) -> Bool {
        (tasks?.executor as AnyObject?) === (executor as AnyObject)
    }

    /// The work in flight in the view model's own graph; nil on a shared runtime.
    package var pending: Pending? {
        get async {
            guard case .own(let core) = host else { return nil }
            return await core.isolation.visit { $0.engine.pending }
        }
    }

    /// Ends the view model's own graph and cancels its effects. Does nothing on a shared runtime.
    package func cancel() {
        if case .own(let core) = host { core.cancel() }
    }
}

extension RuntimeExecutor {
    /// Runs handlers on the main actor and tasks on `tasks`; nil for the executor of the test, or else the global one.
    static func mainActor(tasks: (any TaskExecutor)?) -> RuntimeExecutor {
        if tasks == nil, let executor = ViewModelSurroundings.executor { return executor }
        return RuntimeExecutor(handlers: .mainActor, tasks: tasks)
    }
}
