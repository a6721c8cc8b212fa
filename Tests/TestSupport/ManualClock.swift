import AsyncKit
import Synchronization

/// A clock whose time a test sets, and whose sleep the test provides: one that wakes late or early, ignores
/// cancellation, or throws.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package init(offset: Duration = .zero) { self.offset = offset }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    package typealias Sleep = @Sendable (_ clock: ManualClock, _ deadline: Instant) async throws -> Void

    /// The deadlines of all sleeps so far.
    package let sleeps = Record<Instant>()
    private let time = Locked(Instant())
    private let lookCount = Atomic(0)
    private let sleep: Sleep

    package init(sleep: @escaping Sleep) { self.sleep = sleep }

    /// A clock on which no sleep ends unless it is cancelled, as if its sleepers were never scheduled.
    package static func stalled() -> ManualClock {
        ManualClock { _, _ in
            if await HeldWork().run() == .cancelled { throw CancellationError() }
        }
    }

    package var now: Instant {
        lookCount.add(1, ordering: .relaxed)
        return time.withLock { $0 }
    }

    /// The number of times `now` was read.
    package var looks: Int { lookCount.load(ordering: .relaxed) }
    package var minimumResolution: Duration { .zero }

    package func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    package func advance(to instant: Instant) { time.withLock { $0 = max($0, instant) } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.append(deadline)
        try await sleep(self, deadline)
    }
}

/// Sleepers that only the test wakes; they ignore their deadlines and cancellation.
package final class DeafSleepers: Sendable {
    private let asleep = Locked<[UnsafeContinuation<Void, Never>]>([])

    package init() {}

    package func sleep() async { await withUnsafeContinuation { sleeper in asleep.withLock { $0.append(sleeper) } } }

    /// Wakes the sleeper that has slept longest.
    package func wakeFirst() { asleep.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume() }

    package func wakeAll() {
        let sleepers = asleep.withLock { sleepers in
            defer { sleepers = [] }
            return sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }
}
