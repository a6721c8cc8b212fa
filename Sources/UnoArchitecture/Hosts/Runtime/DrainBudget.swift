/// How long the drain loop keeps its thread: a number of actions and about a millisecond, whichever is over first.
///
/// The clock is read only every so many actions: 64 while handlers are fast, fewer the longer they take, so that a turn
/// lasts hardly longer than the budget. The first reading of a turn begins the measurement; a turn that ends before reads
/// no clock.
@usableFromInline
struct DrainBudget {
    /// Without a clock, the only limit.
    static var actions: Int { 16_384 }
    private static let time = Duration.milliseconds(1)
    /// How much of the time may pass between two readings.
    private static let timePerLook = Duration.microseconds(250)
    private static let longestStride = 64

    private let clock: GraphClock?
    /// The number of actions between two readings.
    @usableFromInline private(set) var stride = longestStride
    /// The number of actions handled in this turn.
    private var handled = 0
    /// The value of `handled` at which the next look is due.
    private var nextLook = longestStride
    private var start: Duration?
    /// The last reading, and the number of actions handled then.
    private var last = (time: Duration.zero, handled: 0)

    /// - Parameter clock: nil to count actions only.
    init(on clock: GraphClock?) {
        self.clock = clock
    }

    /// Begins a turn: the thread has been left to others.
    mutating func begin() {
        (handled, nextLook, start) = (0, stride, nil)
    }

    /// Counts actions; returns whether the budget is spent.
    @usableFromInline
    mutating func spend(_ count: Int) -> Bool {
        handled += count
        return handled >= nextLook && look()
    }

    private mutating func look() -> Bool {
        if handled >= Self.actions { return true }
        guard let clock else {
            nextLook = Self.actions
            return false
        }
        let now = clock.now
        if start == nil {
            start = now
            // Known to be too short only when it has been measured.
            stride = min(stride * 2, Self.longestStride)
        } else {
            adapt(to: now - last.time, for: handled - last.handled)
        }
        last = (now, handled)
        nextLook = handled + stride
        return now - start! >= Self.time
    }

    private mutating func adapt(to elapsed: Duration, for count: Int) {
        guard elapsed > Self.timePerLook / Self.longestStride * count else {
            stride = Self.longestStride
            return
        }
        stride = max(1, min(Self.longestStride, Int(Self.timePerLook * count / elapsed)))
    }
}
