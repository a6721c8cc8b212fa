package import UnoArchitecture

/// A task that sleeps on a test clock.
package struct SleepingTask: Sendable {
    /// A number for the task if it does not run on the executor that the clock follows; nil if it does.
    package let outsider: Int?
    /// The graph's task, for instance an effect's, that it is or inherits from.
    package let graphTask: GraphTasks.TaskReference?

    package init(outsider: Int? = nil, graphTask: GraphTasks.TaskReference? = nil) {
        self.outsider = outsider
        self.graphTask = graphTask
    }

    /// The running task.
    ///
    /// It is an outsider unless it prefers `executor` and has not left it.
    static func current(following executor: RestingExecutor?) -> SleepingTask {
        SleepingTask(outsider: outsider(executor), graphTask: GraphTasks.runningTask)
    }

    private static func outsider(_ executor: RestingExecutor?) -> Int? {
        guard let executor else { return nil }
        return withUnsafeCurrentTask { task in
            guard let task else { return nil }
            if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *),
                task.unownedTaskExecutor == executor.asUnownedTaskExecutor(), !executor.runsJobFromOutside
            {
                return nil
            }
            return task.hashValue
        }
    }
}
