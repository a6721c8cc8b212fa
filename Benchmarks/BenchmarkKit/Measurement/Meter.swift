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
        begin.enqueues = instruments.enqueues()
        begin.nanoseconds = instruments.nanoseconds()
    }

    /// Ends the measurement.
    package mutating func stop() {
        let nanoseconds = instruments.nanoseconds()
        end = Instruments.Reading(
            nanoseconds: nanoseconds,
            allocations: instruments.allocations(),
            enqueues: instruments.enqueues()
        )
    }

    /// The measurements, for `count` operations.
    mutating func sample(count: Int) -> Sample {
        if end == nil { stop() }
        func difference(_ count: KeyPath<Instruments.Reading, Int?>) -> Int? {
            end?[keyPath: count].flatMap { last in begin[keyPath: count].map { last - $0 } }
        }
        return Sample(
            count: count,
            nanoseconds: end!.nanoseconds - begin.nanoseconds,
            allocations: difference(\.allocations),
            enqueues: difference(\.enqueues),
            bytesEach: bytesEach
        )
    }
}
