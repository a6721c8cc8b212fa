internal import AsyncKit

/// The effects of a scope that share an id.
///
/// Complexity: amortised O(1) per change; while an effect waits, the end of another is O(n) in the running effects.
struct EffectQueue {
    private var running: [EffectRun.Number: EffectRun] = [:]
    /// Finishing effects: cancelled or ended, but their tasks have not ended. Not active; they block waiting effects.
    private var finishing: [EffectRun.Number: EffectRun] = [:]
    /// In the order of their queue numbers. A cancelled effect stays in place until it becomes the first, or until most are
    /// cancelled.
    private var waiting = Deque<EffectRun>()
    private(set) var waitingCount = 0

    /// Whether an effect runs or waits. One whose event has been cancelled does until the graph comes to it; see ``hasUncancelled``.
    var isActive: Bool { !running.isEmpty || waitingCount > 0 }

    /// Whether an effect runs or waits that has not been cancelled, by itself or with its event, even if the event has yet to be swept.
    var hasUncancelled: Bool { running.values.contains { !$0.isCancelled } || hasWaiting(atLeast: 1) }

    /// Whether at least `number` effects wait that have not been cancelled, by themselves or with their events.
    func hasWaiting(atLeast number: Int) -> Bool {
        guard waitingCount >= number else { return false }
        var count = 0
        for index in 0..<waiting.count where waiting[index].isWaiting && !waiting[index].isCancelled {
            count += 1
            if count == number { return true }
        }
        return number <= 0
    }

    /// Whether an effect that has to wait for earlier ones could start at once.
    var isFree: Bool { !isActive && finishing.isEmpty }

    /// The waiting effects, then the running ones, each oldest first. Cancelling them in this order starts none.
    var effects: [EffectRun] {
        (0..<waiting.count).map { waiting[$0] }.filter(\.isWaiting)
            + running.keys.sorted().map { running[$0]! }
    }

    /// The effect that has waited longest; nil if none waits. Complexity: amortised O(1).
    mutating func oldestWaiting() -> EffectRun? {
        while let next = waiting.first, !next.isWaiting { _ = waiting.popFirst() }
        return waiting.first
    }

    /// The effect that has waited longest of those that count. Complexity: O(1), and a look at each that does not count.
    mutating func oldestWaiting(where counts: (EffectRun) -> Bool) -> EffectRun? {
        _ = oldestWaiting()
        for index in 0..<waiting.count where waiting[index].isWaiting && counts(waiting[index]) {
            return waiting[index]
        }
        return nil
    }

    mutating func run(_ effect: EffectRun) { running[effect.number] = effect }

    /// Complexity: O(1); O(n) in the effects that came while a gate with their id waited, for the effect of the gate.
    mutating func wait(_ effect: EffectRun) {
        waiting.append(effect)
        waitingCount += 1
        var place = waiting.count - 1
        while place > 0, waiting[place - 1].queueNumber > effect.queueNumber {
            (waiting[place - 1], waiting[place]) = (effect, waiting[place - 1])
            place -= 1
        }
    }

    /// Makes a running effect a finishing one.
    mutating func retire(_ effect: EffectRun) {
        if running.removeValue(forKey: effect.number) != nil { finishing[effect.number] = effect }
    }

    /// Records that a waiting effect has been cancelled. Complexity: amortised O(1).
    mutating func gaveUp() {
        waitingCount -= 1
        guard waiting.count > 2 * waitingCount + 8 else { return }
        var left = Deque<EffectRun>()
        while let effect = waiting.popFirst() {
            if !effect.wasCancelled { left.append(effect) }
        }
        waiting = left
    }

    /// Whether the effect is running or finishing.
    func contains(_ effect: EffectRun) -> Bool { running[effect.number] != nil || finishing[effect.number] != nil }

    /// Removes an effect whose task has ended.
    mutating func ended(_ effect: EffectRun) {
        running[effect.number] = nil
        finishing[effect.number] = nil
    }

    /// Removes the next waiting effect from the queue and marks it as running; nil if none may start yet.
    mutating func next() -> EffectRun? {
        // An effect waits only for those whose turn came before its own.
        guard let next = oldestWaiting(), !running.values.contains(where: { $0.queueNumber < next.queueNumber }),
            !finishing.values.contains(where: { $0.queueNumber < next.queueNumber })
        else { return nil }
        _ = waiting.popFirst()
        waitingCount -= 1
        running[next.number] = next
        return next
    }
}
