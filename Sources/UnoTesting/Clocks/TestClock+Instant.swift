internal import UnoArchitecture

extension TestClock {
    /// An instant of a test clock: the time since the clock was made.
    ///
    /// Sums and differences saturate at the largest and the smallest `Duration`.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// The instant `offset` after the clock was made.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// The last instant. A task that sleeps until then sleeps until it is cancelled.
        public static var never: Instant { Instant(offset: Duration(attoseconds: .max)) }

        /// The instant `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset.adding(saturated: duration))
        }

        /// The time from this instant to `other`.
        public func duration(to other: Instant) -> Duration {
            other.offset.subtracting(saturated: offset)
        }

        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }
}

extension TestClock.Instant: CustomStringConvertible {
    public var description: String { "\(offset)" }
}
