/// Measures one run of a subject.
///
/// The whole run counts, unless the subject calls ``start()`` after its set-up or ``stop()`` before it clears up.
package struct Meter {
    private let instruments: Instruments
    private var begin: Instruments.Reading
    private var end: Instruments.Reading?
    /// The memory that each operation leaves occupied, where a workload is about that.
    package var bytesEach: Double?

    init(_ instruments: Instruments) {
        self.instruments = instruments
        begin = Instruments.Reading(nanoseconds: 0, allocations: nil)
        start()
    }

    /// Begins to measure; what came before does not count.
    package mutating func start() {
        end = nil
        // The clock is read last here and first in `stop()`, so that reading the counter is not timed.
        begin.allocations = instruments.allocations()
        begin.nanoseconds = instruments.nanoseconds()
    }

    /// Ends the measurement; what comes after does not count.
    package mutating func stop() {
        let nanoseconds = instruments.nanoseconds()
        end = Instruments.Reading(nanoseconds: nanoseconds, allocations: instruments.allocations())
    }

    /// What was measured, for `count` operations.
    mutating func sample(count: Int) -> Sample {
        if end == nil { stop() }
        let allocations = end?.allocations.flatMap { last in begin.allocations.map { last - $0 } }
        return Sample(
            count: count,
            nanoseconds: end!.nanoseconds - begin.nanoseconds,
            allocations: allocations,
            bytesEach: bytesEach
        )
    }
}
