internal import UnoAsync

/// What became of an action that was fed to a stream transformer.
enum BridgeFeed {
    case accepted
    /// The transformer's stream has ended.
    case ended
    /// The transformer has never listened to actions: a source.
    case ignored
}

/// The two streams between the engine and a stream transformer, and when the transformer is settled.
///
/// Actions go through an `AsyncChannel`, one at a time, pulled by the transformer. States are pulled by one task, the
/// *pump*. The transformer is settled when it has asked for its next action and the pump has nothing more to take:
/// the pump runs on a ``BridgeExecutor``, which knows when the pump has come to rest. A state that the pump takes
/// while the engine waits for the transformer belongs to the running step; any other takes a turn of its own.
final class Bridge<State: Sendable, Action: Sendable>: Sendable {
    typealias LateDelivery = @Sendable (State, isolated GraphIsolation) -> Void

    typealias Event = BridgeEvent<State>
    private typealias Engine = CheckedContinuation<Event, Never>
    private typealias Pump = CheckedContinuation<Void, Never>
    private typealias Machine = BridgeStateMachine<State, Engine, Pump>

    private let actions = AsyncChannel<Action>()
    private let machine = Locked(Machine())
    private let isolation: GraphIsolation
    private let deliverLate: LateDelivery

    init(isolation: GraphIsolation, deliverLate: @escaping LateDelivery) {
        self.isolation = isolation
        self.deliverLate = deliverLate
    }

    var hasEnded: Bool { machine.withLock { $0.hasEnded } }

    // MARK: The engine's side

    func start(_ transformer: any Interactor<State, Action>) {
        let states = transformer.interact(makeUpstream())
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

    /// Gives `action` to the transformer, which has asked for it. Call it when settled.
    func feed(_ action: Action) async -> BridgeFeed {
        switch machine.withLock({ $0.feed() }) {
        case .refuse(let refusal): return refusal
        case .send:
            // The task that takes the step may be an effect that is cancelled; the action is still the graph's.
            return await actions.sendIgnoringCancellation(action) == .delivered ? .accepted : .ended
        }
    }

    /// The next state of the running step; nil when the transformer is settled.
    func next() async -> Event {
        await withCheckedContinuation { continuation in
            perform(machine.withLock { $0.engineWaits(continuation) })
        }
    }

    /// No more actions come.
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

    private func makeUpstream() -> AsyncStream<Action> {
        // Ends with the last reference to the stream: a transformer that lets go of it takes no more actions.
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
            return await iterator.next()
        }
    }

    private func takeStates(_ states: AsyncStream<State>) async {
        for await state in states {
            guard await handOn(state) else { break }
        }
        perform(machine.withLock { $0.end() })
        actions.finish()
    }

    /// Gives a state to the engine and returns when it has been handled; false if nobody takes it any more.
    private func handOn(_ state: State) async -> Bool {
        let withdrawal = AsyncLockWithdrawal()
        switch machine.withLock({ $0.offer(state, withdrawal) }) {
        case .refused: return false
        case .taken(let engine): engine.resume(returning: .emitted(state))
        case .late:
            switch await isolation.turnLock.acquire(withdrawal: withdrawal) {
            case .cancelled, .closed: return false
            case .withdrawn: break
            case .acquired:
                if let state = machine.withLock({ $0.takeLate() }) {
                    await isolation.turn { [deliverLate] in deliverLate(state, $0) }
                    machine.withLock { $0.lateHandled() }
                    return true
                }
                isolation.turnLock.release()
            }
        }
        await withCheckedContinuation { continuation in
            perform(machine.withLock { $0.pumpWaits(continuation) })
        }
        machine.withLock { $0.pumpGoesOn() }
        return true
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

/// Says when the last reference to a stream is gone.
private final class BridgeListener: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}
