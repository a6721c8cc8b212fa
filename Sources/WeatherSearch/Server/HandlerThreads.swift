import Foundation
import SocketKit
import UnoArchitecture

/// Threads for the handlers and effects of runtimes.
///
/// On threads of their own, so that handlers that block or never return take none from the tasks that read sockets, keep
/// time limits and tell the status. Jobs run in the order in which they become ready. The threads end when the executor is
/// released, each after the job that it runs.
final class HandlerThreads: TaskExecutor {
    static let shared = HandlerThreads(count: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// What the threads keep; they do not keep the executor.
    private final class Queue: Sendable {
        typealias Job = @Sendable () -> Void

        let jobs = Guarded<ArraySlice<Job>>([])
        let arrivals = DispatchSemaphore(value: 0)

        func run() {
            while true {
                arrivals.wait()
                guard let job = next() else { return }
                job()
            }
        }

        /// An empty slice would keep the jobs that were taken from it, and each of these keeps the executor.
        private func next() -> Job? {
            jobs.withLock { jobs in
                defer { if jobs.isEmpty { jobs = [] } }
                return jobs.popFirst()
            }
        }
    }

    private let count: Int
    private let queue = Queue()

    init(count: Int) {
        self.count = count
        for _ in 0..<count { Thread.detachNewThread { [queue] in queue.run() } }
    }

    /// A signal without a job ends a thread. A job keeps its executor, so there is none left.
    deinit { for _ in 0..<count { queue.arrivals.signal() } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        enqueue { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.jobs.withLock { $0.append(job) }
        queue.arrivals.signal()
    }

    /// The executors of a runtime.
    ///
    /// Its handlers get a serial executor, too: an actor's own may run on a thread of the global executor.
    func forRuntime() -> RuntimeExecutor { RuntimeExecutor(serial: HandlerLane(on: self), tasks: self) }
}
