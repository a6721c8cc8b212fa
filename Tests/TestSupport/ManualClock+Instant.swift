extension ManualClock {
    /// A moment on a manual clock: the time since it was made.
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package init(offset: Duration = .zero) {
            self.offset = offset
        }

        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        package func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        package static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }
}

extension ManualClock.Instant: CustomStringConvertible {
    package var description: String { "\(offset)" }
}
