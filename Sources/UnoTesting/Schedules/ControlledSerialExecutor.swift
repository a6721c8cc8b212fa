/// The executor of one actor, whose jobs are among those of a ``ControlledExecutor``.
///
/// A task that enters the actor, and one that leaves it, becomes one of the ready jobs, so any other may go first.
/// *Isolation*: one job runs at a time. *Lifetime*: an actor that uses it keeps it, and it keeps the controlled
/// executor.
public final class ControlledSerialExecutor: SerialExecutor {
    private unowned let executor: ControlledExecutor
    /// Keeps the executor alive for an actor that keeps this object; nil if the executor itself keeps it.
    private let kept: ControlledExecutor?
    /// Whether its jobs run on the main actor's thread.
    private let isOnMainActor: Bool
    /// The number of this executor among those of one controlled executor, in the order of creation.
    let number: Int

    /// Makes a serial executor whose jobs run on `executor`.
    public convenience init(_ executor: ControlledExecutor) { self.init(executor, name: nil) }

    /// - Parameter name: the name of the actor in a trace.
    init(_ executor: ControlledExecutor, name: String?) {
        self.executor = executor
        kept = executor
        isOnMainActor = false
        number = executor.nextIsolation(named: name ?? "an actor")
    }

    /// The shared executor of all actors that use `executor` itself. Does not keep it alive.
    init(sharedBy executor: ControlledExecutor) {
        self.executor = executor
        kept = nil
        isOnMainActor = executor.isOnMainActor
        number = executor.nextIsolation(named: isOnMainActor ? "the main actor" : "an actor")
    }

    /// Adds a job, which runs when the schedule chooses it, and never beside another one of this executor.
    public func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job, isolatedTo: self) }

    /// Called for code outside the executor's jobs. On the main actor's thread, code of the main actor is accepted too.
    public func checkIsolated() {
        guard isOnMainActor else {
            fatalError("Code that is isolated to a controlled executor is called from elsewhere")
        }
        MainActor.preconditionIsolated()
    }
}
