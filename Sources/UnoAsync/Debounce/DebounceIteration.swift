/// One debounced iteration: owns its tasks, which end when it is released.
///
/// The tasks hold the storage, not the iteration, so they do not keep alive what ends them. They run where the task does
/// that asks first.
@usableFromInline
final class DebounceIteration<Base: AsyncSequence & Sendable, C: Clock>: Sendable where Base.Element: Sendable {
    @usableFromInline let storage: DebounceStorage<Base, C>
    @usableFromInline let task: Task<Void, Never>

    @inlinable
    init(_ base: Base, window: DebounceParameters<C>) {
        let storage = DebounceStorage<Base, C>(window: window)
        self.storage = storage
        task = Task(executorPreference: currentTaskExecutor()) { await storage.run(base) }
    }

    deinit {
        cancel()
    }

    @inlinable
    func next() async throws(Base.Failure) -> Base.Element? {
        // A handler of a task that is cancelled already runs before the operation, which then finds the end.
        let result = await withCancellationHandlerInPlace {
            await storage.next()
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    @usableFromInline
    func cancel() {
        storage.cancel()
        task.cancel()
    }
}
