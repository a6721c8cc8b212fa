internal import AsyncKit

/// When a shared value is saved, without locks, tasks and clocks.
///
/// Invariant: waiters exist only while a task runs, so each of them is resumed.
struct SharedSaverStateMachine<Waiter: Sendable>: Sendable {
    private enum Phase: Sendable {
        /// No task. What is unsaved could not be saved. Next: `waiting` (a change), `saving` (a flush).
        case resting
        /// A task sleeps. Next: `saving`.
        case waiting(first: Duration, due: Duration)
        /// A task is about to save, or saves. Next: `resting`, `waiting`, `saving`.
        case saving
        /// The storage cannot be read, so nothing is written. Final.
        case closed(any Error)
    }

    enum Action: Sendable {
        case none
        /// Start a task with this number, and cancel the one before.
        case start(UInt64)
        case resume([Waiter], (any Error)?)
    }

    enum Step: Sendable {
        case sleep(Duration)
        case save
        case end
    }

    private let delay: SaveDelay
    private var phase = Phase.resting
    /// The version that was changed last, and the one that was saved last.
    private var changed: UInt64 = 0
    private var saved: UInt64 = 0
    /// When the oldest change came that the running save does not contain.
    private var changedWhileSaving: (first: Duration, last: Duration)?
    /// Waits for everything that was changed when it came.
    private var waiters = WaiterQueue<(version: UInt64, waiter: Waiter)>()
    /// The number of the task that may go on.
    private var turn: UInt64 = 0

    init(delay: SaveDelay) {
        self.delay = delay
    }

    mutating func close(_ error: any Error) { phase = .closed(error) }

    /// The value has become that of `version`, or a newer one.
    mutating func changed(to version: UInt64, at now: Duration) -> Action {
        changed = max(changed, version)
        switch phase {
        case .closed: return .none
        case .saving:
            changedWhileSaving = (changedWhileSaving?.first ?? now, now)
            return .none
        case .waiting(let first, _):
            phase = .waiting(first: first, due: due(first, now))
            return .none
        case .resting:
            guard changed > saved else { return .none }
            phase = .waiting(first: now, due: due(now, now))
            return start()
        }
    }

    /// A task waits until what has been changed up to `version` is saved; the number is nil if it does not have to.
    mutating func flush(_ waiter: Waiter, upTo version: UInt64) -> (Action, UInt64?) {
        changed = max(changed, version)
        if case .closed(let error) = phase { return (.resume([waiter], changed > 0 ? error : nil), nil) }
        guard changed > saved else { return (.resume([waiter], nil), nil) }
        let place = waiters.join((changed, waiter))
        if case .saving = phase { return (.none, place) }
        phase = .saving
        return (start(), place)
    }

    mutating func withdraw(_ place: UInt64) -> Waiter? { waiters.withdraw(place)?.waiter }

    /// What the task with this number does next.
    ///
    /// - Parameter hasSlept: false if the clock did not sleep, which is no reason to wait longer.
    mutating func next(_ turn: UInt64, at now: Duration, hasSlept: Bool) -> Step {
        guard turn == self.turn else { return .end }
        switch phase {
        case .resting, .closed: return .end
        case .saving: return .save
        case .waiting(_, let due):
            if hasSlept, now < due { return .sleep(due - now) }
            phase = .saving
            return .save
        }
    }

    /// The save of `version` has ended. Returns the waiters that it concerns, and whether the task goes on.
    mutating func saved(_ version: UInt64, failure: (any Error)?) -> ([Waiter], goesOn: Bool) {
        if failure == nil { saved = max(saved, version) }
        let concerned = waiters.removeAll { $0.version <= version }.map(\.waiter)
        let missed = changedWhileSaving
        changedWhileSaving = nil
        if !waiters.isEmpty { return (concerned, true) }
        // A change that came during the save may be in it: the value is read when the save begins.
        guard let missed, changed > version else {
            phase = .resting
            return (concerned, false)
        }
        phase = .waiting(first: missed.first, due: due(missed.first, missed.last))
        return (concerned, true)
    }

    private func due(_ first: Duration, _ last: Duration) -> Duration { min(last + delay.pause, first + delay.limit) }

    private mutating func start() -> Action {
        turn += 1
        return .start(turn)
    }
}
