/// The window of a debounce: the newest element and its deadline. No tasks, no clock.
///
/// The owner runs at most one sleeper, which sleeps until a deadline and then calls `woke(at:)`. A newer element moves the
/// deadline and leaves the sleeper alone; if the sleeper wakes before the moved deadline, it sleeps again.
///
/// Deadlines never move to an earlier time, because the interval of a debounce is constant and its clock does not run
/// backwards. Given an earlier one, the window would deliver when the running sleeper wakes: late, but not lost.
@usableFromInline
package struct DebounceWindow<Element, Instant: InstantProtocol> {
    @usableFromInline
    enum State {
        /// No element, no sleeper. Next: `pending`.
        case idle
        /// An element waits until `due`, and the sleeper runs. Next: `pending` (a newer element, or the sleeper woke early),
        /// `idle` (due) or `flushed`.
        case pending(Element, due: Instant)
        /// The element was taken early, and the sleeper still runs. Next: `pending` or `idle` (the sleeper woke).
        case flushed
    }

    @usableFromInline var state = State.idle

    @inlinable
    package init() {}

    /// What the caller does about the sleeper when an element has arrived.
    @usableFromInline
    package enum Sleeper: Equatable, Sendable {
        /// No sleeper runs: start it.
        case start(until: Instant)
        /// The sleeper runs; it learns of the moved deadline when it wakes.
        case running
    }

    /// A newer element arrived; returns the element that it supersedes, and whether to start the sleeper.
    @inlinable
    package mutating func arrive(_ element: Element, due: Instant) -> (superseded: Element?, sleeper: Sleeper) {
        defer { state = .pending(element, due: due) }
        switch state {
        case .idle: return (nil, .start(until: due))
        case .pending(let superseded, _): return (superseded, .running)
        case .flushed: return (nil, .running)
        }
    }

    /// What the sleeper does next. After `deliver` and `idle` it has ended.
    package enum Wake {
        /// The deadline has moved: sleep again.
        case sleep(until: Instant)
        /// No newer element came: deliver this one and end.
        case deliver(Element)
        /// Nothing is pending: end.
        case idle
    }

    /// The sleeper woke at `now`.
    package mutating func woke(at now: Instant) -> Wake {
        switch state {
        case .pending(_, let due) where now < due:
            return .sleep(until: due)
        case .pending(let element, _):
            state = .idle
            return .deliver(element)
        case .flushed:
            state = .idle
            return .idle
        case .idle:
            fatalError("The sleeper of a debounce woke at \(now), but none runs in state idle")
        }
    }

    /// Takes the pending element if its window is over at `now`, before the sleeper has woken.
    ///
    /// The sleeper may be scheduled long after the deadline; whichever event comes first then finds the element due.
    @inlinable
    package mutating func takeDue(at now: Instant) -> Element? {
        isDue(at: now) ? flush() : nil
    }

    /// Whether an element is pending and its window is over at `now`.
    @inlinable
    package func isDue(at now: Instant) -> Bool {
        guard case .pending(_, let due) = state else { return false }
        return due <= now
    }

    /// The time at which the pending element is due.
    package var deadline: Instant? {
        guard case .pending(_, let due) = state else { return nil }
        return due
    }

    /// Takes the pending element at once, for a finish or a withdrawal.
    ///
    /// When the sleeper wakes, it gets `idle`, or the deadline of an element that has arrived in the meantime.
    @inlinable
    package mutating func flush() -> Element? {
        guard case .pending(let element, _) = state else { return nil }
        state = .flushed
        return element
    }

    /// The newest element, as long as it is neither delivered nor flushed.
    package var pending: Element? {
        guard case .pending(let element, _) = state else { return nil }
        return element
    }
}

extension DebounceWindow.State: Sendable where Element: Sendable {}
extension DebounceWindow: Sendable where Element: Sendable {}
extension DebounceWindow.Wake: Sendable where Element: Sendable {}
extension DebounceWindow.Wake: Equatable where Element: Equatable {}
