internal import AsyncKit

/// A clock that a viewer can pause and move from one deadline to the next; it follows another clock otherwise.
///
/// Give it to a feature that is to be inspected, in place of the clock that it uses, and to the ``InspectorServer``. While it is paused
/// its time stands still, and what waits for it goes on waiting: a debounce, a timer, an effect that sleeps.
///
/// - *Ordering*: sleepers with the same deadline wake in no particular order. *Cancellation*: a cancelled sleeper throws
///   `CancellationError`, whether or not the clock is paused.
/// - *Cost*: a sleep takes two tasks. It is a tool for debugging.
public final class InspectorClock: Clock, Sendable {
    /// A time on the clock, counted from when the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made, without the pauses.
        public let elapsed: Duration

        /// Returns the instant that is this much later.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        /// Returns the time from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        /// Whether an instant comes before another one.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private struct State {
        /// How far the base is ahead, because of pauses.
        var lag = Duration.zero
        /// The time at which the clock stands; nil while it runs.
        var standing: Duration?
        var sleepers: [UInt64: (deadline: Duration, changes: AsyncStream<Void>.Continuation)] = [:]
        var lastSleeper: UInt64 = 0
        /// Those of the servers that show whether the clock is paused.
        var signals: [LiveSignal] = []

        func now(_ base: Duration) -> Duration { standing ?? base - lag }

        /// What sleeps until an earlier time is awake, and has not run yet.
        func nextDeadline(after time: Duration) -> Duration? {
            sleepers.values.lazy.map(\.deadline).filter { $0 > time }.min()
        }
    }

    private let base: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let state = Locked(State())

    /// Makes a clock that follows `base`.
    public convenience init(following base: any Clock<Duration> = ContinuousClock()) { self.init(base) }

    private init(_ base: some Clock<Duration>) {
        let start = base.now
        self.base = base
        elapsed = { start.duration(to: base.now) }
    }

    /// The present time.
    public var now: Instant {
        Instant(elapsed: state.withLock { $0.now(elapsed()) })
    }

    /// That of the clock that this one follows.
    public var minimumResolution: Duration { base.minimumResolution }

    /// Whether the time stands still.
    public var isPaused: Bool { state.withLock { $0.standing != nil } }

    /// Lets the time stand still; nothing changes if it does.
    public func pause() {
        let signals = state.withLock { state in
            state.standing = state.now(elapsed())
            return state.signals
        }
        for signal in signals { signal.notify() }
    }

    /// Lets the time go on from where it stands; nothing changes if it runs.
    public func resume() {
        changed { state in
            guard let standing = state.standing else { return }
            (state.lag, state.standing) = (elapsed() - standing, nil)
        }
    }

    /// Moves a paused clock to the next deadline, and wakes what waits for it.
    ///
    /// - Returns: how far the clock was moved; nil if it runs, or if nothing waits for it.
    @discardableResult
    public func step() -> Duration? {
        changed { state -> Duration? in
            guard let standing = state.standing, let next = state.nextDeadline(after: standing) else {
                return nil
            }
            state.standing = next
            return next - standing
        }
    }

    /// Has `signal` tell of each pause, and of its end, whoever makes it.
    func tell(_ signal: LiveSignal) { state.withLock { $0.signals.append(signal) } }

    private func changed<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, sleepers, signals) = state.withLock { state in
            (body(&state), state.sleepers.values.map(\.changes), state.signals)
        }
        for sleeper in sleepers { sleeper.yield() }
        for signal in signals { signal.notify() }
        return result
    }

    /// Suspends the task until the clock has come to `deadline`; throws when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        defer { _ = state.withLock { $0.sleepers.removeValue(forKey: id) } }
        repeat {
            try Task.checkCancellation()
        } while await !sleepUntilChange(id, deadline.elapsed, tolerance)
    }

    /// Returns when the clock is paused, goes on or is moved, or the task is cancelled; at the deadline, true.
    private func sleepUntilChange(_ id: UInt64, _ deadline: Duration, _ tolerance: Duration?) async -> Bool {
        // A stream for each wait: cancelling one ends its stream.
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (left, isPaused) = state.withLock { state in
            state.sleepers[id] = (deadline, change)
            return (deadline - state.now(elapsed()), state.standing != nil)
        }
        guard left > .zero else { return true }
        await withTaskGroup { [base] group in
            group.addTask { for await _ in changes { break } }
            if !isPaused { group.addTask { try? await base.sleep(for: left, tolerance: tolerance) } }
            await group.next()
            group.cancelAll()
        }
        return false
    }
}
