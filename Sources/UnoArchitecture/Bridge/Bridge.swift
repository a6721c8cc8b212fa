internal import AsyncKit

/// The outcome of feeding an action to a stream transformer.
enum BridgeFeed {
    case accepted
    /// The transformer is not settled.
    case busy
    /// The transformer's stream has ended.
    case ended
    /// The transformer has never listened to actions: it is a source.
    case ignored
}

/// A state or an action on its way across a bridge.
///
/// In a box, so that the bridge is not generic: unspecialised generic code looks up the metadata of each type at each use,
/// which was half of the instructions of an action (workload "transformer").
final class BridgeBox<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The box with its type.
    ///
    /// Unchecked, because a checked cast looks up the metadata of the box. It is sound: a bridge has one type of actions and one
    /// of states. Its `start(_:)` boxes the states and opens the actions, its node boxes the actions and opens the states, and
    /// both are given the types of the one interactor.
    @inline(__always)
    static func typed(_ box: Bridge.Boxed) -> BridgeBox { unsafeDowncast(box, to: BridgeBox.self) }
}

/// Connects the engine to a stream transformer by two streams, and knows when the transformer is settled.
///
/// The transformer pulls actions from an `AsyncChannel`, one at a time. One task, the *pump*, pulls its states. The
/// transformer is settled when it has asked for its next action and the pump is idle, which the bridge knows because it is
/// the pump's executor; see ``BridgeStateMachine``. A state that the pump takes while the engine waits for the transformer
/// belongs to the running step; any other state takes a turn of its own.
final class Bridge: Sendable {
    /// A `BridgeBox`.
    typealias Boxed = any AnyObject & Sendable
    typealias LateDelivery = @Sendable (Boxed, isolated GraphIsolation) -> Void

    // Each is resumed exactly once, because the machine returns each exactly once.
    typealias Waiter = UnsafeContinuation<Void, Never>
    typealias Machine = BridgeStateMachine<Boxed, Waiter, Waiter, Waiter, UnownedJob>

    private let actions = AsyncChannel<Boxed>()
    /// Apart from the bridge: the transformer's stream of actions may outlive the bridge, and must not keep it. (It is not held
    /// weakly, because every retain and release of an object that has been is several times slower.)
    private let machine: Locked<Machine>
    private let isolation: GraphIsolation
    private let deliverLate: LateDelivery

    init(isolation: GraphIsolation, deliverLate: @escaping LateDelivery) {
        self.isolation = isolation
        self.deliverLate = deliverLate
        machine = Locked(Machine(engineRunsJobs: isolation.runsTasksInPlace))
    }

    var hasEnded: Bool { machine.withLock { $0.hasEnded } }

    // MARK: The engine's side

    /// - Parameter interact: makes the transformer's stream of states from its stream of actions.
    func start<State: Sendable, Action: Sendable>(_ interact: (AsyncStream<Action>) -> AsyncStream<State>) {
        let states = interact(makeUpstream())
        isolation.tasks.start { [self] in await runJobs() }
        let pump = isolation.tasks.start(on: self) { [self] in
            await withCancellationHandlerInPlace {
                await self.takeStates(states)
            } onCancel: {
                cancel()
            }
            wake(machine.withLock { $0.stopRunner() })
        }
        if pump == nil {
            wake(machine.withLock { $0.end() })
            wake(machine.withLock { $0.stopRunner() })
        } else {
            machine.withLock { $0.pump = pump }
        }
    }

    /// Gives `action` to the transformer, if that is settled. If it is accepted, `next()` must follow.
    func feed(_ action: Boxed) async -> BridgeFeed {
        switch machine.withLock({ $0.feed() }) {
        case .refuse(let refusal): return refusal
        case .send: break
        }
        if actions.sendIfAwaited(action) { return .accepted }
        // It has asked, and has not come so far as to wait; or its task was cancelled, and it may never come.
        wake(machine.withLock { $0.engineLeaves() })
        // The step may run in the task of a cancelled effect; the action belongs to the graph all the same.
        return await actions.sendIgnoringCancellation(action) == .delivered ? .accepted : .ended
    }

    /// Returns the next state of the running step; nil when the transformer waits for its next action, or will never take
    /// one.
    func next() async -> Boxed? {
        while true {
            switch look() {
            case .emitted(let state): return state
            case .settled: return nil
            case .nothing: await withUnsafeContinuation { engine in engineWaits(engine) }
            }
        }
    }

    private enum Sight {
        case emitted(Boxed)
        case settled
        /// There may be something to look at later.
        case nothing
    }

