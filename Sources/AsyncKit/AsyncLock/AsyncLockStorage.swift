import Synchronization

/// The state machine of an ``AsyncLock`` under a lock, and the continuations of the waiting tasks.
///
/// Each operation runs one event of the state machine under the lock and acts on its result afterwards. A continuation is
/// resumed exactly once because the machine hands out each waiter exactly once.
package struct AsyncLockStorage: ~Copyable, Sendable {
    /// Receives the result of a request that had to wait.
    package enum Waiter: Sendable {
        case task(UnsafeContinuation<AsyncLock.Acquisition, Never>)
        case reservation(AsyncLockReservation)

        func resume(returning acquisition: AsyncLock.Acquisition) {
            switch self {
            case .task(let continuation): continuation.resume(returning: acquisition)
            case .reservation(let reservation): reservation.resolve(acquisition)
            }
        }
    }

    private typealias Machine = AsyncLockStateMachine<Waiter>

    private let machine = LockedField(Machine())
    /// Mirrors the machine's `hasWaiters`; written under the lock.
    private let waits = Atomic<Bool>(false)

    package init() {}

    /// Whether a request waits: one atomic read with acquire ordering, without the lock.
    package var hasWaiters: Bool { waits.load(ordering: .acquiring) }

    /// Whether a holder has not released the lock.
    package var isHeld: Bool { machine.withLock { $0.isHeld } }

    package func tryAcquire() -> Bool { machine.withLock { $0.tryAcquire() } }

    package func acquire() async -> AsyncLock.Acquisition {
        if Task.isCancelled { return .cancelled }
        if tryAcquire() { return .acquired }
        return await acquire(withdrawal: AsyncLockWithdrawal())
    }

    /// Acquires the lock as `acquire()` does, unless `withdraw(_:)` is called first; a withdrawal serves one request.
    package func acquire(withdrawal: AsyncLockWithdrawal) async -> AsyncLock.Acquisition {
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { waiter in
                let result = event { machine -> AsyncLock.Acquisition? in
                    if case .withdrawn = withdrawal.stage { return .withdrawn }
                    guard case .unused = withdrawal.stage else {
                        fatalError("acquire: the withdrawal already serves a request (\(withdrawal.stage))")
                    }
                    // A task is marked as cancelled before its handler runs. If the handler has already had the lock, this
                    // sees the mark; otherwise the handler will find the waiter.
                    let action: Machine.AcquireAction =
                        Task.isCancelled ? .finish(.cancelled) : machine.acquire(.task(waiter))
                    switch action {
                    case .finish(let acquisition):
                        withdrawal.stage = .finished
                        return acquisition
                    case .wait(let id):
                        withdrawal.stage = .waiting(id)
                        return nil
                    }
                }
                if let result { waiter.resume(returning: result) }
            }
        } onCancel: {
            let waiter = event { machine -> Waiter? in
                guard case .waiting(let id) = withdrawal.stage else { return nil }
                return machine.withdraw(id)
            }
            waiter?.resume(returning: .cancelled)
        }
    }

    package func acquireIgnoringCancellation() async -> AsyncLock.Acquisition {
        if tryAcquire() { return .acquired }
        return await withUnsafeContinuation { waiter in
            if case .finish(let acquisition) = event({ $0.acquire(.task(waiter)) }) {
                waiter.resume(returning: acquisition)
            }
        }
    }

    /// Joins the queue at once, for a task that claims the lock later.
    package func reserve() -> AsyncLockReservation {
        let reservation = AsyncLockReservation()
        if case .finish(let acquisition) = event({ $0.acquire(.reservation(reservation)) }) {
            reservation.resolve(acquisition)
        }
        return reservation
    }

    package func release() {
        event { $0.release() }?.resume(returning: .acquired)
    }

    /// Refuses the request that this withdrawal was or will be passed to, with `.withdrawn`.
    ///
    /// Returns whether it came in time: false if the request has been served or was withdrawn before.
    @discardableResult
    package func withdraw(_ withdrawal: AsyncLockWithdrawal) -> Bool {
        let (inTime, waiter) = event { machine -> (Bool, Waiter?) in
            switch withdrawal.stage {
            case .unused:
                withdrawal.stage = .withdrawn
                return (true, nil)
            case .waiting(let id):
                let waiter = machine.withdraw(id)
                return (waiter != nil, waiter)
            case .withdrawn, .finished:
                return (false, nil)
            }
        }
        waiter?.resume(returning: .withdrawn)
        return inTime
    }

    package func close() {
        for waiter in event({ $0.close() }) { waiter.resume(returning: .closed) }
    }

    private func event<Action: Sendable>(_ body: (inout Machine) -> Action) -> Action {
        machine.withLock { machine in
            let action = body(&machine)
            if machine.hasWaiters != waits.load(ordering: .relaxed) {
                waits.store(machine.hasWaiters, ordering: .releasing)
            }
            return action
        }
    }
}
