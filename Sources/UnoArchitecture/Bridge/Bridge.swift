internal import UnoAsync

/// The outcome of feeding an action to a stream transformer.
enum BridgeFeed {
    case accepted
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
}

/// Connects the engine to a stream transformer by two streams, and knows when the transformer is settled.
///
/// The transformer pulls actions from an `AsyncChannel`, one at a time. One task, the *pump*, pulls its states. The
/// transformer is settled when it has asked for its next action and the pump is idle, which the pump's
/// ``BridgeExecutor`` reports. A state that the pump takes while the engine waits for the transformer belongs to the
/// running step; any other state takes a turn of its own.
final class Bridge: Sendable {
    /// A `BridgeBox`.
    typealias Boxed = any AnyObject & Sendable
    typealias LateDelivery = @Sendable (Boxed, isolated GraphIsolation) -> Void

    typealias Event = BridgeEvent<Boxed>
    // Each is resumed exactly once, because the machine returns each exactly once.
    private typealias Engine = UnsafeContinuation<Event, Never>
    private typealias Pump = UnsafeContinuation<Void, Never>
    private typealias Machine = BridgeStateMachine<Boxed, Engine, Pump>

    private let actions = AsyncChannel<Boxed>()
    private let machine = Locked(Machine())
    private let isolation: GraphIsolation
    private let deliverLate: LateDelivery

    init(isolation: GraphIsolation, deliverLate: @escaping LateDelivery) {
        self.isolation = isolation
        self.deliverLate = deliverLate
    }

    var hasEnded: Bool { machine.withLock { $0.hasEnded } }
    /// Whether the transformer waits for its next action, or will never take one, and has yielded nothing since.
    var isSettled: Bool { machine.withLock { $0.isSettled } }

    // MARK: The engine's side

    /// - Parameter interact: makes the transformer's stream of states from its stream of actions.
    func start<State: Sendable, Action: Sendable>(_ interact: (AsyncStream<Action>) -> AsyncStream<State>) {
        let states = interact(makeUpstream())
        let executor = BridgeExecutor { [weak self] change in
            self?.executorChanged(change)
        }
        isolation.tasks.start { await executor.run() }
        let pump = isolation.tasks.start(on: executor) { [self] in
            await withTaskCancellationHandler {
                await self.takeStates(states)
            } onCancel: {
                cancel()
            }
            executor.stop()
        }
        if pump == nil {
            perform(machine.withLock { $0.end() })
            executor.stop()
        } else {
            machine.withLock { $0.pump = pump }
        }
    }

    /// Gives `action` to the transformer, which must be settled: it has asked for the action.
    func feed(_ action: Boxed) async -> BridgeFeed {
        switch machine.withLock({ $0.feed() }) {
        case .refuse(let refusal): return refusal
        case .send:
            // The step may run in the task of a cancelled effect; the action belongs to the graph all the same.
            return await actions.sendIgnoringCancellation(action) == .delivered ? .accepted : .ended
        }
    }

    /// Returns the next state of the running step; `.settled` if there is none.
    func next() async -> Event {
        await withUnsafeContinuation { continuation in
            perform(machine.withLock { $0.engineWaits(continuation) })
        }
    }

    /// Ends the stream of actions; cancels a transformer that no longer listens and so cannot notice.
    func finish() {
        if machine.withLock({ $0.finishInput() }) { cancel() }
        actions.finish()
    }

    func cancel() {
        actions.finish()
        let pump = machine.withLock { $0.pump }
        perform(machine.withLock { $0.cancel() })
        if let pump { isolation.tasks.cancel(pump) }
    }

    // MARK: The transformer's side

    private func makeUpstream<Action: Sendable>() -> AsyncStream<Action> {
        // Released with the last reference to the stream: a transformer that releases its stream takes no more actions.
        let listener = BridgeListener { [weak self] in
            guard let self else { return }
            self.perform(self.machine.withLock { $0.listenerLeft() })
            self.actions.finish()
        }
        return AsyncStream { [weak self, actions] in
            withExtendedLifetime(listener) {
                if let self { self.perform(self.machine.withLock { $0.transformerAsked() }) }
            }
            let iterator = actions.makeAsyncIterator()
            guard let action = await iterator.next() else { return nil }
            return (action as! BridgeBox<Action>).value
        }
    }

    private func takeStates<State: Sendable>(_ states: AsyncStream<State>) async {
        for await state in states {
            guard await deliver(BridgeBox(state)) else { break }
        }
        perform(machine.withLock { $0.end() })
        actions.finish()
    }

    /// Gives a state to the engine and returns when it has been handled; false if the bridge or the graph has ended.
    private func deliver(_ state: Boxed) async -> Bool {
        switch machine.withLock({ $0.offer(state, AsyncLockWithdrawal()) }) {
        case .refused: return false
        case .taken(let engine): engine.resume(returning: .emitted(state))
        case .late(let withdrawal): handleLate(unless: withdrawal)
        }
        await withUnsafeContinuation { continuation in
            perform(machine.withLock { $0.pumpWaits(continuation) })
        }
        machine.withLock { $0.pumpGoesOn() }
        return true
    }

    /// Handles the offered state in a turn of its own, and in a task of its own: that turn may wait for this transformer,
    /// and so for the pump.
    private func handleLate(unless withdrawal: AsyncLockWithdrawal) {
        // If the graph has been cancelled, so has the pump's task, which ends the bridge.
        isolation.tasks.startInternal { [self] _ in
            _ = await isolation.step(unless: withdrawal) { isolation in
                if let state = machine.withLock({ $0.takeLate(withdrawal) }) { deliverLate(state, isolation) }
            }
            perform(machine.withLock { $0.lateHandled(withdrawal) })
        }
    }

    private func executorChanged(_ change: BridgeExecutor.Change) {
        perform(
            machine.withLock { machine in
                switch change {
                case .woke:
                    machine.pumpWoke()
                    return .none
                case .cameToRest(let wakes): return machine.pumpCameToRest(after: wakes)
                }
            }
        )
    }

    private func perform(_ action: Machine.Action) {
        switch action {
        case .none: break
        case .tellEngine(let engine, let event, let withdrawal):
            if let withdrawal { isolation.turnLock.withdraw(withdrawal) }
            engine.resume(returning: event)
        case .releasePump(let pump): pump.resume()
        case .both(let engine, let pump):
            engine?.resume(returning: .settled)
            pump?.resume()
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
