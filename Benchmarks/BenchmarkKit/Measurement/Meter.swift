/// Measures one run of a subject.
///
/// Measures the whole run, unless the subject calls ``start()`` after its set-up or ``stop()`` before its clean-up.
package struct Meter {
    private let instruments: Instruments
    private var begin: Instruments.Reading
    private var end: Instruments.Reading?
    /// The memory that each operation leaves occupied, for workloads that measure memory.
    package var bytesEach: Double?

    init(_ instruments: Instruments) {
        self.instruments = instruments
        begin = Instruments.Reading(nanoseconds: 0, allocations: nil)
        start()
    }

    /// Starts the measurement; discards earlier readings.
    package mutating func start() {
        end = nil
        // Read the clock last here and first in `stop()`, so that reading the counter is not timed.
        begin.allocations = instruments.allocations()
        begin.nanoseconds = instruments.nanoseconds()
    }

    /// Ends the measurement.
    package mutating func stop() {
        let nanoseconds = instruments.nanoseconds()
        end = Instruments.Reading(nanoseconds: nanoseconds, allocations: instruments.allocations())
    }

    /// The measurements, for `count` operations.
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
