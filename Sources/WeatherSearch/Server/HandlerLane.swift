import Foundation
import SocketKit
import UnoArchitecture

/// Runs jobs one after the other on `HandlerThreads`, of which it takes one for a job at a time.
final class HandlerLane: SerialExecutor {
    private struct State {
        var jobs: ArraySlice<UnownedJob> = []
        /// Whether a thread runs a job, or is about to.
        var isUnderWay = false
    }

    private let threads: HandlerThreads
    private let state = Guarded(State())

    init(on threads: HandlerThreads) { self.threads = threads }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        if isFirst { threads.enqueue(runNext) }
    }

    @Sendable
    private func runNext() {
        guard let job = state.withLock({ $0.jobs.popFirst() }) else { return }
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: threads.asUnownedTaskExecutor())
        let goesOn = state.withLock { state in
            state.isUnderWay = !state.jobs.isEmpty
            return state.isUnderWay
        }
        if goesOn { threads.enqueue(runNext) }
    }
}
