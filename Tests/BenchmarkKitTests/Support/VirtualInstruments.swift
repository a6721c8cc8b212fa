import Synchronization

@testable import BenchmarkKit

/// A clock and a counter that move when the test says so.
final class VirtualInstruments: Sendable {
    private let time = Atomic(0)
    private let allocated = Atomic(0)
    private let enqueued = Atomic(0)
    private let isCounting = Atomic(false)
    private let log = Mutex([String]())

    var instruments: Instruments {
        Instruments(
            nanoseconds: { self.time.load(ordering: .relaxed) },
            allocations: { self.allocated.load(ordering: .relaxed) },
            enqueues: { self.enqueued.load(ordering: .relaxed) },
            countEnqueues: { self.isCounting.store($0, ordering: .relaxed) })
    }

    /// The runs so far, such as "a 10".
    var runs: [String] { log.withLock { $0 } }

    /// Enqueues count only while they are counted, and take long then.
    func pass(nanoseconds: Int, allocations: Int = 0, enqueues: Int = 0) {
        time.add(nanoseconds, ordering: .relaxed)
        allocated.add(allocations, ordering: .relaxed)
        guard isCounting.load(ordering: .relaxed) else { return }
        enqueued.add(enqueues, ordering: .relaxed)
        time.add(enqueues * 1_000_000, ordering: .relaxed)
    }

    /// A subject of which each operation takes as long, and allocates as much, as said.
    ///
    /// - Parameter first: how long the first of all runs takes instead.
    func subject(
        _ name: String, nanoseconds: Int, allocations: Int = 0, fixedCount: Int? = nil, firstTakes first: Int? = nil
    ) -> Subject {
        Subject(name, fixedCount: fixedCount) { count, _ in
            let isFirst = self.log.withLock { runs in
                runs.append("\(name) \(count)")
                return runs.count == 1
            }
            self.pass(nanoseconds: isFirst ? first ?? nanoseconds * count : nanoseconds * count)
            self.pass(nanoseconds: 0, allocations: allocations * count)
            return count
        }
    }
}
