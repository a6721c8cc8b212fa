internal import UnoAsync

extension TestClock {
    /// A sequence of the moments `interval`, twice `interval` and so on after its first is asked for.
    ///
    /// ```swift
    /// for await moment in clock.timer(interval: .seconds(1)) { await send { $0.now = moment.offset } }
    /// ```
    ///
    /// *Behavior*: the sequence sleeps on the clock while it is asked, so moments that pass unasked are made up for one by
    /// one. It ends when the task that asks is cancelled. Requires `interval > .zero`.
    public func timer(interval: Duration) -> Timer {
        guard interval > .zero else { fatalError("A timer of \(interval) has no interval") }
        return Timer(clock: self, interval: interval)
    }

    /// The moments of a test clock at an interval.
    public struct Timer: AsyncSequence, Sendable {
        let clock: TestClock
        let interval: Duration

        public func makeAsyncIterator() -> Iterator { Iterator(clock: clock, interval: interval) }

        public struct Iterator: AsyncIteratorProtocol {
            let clock: TestClock
            let interval: Duration
            private var last: Instant?

            init(clock: TestClock, interval: Duration) {
                self.clock = clock
                self.interval = interval
            }

            /// The next moment; nil if the task is cancelled.
            public mutating func next() async -> Instant? {
                let moment = (last ?? clock.now).advanced(by: interval)
                last = moment
                do {
                    try await clock.sleep(until: moment)
                    return moment
                } catch {
                    return nil
                }
            }
        }
    }

    /// Records an issue for each task that sleeps on the clock: one that was to be woken, cancelled, or never to sleep.
    ///
    /// Throws ``SuspensionError`` if there is one, for a test that cannot go on. It looks at this moment only: where tasks
    /// are on their way to the clock, call ``settle()`` first.
    public func checkSuspension(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws(SuspensionError) {
        let count = sleeperCount
        guard count > 0 else { return }
        let next = nextDeadline.map { "the next until \($0)" } ?? "until they are cancelled"
        let error = SuspensionError(description: "\(count) task(s) sleep on the clock, \(next); it is \(now)")
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        Failure(error.description, at: site).record()
        throw error
    }

    /// Something sleeps on a clock on which nothing should.
    public struct SuspensionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// How many sleep, and until when.
        public let description: String
    }

    /// Waits until the tasks that use the clock seem to be at rest: nothing falls asleep on it, while other tasks get many
    /// turns and the system's clock moves a little.
    ///
    /// For a bare clock, without a harness, which knows better. A task that needs longer than that to reach the clock,
    /// because it waits for the network for instance, is not waited for: then ``waitForSleepers(_:)`` is exact.
    public func settle() async {
        var seen = sleeps
        var turns = 0
        while turns < 12, !Task.isCancelled {
            await Task { @MainActor in }.value
            await Task.detached {}.value
            if turns > 1 { try? await ContinuousClock().sleep(for: .microseconds(200)) }
            turns = sleeps == seen ? turns + 1 : 0
            seen = sleeps
        }
    }

    /// Moves time forward deadline by deadline, like ``advance(by:fileID:filePath:line:column:)``, and lets what has woken
    /// come to rest at each, as ``settle()`` does.
    ///
    /// Records an issue, and leaves the clock as it is, if `duration` is negative.
    public func advanceSettling(
        by duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await settle()
        guard Self.check(duration, at: site) else { return }
        let end = now.advanced(by: duration)
        while let next = nextDeadline, next <= end, !Task.isCancelled {
            moveForward(to: next)
            await settle()
        }
        moveForward(to: end)
        await settle()
    }

    /// Moves time forward, deadline by deadline, until nothing sleeps any more, and lets what has woken come to rest at
    /// each.
    ///
    /// Records an issue if something still sleeps when `timeout` has passed on the system's clock.
    public func run(
        timeout: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let end = ContinuousClock.now.advanced(by: min(timeout, .longestTimeout))
        await settle()
        while let next = nextDeadline, !Task.isCancelled {
            guard ContinuousClock.now < end else {
                return Failure(
                    "The clock was run for \(timeout), and \(sleeperCount) task(s) still sleep on it, the next until "
                        + "\(next); it is \(now). They sleep again and again: use advance, or cancel them first",
                    at: site
                ).record()
            }
            moveForward(to: next)
            await settle()
        }
    }
}
