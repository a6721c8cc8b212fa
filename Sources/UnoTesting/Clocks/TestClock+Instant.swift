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
            let (sum, isTooLarge) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
            return Instant(offset: isTooLarge ? .extreme(isNegative: duration < .zero) : Duration(attoseconds: sum))
        }

        /// The time from this instant to `other`.
        public func duration(to other: Instant) -> Duration {
            let (difference, isTooLarge) = other.offset.attoseconds.subtractingReportingOverflow(offset.attoseconds)
            return isTooLarge ? .extreme(isNegative: other < self) : Duration(attoseconds: difference)
        }

        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }
}

extension TestClock.Instant: CustomStringConvertible {
    public var description: String { "\(offset)" }
}

extension Duration {
    fileprivate static func extreme(isNegative: Bool) -> Duration {
        Duration(attoseconds: isNegative ? .min : .max)
    }
}
