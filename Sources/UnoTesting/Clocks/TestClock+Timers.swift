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
        guard let sleeping = storage.sleeping else { return }
        Failure(sleeping, at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column)).record()
        throw SuspensionError(description: sleeping)
    }

    /// Something sleeps on a clock on which nothing should.
    public struct SuspensionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// How many sleep, and until when.
        public let description: String
    }
}
