internal import Synchronization

/// How many want into a graph's isolation without a turn: to read the state, to await an event, to end an effect.
///
/// The drain loop leaves the isolation to them; without this they would wait for a flood of actions to end.
struct Visitors: ~Copyable, Sendable {
    private let count = Atomic<Int32>(0)

    /// One atomic read, for each action.
    var areWaiting: Bool { count.load(ordering: .relaxed) > 0 }

    func announce() { count.add(1, ordering: .relaxed) }
    func arrived() { count.subtract(1, ordering: .relaxed) }
}
