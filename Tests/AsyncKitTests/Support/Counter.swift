import Synchronization

final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    /// Returns the previous value.
    @discardableResult
    func increment() -> Int { count.add(1, ordering: .acquiringAndReleasing).oldValue }

    @discardableResult
    func decrement() -> Int { count.subtract(1, ordering: .acquiringAndReleasing).oldValue }

    var value: Int { count.load(ordering: .acquiring) }
}
