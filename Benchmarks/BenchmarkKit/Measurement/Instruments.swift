/// The instruments of a meter: a clock, a counter of allocations and a counter of enqueues.
package struct Instruments: Sendable {
    struct Reading: Equatable {
        var nanoseconds: Int
        var allocations: Int?
        var enqueues: Int?
    }

    let nanoseconds: @Sendable () -> Int
    let allocations: @Sendable () -> Int?
    let enqueues: @Sendable () -> Int?
    let countEnqueues: @Sendable (Bool) -> Void

    /// - Parameters:
    ///   - nanoseconds: the time since some moment in the past; monotonic.
    ///   - allocations: the number of blocks that the process has allocated; nil if nothing counts them.
    ///   - enqueues: the number of jobs handed to the pool of the concurrency runtime while they were counted; nil if
    ///     nothing counts them.
    ///   - countEnqueues: begins (true) or ends (false) to count enqueues, which slows them.
    package init(
        nanoseconds: @escaping @Sendable () -> Int,
        allocations: @escaping @Sendable () -> Int?,
        enqueues: @escaping @Sendable () -> Int? = { nil },
        countEnqueues: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        self.nanoseconds = nanoseconds
        self.allocations = allocations
        self.enqueues = enqueues
        self.countEnqueues = countEnqueues
    }

    /// Only the clock and the counter of allocations, which do not disturb what is timed.
    var undisturbing: Instruments { Instruments(nanoseconds: nanoseconds, allocations: allocations) }
}
