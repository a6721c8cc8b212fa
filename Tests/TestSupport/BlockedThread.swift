import AsyncKit
import Dispatch
import Foundation
import Synchronization

/// A thread of its own for the handlers and the tasks of a runtime: code that blocks it blocks nothing else.
package final class OwnThread: SerialExecutor, TaskExecutor {
    private typealias Job = (job: UnownedJob, handlers: UnownedSerialExecutor, tasks: UnownedTaskExecutor)

    private let jobs = Locked<[Job]>([])
    private let arrival = DispatchSemaphore(value: 0)

    package init() {
        Thread.detachNewThread { [jobs, arrival] in
            while true {
                arrival.wait()
                let next: Job? = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let next else { return }
                next.job.runSynchronously(isolatedTo: next.handlers, taskExecutor: next.tasks)
            }
        }
    }

    /// Without a job, the signal ends the thread.
    deinit { arrival.signal() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (handlers, tasks) = (asUnownedSerialExecutor(), asUnownedTaskExecutor())
        jobs.withLock { $0.append((job, handlers, tasks)) }
        arrival.signal()
    }
}

/// Code that blocks its thread until the test opens the gate.
package final class Blockade: Sendable {
    /// An entry for each call that has arrived.
    package let arrivals = Record<Void>()
    private let isOpen = Atomic(false)
    private let gate = DispatchSemaphore(value: 0)

    package init() {}

    package func block() {
        arrivals.append()
        if !isOpen.load(ordering: .acquiring) { gate.wait() }
    }

    /// Lets one call go on.
    package func openOnce() { gate.signal() }

    /// Lets all calls go on; at most one may be waiting.
    package func open() {
        isOpen.store(true, ordering: .releasing)
        gate.signal()
    }
}
