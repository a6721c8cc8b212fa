/// The executor of one actor, whose jobs are among those of a ``ControlledExecutor``.
///
/// A task that enters the actor, and one that leaves it, becomes one of the ready jobs, so any other may go first.
/// *Isolation*: one job runs at a time. *Lifetime*: an actor that uses it keeps it, and it keeps the controlled executor.
public final class ControlledSerialExecutor: SerialExecutor {
    private unowned let executor: ControlledExecutor
    /// The executor again, for an actor that keeps this one; nil where the executor itself does.
    private let kept: ControlledExecutor?
    /// Whether its jobs run on the main actor's thread.
    private let isOnMainActor: Bool
    /// Tells the actors of one executor apart, by the order in which their executors were made.
    let number: Int

    public init(_ executor: ControlledExecutor) {
        self.executor = executor
        kept = executor
        isOnMainActor = false
        number = executor.nextIsolation()
    }

    /// The executor that all actors share which use `executor` itself. Does not keep it.
    init(sharedBy executor: ControlledExecutor) {
        self.executor = executor
        kept = nil
        isOnMainActor = executor.isOnMainActor
        number = executor.nextIsolation()
    }

    public func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job, isolatedTo: self) }

    /// Called for code that is not one of its jobs: on the main actor's thread, the main actor's own code is as good.
    public func checkIsolated() {
        guard isOnMainActor else {
            fatalError("Code that is isolated to a controlled executor is called from elsewhere")
        }
        MainActor.preconditionIsolated()
    }
}
