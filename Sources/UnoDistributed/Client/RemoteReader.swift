public import UnoArchitecture
internal import UnoAsync

/// A state of a remote runtime, with its place among the runtime's states.
public struct RemoteState<State: Sendable>: Sendable {
    /// The run of the runtime. It differs after the host has been restarted.
    public let epoch: RuntimeEpoch
    /// The number of the state in its epoch; see `NumberedState`.
    public let number: UInt64
    /// The state.
    public let state: State
    /// Whether states between the previous one and this one were skipped or lost, or may have been: always after a restart
    /// of the host.
    public let isGap: Bool
}

extension RemoteState: Equatable where State: Equatable {}

/// Pulls the states of a remote runtime, and keeps its place when calls fail and sessions go.
final class RemoteReader<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    private struct Contents: Sendable {
        var buffer = Deque<RemoteState<State>>()
        /// The epoch and the number of the last state.
        var place: (epoch: RuntimeEpoch, number: UInt64)?
        /// The session and the number under which the host knows the reader.
        var seat: (session: SessionID, number: UInt64)?
        var isOver = false
    }

    private let storage: SessionStorage<State, Action>
    private let policy: SubscriptionPolicy
    private let contents = Locked(Contents())
    private let lock = AsyncLock()

    init(_ storage: SessionStorage<State, Action>, _ policy: SubscriptionPolicy) {
        self.storage = storage
        self.policy = policy
    }

    deinit { cancel() }

    /// Ends the reader, and tells the host once.
    func cancel() {
        lock.close()
        let seat = contents.withLock { contents in
            contents.isOver = true
            return contents.seat.take()
        }
        if let seat { leave(seat) }
    }

    private func leave(_ seat: (session: SessionID, number: UInt64)) {
        Task(executorPreference: storage.executor) { [storage] in
            _ = await storage.call { try await $0.unsubscribe(seat.number, seat.session) }
        }
    }

    /// The next state; nil when the runtime or the session has ended, or the waiting task is cancelled.
    func next() async -> RemoteState<State>? {
        guard await lock.acquire() == .acquired else { return nil }
        defer { lock.release() }
        var failures = 0
        while !contents.withLock({ $0.isOver }) {
            if let state = contents.withLock({ $0.buffer.popFirst() }) { return state }
            guard let connection = await storage.connection() else { return nil }
            guard let request = request(to: connection) else { continue }
            switch await ask(request, connection) {
            case .goOn: failures = 0
            case .cancelled: return nil
            case .over: contents.withLock { $0.isOver = true }
            case .pause:
                guard await storage.pause(after: failures) else { return nil }
                failures += 1
            }
        }
        return contents.withLock { $0.buffer.popFirst() }
    }

    private enum Step {
        case goOn, pause, cancelled, over
    }

    private func ask(_ request: StatesRequest, _ connection: SessionStateMachine<Action>.Connection) async -> Step {
        switch await storage.call({ try await $0.states(request) }) {
        case .failed, .notEncoded: return .pause
        case .changed: return .goOn
        case .cancelled: return .cancelled
        case .reply(.states(let states, let isGap)):
            take(states, isGap: isGap, connection.epoch)
            return .goOn
        case .reply(.overtaken): return .goOn
        case .reply(.end(.finished)): return .over
        case .reply(.end(.stalled)), .reply(.end(.cancelled)):
            stand()
            return .goOn
        case .reply(.unknownReader):
            stand()
            return .pause
        case .reply(.unknownSession):
            storage.withMachine { $0.isUnknown(request.session) }
            return .goOn
        }
    }

    /// Nil if the session has changed meanwhile.
    private func request(to connection: SessionStateMachine<Action>.Connection) -> StatesRequest? {
        let seat = contents.withLock { $0.seat }
        var number = seat?.session == connection.session ? seat?.number : nil
        if number == nil {
            number = storage.withMachine { $0.newReader(in: connection.session) }
            contents.withLock { $0.seat = number.map { (connection.session, $0) } }
        }
        guard let number else { return nil }
        let place = contents.withLock { $0.place }
        return StatesRequest(
            session: connection.session,
            reader: number,
            after: place?.epoch == connection.epoch ? place?.number : nil,
            policy: policy,
            count: count,
            limit: storage.options.wait
        )
    }

    private var count: Int {
        switch policy {
        case .latest: 1
        case .bounded(let count), .boundedUntilStalled(let count, _, _), .droppingOldest(let count):
            max(1, min(count, storage.options.states))
        case .unbounded: storage.options.states
        }
    }

    private func take(_ states: [NumberedState<State>], isGap: Bool, _ epoch: RuntimeEpoch) {
        contents.withLock { contents in
            var isGap = isGap
            for state in states {
                if let place = contents.place {
                    // Neither can happen with the replies of one host.
                    if place.epoch == epoch, state.number <= place.number { continue }
                    if place.epoch != epoch || state.number != place.number + 1 { isGap = true }
                }
                contents.buffer.append(
                    RemoteState(epoch: epoch, number: state.number, state: state.state, isGap: isGap)
                )
                contents.place = (epoch, state.number)
                isGap = false
            }
        }
    }

    /// The host no longer serves the reader under its number; it asks for a new one.
    private func stand() {
        if let seat = contents.withLock({ $0.seat.take() }) { leave(seat) }
    }
}
