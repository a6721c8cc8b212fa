internal import AsyncKit

extension TestClock {
    /// A sequence of instants at an interval, the first one `interval` after the first call of `next()`.
    ///
    /// ```swift
    /// for await moment in clock.timer(interval: .seconds(1)) { await send { $0.now = moment.offset } }
    /// ```
    ///
    /// *Behavior*: `next()` sleeps on the clock. Instants that pass between two calls are delivered one by one by the
    /// following calls. The sequence ends when the calling task is cancelled. Requires `interval > .zero`.
    public func timer(interval: Duration) -> Timer {
        guard interval > .zero else { fatalError("A timer of \(interval) has no interval") }
        return Timer(clock: self, interval: interval)
    }

    /// The instants of a test clock at an interval.
    public struct Timer: AsyncSequence, Sendable {
        let clock: TestClock
        let interval: Duration

        public func makeAsyncIterator() -> Iterator { Iterator(clock: clock, interval: interval) }

        /// Waits for the ticks, one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let clock: TestClock
            let interval: Duration
            private var last: Instant?

            init(clock: TestClock, interval: Duration) {
                self.clock = clock
                self.interval = interval
            }

            /// The next instant; nil if the task is cancelled.
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

    /// Records an issue and throws ``SuspensionError`` if a task sleeps on the clock.
    ///
    /// Checks the current sleepers only: if tasks may be on their way to the clock, call ``settle()`` first.
    public func checkSuspension(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws(SuspensionError) {
        guard let sleeping = storage.sleeping else { return }
        Failure(sleeping, at: TestSite(fileID, filePath, line, column)).record()
        throw SuspensionError(description: sleeping)
    }

    /// A task sleeps on a clock on which none should.
    public struct SuspensionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The number of sleepers, and the next deadline.
        public let description: String
    }
}
