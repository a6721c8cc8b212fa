internal import AsyncKit
internal import UnoArchitecture

/// A remote reader at its host: a subscription, and the window in front of it.
final class HostReader<State: Sendable>: Sendable {
    private let states: NumberedStates<State>
    private let window: Locked<StateWindow<State>>
    /// Held by the call that is answered.
    private let lock = AsyncLock()
    private let lastCall = Locked(UInt64(0))
    private let charge = Locked(ByteBudget.Charge?.none)
    /// The calls under way, and when the last one ended.
    private let calls = Locked((count: 0, lastEnd: Duration.zero))

    init(_ states: NumberedStates<State>, after number: UInt64?) {
        self.states = states
        window = Locked(StateWindow(after: number))
    }

    func end() {
        states.cancel()
        arrived()
    }

    /// The last reply has arrived, or its reader has ended.
    func arrived() { charge.withLock { $0.take() }?.end() }

    /// The number of the state with which the subscription began; nil before it has come.
    var beginning: UInt64? { window.withLock { $0.beginning } }

    /// Keeps the room of a reply until it has arrived.
    func send(_ charge: ByteBudget.Charge) {
        self.charge.withLock { last in
            defer { last = charge }
            return last
        }?.end()
    }

    /// A call begins.
    func wake() { calls.withLock { $0.count += 1 } }

    /// A call has ended.
    func rest(at now: Duration) { calls.withLock { $0 = ($0.count - 1, now) } }

    /// When the last call ended; nil while one is under way.
    var restsSince: Duration? { calls.withLock { $0.count == 0 ? $0.lastEnd : nil } }

    /// Waits for states; nil if a later call has been made. The later call ends the wait of this one.
    func states(
        after number: UInt64?,
        atMost count: Int,
        within limit: Duration,
        _ clock: (any Clock<Duration>)?
    ) async -> StateWindow<State>.Answer? {
        let call = lastCall.withLock { last in
            last += 1
            return last
        }
        states.interrupt()
        _ = await lock.acquireIgnoringCancellation()
        defer { lock.release() }
        let answer = window.withLock { $0.ask(after: number, count: count) }
        guard case .pull = answer else { return answer }
        guard lastCall.withLock({ $0 }) == call else { return nil }
        let pull = await states.pull(atMost: count, within: limit, clock: clock) { lastCall.withLock { $0 } != call }
        return window.withLock { $0.pulled(pull.states, end: pull.end, count: count) }
    }
}
