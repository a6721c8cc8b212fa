extension ViewModel {
    /// Whether the view model has a graph of its own, and its effects run on `executor`.
    package func runs(on executor: some TaskExecutor) -> Bool {
        (tasks?.executor as AnyObject?) === (executor as AnyObject)
    }

    /// What is under way in the view model's own graph; nil on a shared runtime.
    package var pending: Pending? {
        get async {
            guard case .own(let core) = host else { return nil }
            return await core.isolation.visit { $0.engine.pending }
        }
    }

    /// Ends the graph at once: its effects are cancelled. Does nothing on a shared runtime.
    package func cancel() {
        if case .own(let core) = host { core.cancel() }
    }
}

extension RuntimeExecutor {
    /// Handlers on the main actor; tasks on `tasks`, nil for the global executor or what a test has put in its place.
    static func mainActor(tasks: (any TaskExecutor)?) -> RuntimeExecutor {
        if tasks == nil, let executor = ViewModelSurroundings.executor { return executor }
        return RuntimeExecutor(handlers: .mainActor, tasks: tasks)
    }
}
