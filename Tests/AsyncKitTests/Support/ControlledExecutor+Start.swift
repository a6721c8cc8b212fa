import UnoTesting

extension ControlledExecutor {
    /// Starts a task and runs it until it has ended or waits for something.
    @discardableResult
    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = task(operation)
        runUntilIdle()
        return task
    }
}
