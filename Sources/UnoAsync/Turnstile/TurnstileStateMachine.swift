/// Who is inside a ``Turnstile`` and who waits, without locks or tasks.
///
/// The line lies beside the state rather than inside it, so that its buffer survives a change of holder.
///
/// Invariants: somebody waits only in `held`; a waiter is given out exactly once.
struct TurnstileStateMachine<Waiter: Sendable>: ~Copyable, Sendable {
    private enum State {
        /// Nobody is inside and nobody waits. Next: `held`, `closed`.
        case free
        /// One is inside, and any number wait. Next: `free`, `closing`; or `held` by the next in line.
        case held
        /// One is inside, nobody waits and nobody will enter. Next: `closed`.
        case closing
        /// Nobody is inside and nobody will enter. Final.
        case closed
    }

    private var state = State.free
    private var line = WaiterQueue<Waiter>()

    var hasWaiters: Bool { !line.isEmpty }

    enum EnterAction {
        case answer(Turnstile.Entry)
        case wait(WaiterQueue<Waiter>.ID)
    }

    mutating func enter(_ waiter: Waiter) -> EnterAction {
        switch state {
        case .free:
            state = .held
            return .answer(.entered)
        case .held: return .wait(line.join(waiter))
        case .closing, .closed: return .answer(.closed)
        }
    }

    mutating func tryEnter() -> Bool {
        guard case .free = state else { return false }
        state = .held
        return true
    }

    /// Answers who is inside from now on.
    mutating func leave() -> Waiter? {
        switch state {
        case .held:
            if let next = line.popFirst() { return next }
            state = .free
        case .closing: state = .closed
        case .free, .closed: fatalError("leave: nobody is inside (\(state))")
        }
        return nil
    }

    /// The waiter gives up; nil if it does not wait any more.
    mutating func withdraw(_ id: WaiterQueue<Waiter>.ID) -> Waiter? { line.withdraw(id) }

    mutating func close() -> [Waiter] {
        switch state {
        case .free: state = .closed
        case .held: state = .closing
        case .closing, .closed: break
        }
        return line.removeAll()
    }
}
