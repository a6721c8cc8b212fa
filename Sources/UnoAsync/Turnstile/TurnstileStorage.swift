import Synchronization

/// The lock and the waiters' continuations of a ``Turnstile``.
///
/// Each operation runs one event of the state machine under the lock and acts on its answer after it. A
/// continuation is resumed exactly once because the machine gives each waiter out exactly once.
///
/// It lies in its owner, a turnstile or a class with other things besides: such an owner saves an object.
package struct TurnstileStorage: ~Copyable, Sendable {
    /// Who waits for the answer to an entry.
    package enum Waiter: Sendable {
        case task(UnsafeContinuation<Turnstile.Entry, Never>)
        case reservation(TurnstileReservation)

        func resume(returning entry: Turnstile.Entry) {
            switch self {
            case .task(let continuation): continuation.resume(returning: entry)
            case .reservation(let reservation): reservation.resolve(entry)
            }
        }
    }

    private typealias Machine = TurnstileStateMachine<Waiter>

    private let machine = LockedField(Machine())
    /// Mirrors the machine's `hasWaiters`; written under the lock.
    private let line = Atomic<Bool>(false)

    package init() {}

    package var hasWaiters: Bool { line.load(ordering: .acquiring) }

    package func tryEnter() -> Bool { machine.withLock { $0.tryEnter() } }

    package func enter() async -> Turnstile.Entry {
        if Task.isCancelled { return .cancelled }
        if tryEnter() { return .entered }
        return await enter(withdrawal: TurnstileWithdrawal())
    }

    package func enter(withdrawal: TurnstileWithdrawal) async -> Turnstile.Entry {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let answer = event { machine -> Turnstile.Entry? in
                    if case .withdrawn = withdrawal.stage { return .withdrawn }
                    guard case .unused = withdrawal.stage else {
                        fatalError("enter: the withdrawal already serves an entry (\(withdrawal.stage))")
                    }
                    // A task is marked as cancelled before its handler runs. If the handler has had the lock
                    // already, this sees the mark; if not, the handler will find the waiter.
                    let action: Machine.EnterAction =
                        Task.isCancelled ? .answer(.cancelled) : machine.enter(.task(waiter))
                    switch action {
                    case .answer(let entry):
                        withdrawal.stage = .answered
                        return entry
                    case .wait(let id):
                        withdrawal.stage = .waiting(id)
                        return nil
                    }
                }
                if let answer { waiter.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = event { machine -> Waiter? in
                guard case .waiting(let id) = withdrawal.stage else { return nil }
                return machine.withdraw(id)
            }
            waiter?.resume(returning: .cancelled)
        }
    }

    package func enterIgnoringCancellation() async -> Turnstile.Entry {
        if tryEnter() { return .entered }
        return await withUnsafeContinuation { waiter in
            if case .answer(let entry) = event({ $0.enter(.task(waiter)) }) { waiter.resume(returning: entry) }
        }
    }

    package func reserve() -> TurnstileReservation {
        let reservation = TurnstileReservation()
        if case .answer(let entry) = event({ $0.enter(.reservation(reservation)) }) { reservation.resolve(entry) }
        return reservation
    }

    package func leave() {
        event { $0.leave() }?.resume(returning: .entered)
    }

    @discardableResult
    package func withdraw(_ withdrawal: TurnstileWithdrawal) -> Bool {
        let (inTime, waiter) = event { machine -> (Bool, Waiter?) in
            switch withdrawal.stage {
            case .unused:
                withdrawal.stage = .withdrawn
                return (true, nil)
            case .waiting(let id):
                let waiter = machine.withdraw(id)
                return (waiter != nil, waiter)
            case .withdrawn, .answered:
                return (false, nil)
            }
        }
        waiter?.resume(returning: .withdrawn)
        return inTime
    }

    package func close() {
        for waiter in event({ $0.close() }) { waiter.resume(returning: .closed) }
    }

    private func event<Answer: Sendable>(_ body: (inout Machine) -> Answer) -> Answer {
        machine.withLock { machine in
            let answer = body(&machine)
            if machine.hasWaiters != line.load(ordering: .relaxed) {
                line.store(machine.hasWaiters, ordering: .releasing)
            }
            return answer
        }
    }
}
