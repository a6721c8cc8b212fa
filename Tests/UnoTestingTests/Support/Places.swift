import AsyncKit
import UnoArchitecture
import UnoTesting

/// Where work of a feature runs that a harness's executor does not.
enum Place: String, Sendable, CaseIterable {
    case mainActor
    case detached
    case ownExecutor
    /// A detached task that goes on with the main actor.
    case detachedAndMainActor
    /// A default actor, in a task without a preference.
    case defaultActor
}

/// Sleeps three times, a second each, in a place, and says so each time.
struct Poller: Sendable {
    let clock: TestClock
    let place: Place

    func poll(_ tell: @escaping @Sendable () async -> Void) async {
        let clock = clock
        switch place {
        case .mainActor: await Self.onMainActor(clock, tell)
        case .detached:
            await Task.detached {
                for _ in 0..<3 {
                    try? await clock.sleep(for: .seconds(1))
                    await tell()
                }
            }.value
        case .ownExecutor: await OwnedActor().poll(clock, tell)
        case .detachedAndMainActor: await Task.detached { await Self.onMainActor(clock, tell) }.value
        case .defaultActor: await Task.detached { await PlainActor().poll(clock, tell) }.value
        }
    }

    @MainActor
    private static func onMainActor(_ clock: TestClock, _ tell: @Sendable () async -> Void) async {
        for _ in 0..<3 {
            try? await clock.sleep(for: .seconds(1))
            await tell()
        }
    }
}

/// An actor with a thread pool of its own.
actor OwnedActor {
    private final class Executor: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Task.detached { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func poll(_ clock: TestClock, _ tell: @Sendable () async -> Void) async {
        for _ in 0..<3 {
            try? await clock.sleep(for: .seconds(1))
            await tell()
        }
    }
}

actor PlainActor {
    func poll(_ clock: TestClock, _ tell: @Sendable () async -> Void) async {
        for _ in 0..<3 {
            try? await clock.sleep(for: .seconds(1))
            await tell()
        }
    }
}

/// Polls in a place, and counts.
struct PollingFeature: Interactor {
    let poller: Poller

    var body: some Interactor<Int, Int> {
        Interact(initialValue: 0) { [poller] _, _ in
            .perform { _, send in await poller.poll { await send { $0 += 1 } } }
        }
    }
}
