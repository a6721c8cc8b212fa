internal import Synchronization

/// Counts the phases of a running machine. Changed and read in the graph's isolation only; atomic to be `Sendable`.
final class PhaseNumber: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int = 0) {
        self.count = Atomic(count)
    }

    var value: Int { count.load(ordering: .relaxed) }

    func advance() { count.add(1, ordering: .relaxed) }

    fileprivate func become(_ other: PhaseNumber) { count.store(other.value, ordering: .relaxed) }
}

/// The phase that the effects of one transition belong to, those that have not begun included.
struct PhaseMembership: Sendable {
    private let machine: PhaseNumber
    private let effects: PhaseNumber

    /// In the machine's present phase.
    init(of machine: PhaseNumber) {
        self.machine = machine
        self.effects = PhaseNumber(machine.value)
    }

    /// Whether the machine has not left the phase.
    var isCurrent: Bool { machine.value == effects.value }

    /// The effects go along into the machine's present phase.
    func renew() { effects.become(machine) }
}
