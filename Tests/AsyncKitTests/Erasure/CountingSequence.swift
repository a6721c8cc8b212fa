import AsyncKit
import Synchronization

/// The numbers from 1 to a limit, with a record of how they were asked for.
struct CountingSequence: AsyncSequence, Sendable {
    struct Counts: Equatable {
        var iterators = 0
        var pulls = 0
    }

    private final class Record: Sendable {
        let counts = Locked(Counts())
        let pullers = Atomic(0)
        let wasPulledConcurrently = Atomic(false)
    }

    private let limit: Int
    private let record = Record()

    init(limit: Int) { self.limit = limit }

    var counts: Counts { record.counts.withLock { $0 } }
    var wasPulledConcurrently: Bool { record.wasPulledConcurrently.load(ordering: .acquiring) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let sequence: CountingSequence
        fileprivate var last = 0

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            let record = sequence.record
            if record.pullers.add(1, ordering: .acquiringAndReleasing).oldValue > 0 {
                record.wasPulledConcurrently.store(true, ordering: .releasing)
            }
            defer { record.pullers.subtract(1, ordering: .acquiringAndReleasing) }
            record.counts.withLock { $0.pulls += 1 }
            guard last < sequence.limit else { return nil }
            // A suspension would admit another pull if overlapping pulls were allowed.
            await Task.yield()
            last += 1
            return last
        }

        mutating func next() async -> Int? { await next(isolation: #isolation) }
    }

    func makeAsyncIterator() -> Iterator {
        record.counts.withLock { $0.iterators += 1 }
        return Iterator(sequence: self)
    }
}
