/// The window of a throttle: whether an element passes, waits for the end of the window, or is dropped. No tasks, no clock.
///
/// The owner holds the element that waits, until the window ends; then it calls `passed(until:)`, as for an element that
/// passes at once.
@usableFromInline
package struct ThrottleWindow<Instant: InstantProtocol> {
    @usableFromInline
    enum State {
        /// No element has passed yet. Next: `open`.
        case idle
        /// An element has passed, and the next one passes at this time. Next: `open` (with a later end).
        case open(until: Instant)
    }

    @usableFromInline var state = State.idle

    @inlinable
    package init() {}

    /// What becomes of an element that arrives.
    @usableFromInline
    package enum Arrival: Equatable, Sendable {
        /// It passes: call `passed(until:)`.
        case pass
        /// It waits for the end of the window, in the place of an element that waits already.
        case wait(until: Instant)
    }

    /// An element has arrived.
    ///
    /// - Parameter isHolding: whether an element waits. It comes before one that arrives when the window is over.
    @inlinable
    package func arrive(at now: Instant, isHolding: Bool) -> Arrival {
        switch state {
        case .open(let end) where isHolding || now < end: .wait(until: end)
        case .idle, .open: .pass
        }
    }

    /// An element passes; the next one may pass at `end`.
    @inlinable
    package mutating func passed(until end: Instant) { state = .open(until: end) }
}

extension ThrottleWindow.State: Sendable {}
extension ThrottleWindow: Sendable {}
