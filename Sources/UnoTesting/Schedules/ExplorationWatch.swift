internal import AsyncKit
internal import Dispatch
internal import Synchronization

/// Runs an exploration on a thread of its own, and detects a job that does not return.
final class ExplorationWatch: Sendable {
    private struct Current: Sendable {
        var scenario: Scenario?
        var number = 0
        var seed: UInt64?
        var schedule: Schedule?
        var hasGivenUp = false
    }

    private let stepLimit: Duration
    private let current = Locked(Current())
    private let steps = Atomic(0)

    /// - Parameter stepLimit: how long one step may take.
    init(stepLimit: Duration) {
        self.stepLimit = stepLimit
    }

    /// How long a run waits, once, for work from outside before it reports a deadlock: less than a step may take, or the wait would
    /// be taken for a job that does not return.
    var patience: Duration { min(.seconds(1), stepLimit / 2) }

    /// Notes that a schedule begins. Returns false if the exploration has been given up: the schedule must not run.
    func begins(_ scenario: Scenario) -> Bool {
        current.withLock { current in
            current.scenario = scenario
            return !current.hasGivenUp
        }
    }

    /// Notes the next schedule: its number, and its seed or the schedule itself.
    func plans(number: Int, seed: UInt64?, schedule: Schedule?) {
        current.withLock { current in
            let hasGivenUp = current.hasGivenUp
            current = Current(number: number, seed: seed, schedule: schedule, hasGivenUp: hasGivenUp)
        }
    }

    func takesStep() { steps.add(1, ordering: .relaxed) }

    /// Calls `body` with the task-local values of the caller, and returns its result. If a step takes longer than
    /// the limit, returns a failure and abandons the blocked thread.
    func run(_ body: @escaping @Sendable () async -> Exploration) -> Exploration {
        let result = Locked<Exploration?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        let lane = Lane()
        Task(executorPreference: lane) {
            let exploration = await body()
            result.withLock { $0 = exploration }
            isOver.signal()
        }
        let interval = DispatchTimeInterval.milliseconds(Int(max(1, min(stepLimit / .milliseconds(1), 1e9))))
        var seen = -1
        while isOver.wait(timeout: .now() + interval) == .timedOut {
            let count = steps.load(ordering: .relaxed)
            if count == seen { return Exploration(failure: blocked()) }
            seen = count
        }
        return result.withLock { $0! }
    }

    private func blocked() -> Exploration.Failure {
        let current = current.withLock { current in
            current.hasGivenUp = true
            return current
        }
        let schedule = current.schedule ?? Schedule(.oldest)
        // Ends a loop that checks for cancellation.
        current.scenario?.abandon()
        let notes = current.scenario?.notes ?? []
        let last = notes.last.map { " The last note: \($0)." } ?? ""
        return Exploration.Failure(
            count: current.number,
            seed: current.seed,
            found: schedule,
            shortest: schedule,
            problem: ScheduleProblem(
                .blocked,
                """
                a job has not returned for \(stepLimit): it blocks its thread (a lock, a semaphore, a loop without an \
                await), and that thread is given up.\(last) Not over: \
                \(current.scenario?.unfinished.joined(separator: ", ") ?? "")
                """
            ),
            notes: notes
        )
    }
}

/// The thread of one exploration.
private final class Lane: TaskExecutor {
    private let queue = DispatchQueue(label: "exploration")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
