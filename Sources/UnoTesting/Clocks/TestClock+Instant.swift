extension TestClock {
    /// A moment on a test clock: the time since it was made.
    ///
    /// Sums and differences that no `Duration` can hold end at the largest or the smallest one.
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// The last instant. What sleeps until then sleeps until it is cancelled.
        public static var never: Instant { Instant(offset: Duration(attoseconds: .max)) }

        public func advanced(by duration: Duration) -> Instant {
            let (sum, isTooLarge) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
            return Instant(offset: isTooLarge ? .extreme(isNegative: duration < .zero) : Duration(attoseconds: sum))
        }

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
