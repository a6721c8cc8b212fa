/// The interval of a debounce, its tolerance and its clock.
@usableFromInline
package struct DebounceParameters<C: Clock>: Sendable {
    @usableFromInline package let interval: C.Duration
    @usableFromInline package let tolerance: C.Duration?
    @usableFromInline package let clock: C

    @inlinable
    package init(interval: C.Duration, tolerance: C.Duration?, clock: C) {
        self.interval = interval.asWindow
        self.tolerance = tolerance
        self.clock = clock
    }
}

extension Duration {
    /// The longest window: a century.
    ///
    /// Clocks cannot compute with much later deadlines. `ContinuousClock` traps where the seconds exceed 64 bits, others
    /// where the nanoseconds do, which is after 292 years.
    @usableFromInline static let longestWindow = Duration.seconds(100 * 31_557_600 as Int64)
}

extension DurationProtocol {
    /// The duration, but at most a century. A duration of another type than `Duration` is not limited.
    @inlinable
    package var asWindow: Self {
        guard let duration = self as? Duration, duration > .longestWindow else { return self }
        return Duration.longestWindow as! Self
    }
}

/// One iteration of a debounced sequence: owns its tasks, which end when it is released.
///
/// The tasks retain the storage, not the iteration, so they do not keep the iteration alive. They run on the executor of the
/// task that asks first.
@usableFromInline
package final class DebounceIteration<Base: AsyncSequence & Sendable, C: Clock>: Sendable where Base.Element: Sendable {
    @usableFromInline let storage: DebounceStorage<Base, C>
    @usableFromInline let task: Task<Void, Never>

    @inlinable
    package init(_ base: Base, _ parameters: DebounceParameters<C>) {
        let storage = DebounceStorage<Base, C>(parameters)
        self.storage = storage
        task = Task(executorPreference: currentTaskExecutor()) { await storage.run(base) }
    }

    deinit {
        cancel()
    }

    @inlinable
    package func next() async throws(Base.Failure) -> Base.Element? {
        // In a task that is already cancelled the handler runs before the operation, which then finds the end.
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

/// The executor preference of the running task, for a new task that does not inherit it.
///
/// Nil without a preference, and on systems that do not expose it.
@usableFromInline
func currentTaskExecutor() -> (any TaskExecutor)? {
    guard #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) else { return nil }
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}
