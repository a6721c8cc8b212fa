/// The instruments of a meter: a clock and a counter of allocations.
package struct Instruments: Sendable {
    struct Reading: Equatable {
        var nanoseconds: Int
        var allocations: Int?
    }

    let nanoseconds: @Sendable () -> Int
    let allocations: @Sendable () -> Int?

    /// - Parameters:
    ///   - nanoseconds: the time since some moment in the past; monotonic.
    ///   - allocations: the number of blocks that the process has allocated; nil if nothing counts them.
    package init(nanoseconds: @escaping @Sendable () -> Int, allocations: @escaping @Sendable () -> Int?) {
        self.nanoseconds = nanoseconds
        self.allocations = allocations
    }
}
