/// A moment on a clock, to be compared with one on a clock that may be another one.
struct ClockMoment: Sendable {
    private let instant: any InstantProtocol
    /// The clock if it is an object: another object of its type may have another time.
    private let clock: ObjectIdentifier?

    init<C: Clock>(_ instant: C.Instant, on clock: C) {
        if let erased = clock as? any ErasedClock, let moment = erased.moment(instant) {
            self = moment
        } else {
            self.instant = instant
            self.clock = C.self is AnyObject.Type ? ObjectIdentifier(clock as AnyObject) : nil
        }
    }

    /// Whether this moment is earlier; false if the two cannot be compared.
    func isEarlier(than other: ClockMoment?) -> Bool {
        func isEarlier<Instant: InstantProtocol>(_ instant: Instant) -> Bool {
            (other?.instant as? Instant).map { instant < $0 } ?? false
        }
        return clock == other?.clock && isEarlier(instant)
    }
}

/// A clock that stands for another one, whose instants can be compared.
protocol ErasedClock {
    /// The moment of the other clock; nil if `instant` is none of this clock.
    func moment(_ instant: any InstantProtocol) -> ClockMoment?
}
