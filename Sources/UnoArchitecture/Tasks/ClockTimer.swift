internal import AsyncKit

extension Clock where Duration == Swift.Duration {
    /// The ticks of a timer: 1 after `interval`, 2 after twice as long, and so on.
    ///
    /// ```swift
    /// for await _ in clock.timer(interval: .seconds(1)) { await send { $0.seconds += 1 } }
    /// ```
    ///
    /// See ``ClockTimer`` for time, lagging readers and cancellation.
    ///
    /// - Parameters:
    ///   - interval: the time between two ticks. One of zero or less is reported, and the sequence is empty. More
    ///     than a century counts as a century.
    ///   - tolerance: how much later than its time a tick may come.
    public func timer(
        interval: Duration,
        tolerance: Duration? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ClockTimer {
        ClockTimer(
            interval: interval.asWindow, tolerance: tolerance, clock: AnyClock(self), site: CallSite(fileID, line))
    }
}

/// The ticks of a timer on a clock; made by `timer(interval:)`.
///
/// - *Time*: the timer starts when an iterator is first asked. The tick `n` comes `n` intervals after the start, however
///   long the reader takes for each: the ticks do not drift.
/// - *Buffering*: none. A reader that comes late gets the last tick that it has missed, at once, and not those before it;
///   the number tells how many intervals have passed.
/// - *Cancellation*: the sequence ends when the task of the reader is cancelled, or when the clock throws. It also ends, which
///   is reported, after more ticks than an integer counts: with an interval of an attosecond, after four seconds.
public struct ClockTimer: AsyncSequence, Sendable {
    let interval: Duration
    let tolerance: Duration?
    let clock: AnyClock<Duration>
    let site: CallSite

    /// Makes an iterator; each iterator has a start of its own.
    public func makeAsyncIterator() -> Iterator {
        if interval <= .zero {
            let message = "A timer with an interval of \(interval) has no ticks"
            Diagnostics.current.report(Diagnostic(.negativeDuration, message, at: site))
        }
        return Iterator(timer: self)
    }

    /// Counts the ticks of a timer.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let timer: ClockTimer
        private var start: AnyClock<Duration>.Instant?
        private var last = 0

        fileprivate init(timer: ClockTimer) {
            self.timer = timer
        }

        /// The number of the next tick; nil when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Int? {
            let (interval, clock) = (timer.interval, timer.clock)
            guard interval > .zero, !Task.isCancelled else { return nil }
            let start = start ?? clock.now
            self.start = start
            guard let due = count(start.duration(to: clock.now)) else { return endUncountable() }
            var number = Swift.max(last + 1, due)
            let (offset, isBeyondTime) = interval.attoseconds.multipliedReportingOverflow(by: Int128(number))
            if isBeyondTime { return endUncountable() }
            let deadline = start.advanced(by: Duration(attoseconds: offset))
            // A clock may wake a little early, but not again and again.
            for _ in 0..<8 where clock.now < deadline {
                guard (try? await clock.sleep(until: deadline, tolerance: timer.tolerance)) != nil else { return nil }
            }
            guard let reached = count(start.duration(to: clock.now)) else { return endUncountable() }
            number = Swift.max(number, reached)
            last = number
            return Task.isCancelled ? nil : number
        }

        /// Ends the ticks: their number no longer fits into an integer.
        private func endUncountable() -> Int? {
            let message =
                "A timer with an interval of \(timer.interval) has had more ticks than can be counted, and ends"
            Diagnostics.current.report(Diagnostic(.negativeDuration, message, at: timer.site))
            return nil
        }

        /// The number of whole intervals in `elapsed`; nil if it is more than an integer counts.
        private func count(_ elapsed: Duration) -> Int? {
            let number = elapsed.attoseconds / timer.interval.attoseconds
            return number < 1 << 62 ? Int(clamping: number) : nil
        }
    }
}
