/// The executor of one actor, whose jobs are among those of a ``ControlledExecutor``.
///
/// A task that enters the actor, and one that leaves it, is put among the ready jobs, so that any other may go first.
/// *Isolation*: one job runs at a time. *Lifetime*: an actor that uses it keeps it, and it keeps the controlled executor.
public final class ControlledSerialExecutor: SerialExecutor {
    private let executor: ControlledExecutor

    public init(_ executor: ControlledExecutor) {
        self.executor = executor
    }

    public func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job, isolatedTo: self) }
}
