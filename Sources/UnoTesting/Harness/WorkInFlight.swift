package import UnoArchitecture
internal import ValueKit

/// The work in flight in a feature under test, as failure messages describe it.
package struct WorkInFlight<State: Equatable, Action: Sendable> {
    package let pending: Pending
    private let clock: TestClock
    private let ledger: ReceiveLedger<State, Action>
    /// The tasks of effects that work or wait outside the harness.
    private let outside: Set<GraphTasks.TaskReference>

    package init(_ pending: Pending, _ clock: TestClock, _ ledger: ReceiveLedger<State, Action>) {
        (self.pending, self.clock, self.ledger) = (pending, clock, ledger)
        outside =
            pending.outsideCount(clock) > 0
            ? Set(pending.effects.compactMap(\.task)).subtracting(clock.sleepingTasks.compactMap(\.graphTask)) : []
    }

    /// All of it, as the end of a failure message.
    package var text: String {
        var lines = pending.effects.map { effect in
            "    \(describe(effect))" + (isOutside(effect) ? ",\n        which \(Self.outsideText)" : "")
        }
        if pending.heldActions > 0 { lines.append("    \(pending.heldActions) held action(s), as by a debounce") }
        if pending.transformers > 0 { lines.append("    \(pending.transformers) stream transformer(s)") }
        guard !lines.isEmpty else { return ". Nothing is under way" }
        lines += sleepers.map { ["    \($0)"] } ?? []
        lines += clock.latecomers.map { ["    \($0)"] } ?? []
        return ". Under way:\n" + Rendering.list(lines, indent: "    ")
    }

    /// Describes an effect that runs and does not sleep on the clock.
    static var outsideText: String {
        "is not asleep on the clock of the test: it works, or waits for something, outside the harness (another "
            + "clock, another actor, an unstructured task), where its time cannot be followed"
    }

    func isOutside(_ effect: Pending.Effect) -> Bool { effect.task.map(outside.contains) ?? false }

    /// Describes the tasks that sleep on the clock; nil if there is none.
    var sleepers: String? {
        let count = clock.sleeperCount
        guard count > 0 else { return nil }
        let next = clock.nextDeadline.map { "the next until \($0)" } ?? "until they are cancelled"
        return "\(count) asleep on the clock, \(next); it is \(clock.now)"
    }

    /// The place of the action that has led to an effect.
    func site(of effect: Pending.Effect) -> TestSite? { event(of: effect)?.site }

    private func event(of effect: Pending.Effect) -> ReceiveLedger<State, Action>.Event? {
        effect.event.flatMap { ledger.events[$0] }
    }

    func name(_ effect: Pending.Effect) -> String {
        ".\(effect.kind)" + (effect.id.map { "(id: \($0))" } ?? "")
            + (event(of: effect).map { " of \($0.name), sent at \($0.site)" } ?? "")
    }

    func describe(_ effect: Pending.Effect) -> String {
        name(effect) + (effect.isCancelled ? ", cancelled and not wound up" : "")
    }
}
