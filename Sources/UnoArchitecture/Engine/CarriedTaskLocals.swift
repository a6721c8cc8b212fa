internal import AsyncKit

/// The task-local values of the task that made it, for tasks that are started elsewhere.
///
/// The language copies them only into a task that the running task starts, and has no value that holds them all. So a
/// suspended task, the *keeper*, holds them: to start a task with its values, the keeper is resumed and starts it. It
/// runs in place, on the thread of the caller, and is suspended again when `perform(_:)` returns.
///
/// *Isolation*: `perform(_:)` may be called on any thread, in any isolation, and calls its closure before it returns.
/// *Lifetime*: releasing this object ends the keeper. Complexity: two tasks for each call.
final class CarriedTaskLocals: Sendable {
    private typealias Request = (@Sendable () -> Void)?
    private typealias Pause = UnsafeContinuation<Request, Never>

    /// Holds the suspended keeper; not referred to by it through `self`, which could then never be released.
    private let pause: Locked<Pause?>
    /// Held while the keeper runs. It runs nothing but ``place(_:)``, which calls no code of a user.
    private let turn = Locked(())

    /// The values of the running task, if the process runs tests; nil elsewhere, where graphs carry none.
    static func ofTest() -> CarriedTaskLocals? { isTestProcess ? CarriedTaskLocals() : nil }

    init() {
        let pause = Locked<Pause?>(nil)
        // What belongs to the graph or the view model around this one is not passed on.
        GraphTasks.$running.withValue(nil) {
            ViewModelSurroundings.withoutHarness {
                _ = Task(executorPreference: ImmediateExecutor.shared, priority: .medium) {
                    while let request = await withUnsafeContinuation({ (next: Pause) in
                        pause.withLock { $0 = next }
                    }) {
                        request()
                    }
                }
            }
        }
        self.pause = pause
    }

    deinit {
        let keeper = pause.withLock { $0.take() }
        keeper?.resume(returning: nil)
    }

    /// Calls `body` with these task-local values: those of every task that it starts.
    func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let job = HeldJob()
        let result = Locked<Result?>(nil)
        turn.withLock { _ in
            let keeper = pause.withLock { $0.take() }
            guard let keeper else { fatalError("The keeper of task-local values is not suspended") }
            keeper.resume {
                _ = Task(executorPreference: job, priority: .medium) {
                    let value = body()
                    result.withLock { $0 = value }
                }
            }
        }
        // Outside the turn: `body` may start a task on an executor that runs it at once.
        job.run()
        guard let value = result.withLock({ $0 }) else { fatalError("A held job has not run to its end") }
        return value
    }

    /// Whether one of the testing libraries is loaded: both export these names for other tools.
    private static let isTestProcess =
        Platform.symbol("swt_abiv0_getEntryPoint") != nil
        || Platform.symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") != nil
}

/// Runs a job in the very call that makes it ready.
private final class ImmediateExecutor: TaskExecutor {
    static let shared = ImmediateExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Keeps the one job of a task that does not suspend until it is told to run it.
private final class HeldJob: TaskExecutor {
    private let job = Locked<UnownedJob?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.job.withLock { $0 = job }
    }

    func run() {
        job.withLock { $0.take() }?.runSynchronously(on: asUnownedTaskExecutor())
    }
}