    // Functions of their own: the variables of an asynchronous function are allocated one by one.
    @inline(never)
    private func look() -> Sight {
        while true {
            let mustLeave = isolation.token.visitors.areWaiting
            switch machine.withLock({ $0.engineLooks(mustLeave: mustLeave) }) {
            case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .release(let pump): pump.resume()
            case .emitted(let state, let withdrawal, let wakes):
                if let withdrawal { isolation.token.turnLock.withdraw(withdrawal) }
                wake(wakes)
                return .emitted(state)
            case .settled(let wakes):
                wake(wakes)
                return .settled
            case .wait(let wakes):
                wake(wakes)
                return .nothing
            }
        }
    }

    @inline(never)
    private func engineWaits(_ engine: Waiter) { wake(machine.withLock { $0.engineWaits(engine) }) }

    /// Ends the stream of actions; cancels a transformer that no longer listens and so cannot notice.
    func finish() {
        if machine.withLock({ $0.finishInput() }) { cancel() }
        actions.finish()
    }

    func cancel() {
        actions.finish()
        let pump = machine.withLock { $0.pump }
        wake(machine.withLock { $0.cancel() })
        if let pump { isolation.tasks.cancel(pump) }
    }

    // MARK: The transformer's side

    private func makeUpstream<Action: Sendable>() -> AsyncStream<Action> {
        // Released with the last reference to the stream: a transformer that releases its stream takes no more actions.
        let listener = BridgeListener { [machine, actions] in
            Self.wake(machine.withLock { $0.listenerLeft() })
            actions.finish()
        }
        return AsyncStream { [machine, actions] in
            withExtendedLifetime(listener) { Self.transformerAsked(machine) }
            let iterator = actions.makeAsyncIterator()
            guard let action = await iterator.next() else { return nil }
            return BridgeBox<Action>.typed(action).value
        }
    }

    @inline(never)
    private static func transformerAsked(_ machine: Locked<Machine>) {
        wake(machine.withLock { $0.transformerAsked() })
    }

    private func takeStates<State: Sendable>(_ states: AsyncStream<State>) async {
        for await state in states {
            guard await deliver(BridgeBox(state)) else { break }
        }
        wake(machine.withLock { $0.end() })
        actions.finish()
    }

    /// Gives a state to the engine and returns when it has been handled; false if the bridge or the graph has ended.
    private func deliver(_ state: Boxed) async -> Bool {
        await withUnsafeContinuation { pump in offer(state, from: pump) }
        return machine.withLock { $0.pumpGoesOn() }
    }

    @inline(never)
    private func offer(_ state: Boxed, from pump: Waiter) {
        switch machine.withLock({ $0.offer(state, from: pump, AsyncLockWithdrawal()) }) {
        case .taken(let wakes): wake(wakes)
        case .late(let withdrawal): handleLate(unless: withdrawal)
        }
    }

    /// Handles the offered state in a turn of its own, and in a task of its own: that turn may wait for this transformer,
    /// and so for the pump.
    private func handleLate(unless withdrawal: AsyncLockWithdrawal) {
        // If the graph has been cancelled, so has the pump's task, which ends the bridge.
        isolation.tasks.startInternal { [self] _ in
            _ = await isolation.step(unless: withdrawal) { isolation in
                if let state = machine.withLock({ $0.takeLate(withdrawal) }) { deliverLate(state, isolation) }
            }
            wake(machine.withLock { $0.lateHandled(withdrawal) })
        }
    }

    private func wake(_ wakes: Machine.Wakes) { Self.wake(wakes) }

    private static func wake(_ wakes: Machine.Wakes) {
        wakes.engine?.resume()
        wakes.pump?.resume()
        wakes.runner?.resume()
    }
}

extension Bridge: TaskExecutor {
    /// Called by what resumes the pump, such as a `yield`, synchronously. So a transformer that yields a state and then asks for
    /// its next action has woken the pump before it asks.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        wake(machine.withLock { $0.enqueue(job) })
    }

    /// The runner: runs the jobs that the engine does not run, until the pump has ended.
    private func runJobs() async {
        while true {
            switch machine.withLock({ $0.runnerLooks() }) {
            case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .wait(let wakes):
                wake(wakes)
                await withUnsafeContinuation { runner in wake(machine.withLock { $0.runnerWaits(runner) }) }
            case .stop: return
            }
        }
    }
}

/// Reports the release of the last reference to a stream.
private final class BridgeListener: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}
