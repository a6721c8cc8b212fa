/// How long the mailbox loop keeps its thread: a number of actions and about a millisecond, whichever is over first.
///
/// The clock is read only every so many actions: 64 while handlers are fast, fewer the longer they take, so that a turn
/// lasts hardly longer than the budget. The first reading of a turn begins the measurement; a turn that ends before reads
/// no clock.
@usableFromInline
struct LoopBudget {
    /// Without a clock, the only limit.
    static var actions: Int { 16_384 }
    /// In nanoseconds, as all times here.
    private static let time: Int64 = 1_000_000
    /// How much of the time may pass between two readings.
    private static let timePerLook: Int64 = 250_000
    private static let longestStride: Int32 = 64

    private let clock: GraphClock?
    /// The first reading of this turn; nil before.
    private var start: Int64?
    // Kept small, because every runtime has one.
    /// The number of actions between two readings.
    private var step = longestStride
    /// The number of actions handled in this turn.
    private var handled: Int32 = 0
    /// The value of `handled` at which the next look is due.
    private var nextLook = longestStride
    /// The value of `handled` at the last reading.
    private var lastHandled: Int32 = 0
    /// The last reading.
    private var lastTime: Int64 = 0
    /// Whether the loop has to leave its thread.
    @usableFromInline private(set) var isSpent = false

    /// The number of actions between two readings.
    @usableFromInline var stride: Int { Int(step) }

    /// - Parameter clock: nil to count actions only.
    init(on clock: GraphClock?) {
        self.clock = clock
    }

    /// Begins a turn: the thread has been left to others.
    mutating func begin() {
        (handled, nextLook, start, isSpent) = (0, step, nil, false)
    }

    /// Counts actions that the loop has handled.
    @usableFromInline
    mutating func spend(_ count: Int) {
        handled += Int32(count)
        if handled >= nextLook, look() { isSpent = true }
    }

    private mutating func look() -> Bool {
        if handled >= Self.actions { return true }
        guard let clock else {
            nextLook = Int32(Self.actions)
            return false
        }
        let now = clock.nanoseconds
        if start == nil {
            start = now
            // Known to be too short only when it has been measured.
            step = min(step * 2, Self.longestStride)
        } else {
            adapt(to: now - lastTime, for: handled - lastHandled)
        }
        (lastTime, lastHandled) = (now, handled)
        nextLook = handled + step
        return now - start! >= Self.time
    }

    private mutating func adapt(to elapsed: Int64, for count: Int32) {
        step = Int32(max(1, min(Int64(Self.longestStride), Self.timePerLook * Int64(count) / max(1, elapsed))))
    }
}
