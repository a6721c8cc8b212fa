internal import AsyncKit
public import UnoArchitecture

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

/// Thrown by ``RemoteSession/state`` if the present state cannot cross.
public struct UnreadableState: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text of the error with which the calls for the state have failed.
    public let description: String
}

/// Pulls the states of a remote runtime, and keeps its place when calls fail and sessions go.
final class RemoteReader<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    private struct Contents: Sendable {
        var buffer = Deque<RemoteState<State>>()
        /// The epoch and the number of the last state.
        var place: (epoch: RuntimeEpoch, number: UInt64)?
        /// The session and the number under which the host knows the reader.
        var seat: (session: SessionID, number: UInt64)?
        /// The number of states that a reply may have, if it is less than the policy allows: after failures.
        var width = Int.max
        /// Whether a state that could not cross comes before the next one.
        var hasSkipped = false
        var stage = Stage.reading

        var isReading: Bool { if case .reading = stage { true } else { false } }

        mutating func look() -> Look {
            if let state = buffer.popFirst() { return .state(state) }
            switch stage {
            case .reading: return .goesOn(untilTold: true)
            case .catchingUp: return .goesOn(untilTold: false)
            case .over: return .over
            case .ending(let epoch, let number, let former):
                let isBehind = place.map { $0.epoch == epoch ? $0.number < number : $0.epoch == former } ?? true
                return isBehind ? .goesOn(untilTold: false) : .over
            }
        }
    }

    private enum Look: Sendable {
        /// The next state, which has come.
        case state(RemoteState<State>)
        /// More states may come: until the reader is told to end, or until it has caught up.
        case goesOn(untilTold: Bool)
        case over
    }

    private enum Stage: Sendable {
        /// Then `ending` or `over`.
        case reading
        /// Goes on up to this state, or until the host has no more; does not wait for a lost host. Then `over`.
        /// Until it has left the `former` epoch, it is behind one of another epoch.
        case ending(epoch: RuntimeEpoch, number: UInt64, former: RuntimeEpoch?)
        /// Goes on until the host has no more. Then `over`.
        case catchingUp
        /// Final.
        case over
    }

    private let storage: SessionStorage<State, Action>
    private let policy: SubscriptionPolicy
    private let contents = Locked(Contents())
    private let lock = AsyncLock()
    /// Opened when the reader is to end: what waits looks at its stage again.
    private let wake = Latch()

    init(_ storage: SessionStorage<State, Action>, _ policy: SubscriptionPolicy) {
        self.storage = storage
        self.policy = policy
    }

    deinit { cancel() }

    /// Ends the reader, and tells the host until it has heard.
    func cancel() {
        lock.close()
        let seat = contents.withLock { contents in
            contents.stage = .over
            return contents.seat.take()
        }
        wake.open()
        if let seat { leave(seat) }
    }

    private func leave(_ seat: (session: SessionID, number: UInt64)) {
        storage.withMachine { $0.readerEnded(seat.number, in: seat.session) }
        Task(executorPreference: storage.executor) { [storage] in
            var failures = 0
            // A seat that is not given up keeps others out, as long as the session lives.
            while storage.isOpen(seat.session) {
                switch await storage.call({ try await $0.unsubscribe(seat.number, seat.session) }) {
                case .reply, .changed, .cancelled: return
                case .failed(let failure):
                    _ = await storage.pause(after: failures, failure)
                    failures += 1
                }
            }
        }
    }

    /// Lets the reader go on up to the state that is the present one now, if the host can be reached, and then end.
    func finish() async {
        let present = RemoteReader(storage, .latest)
        present.contents.withLock { $0.stage = .catchingUp }
        let last = await present.next()
        contents.withLock { contents in
            guard case .reading = contents.stage else { return }
            let former = contents.place?.epoch
            contents.stage = last.map { .ending(epoch: $0.epoch, number: $0.number, former: former) } ?? .catchingUp
        }
        wake.open()
    }

    /// The next state; nil when the runtime or the session has ended, or the waiting task is cancelled.
    func next() async -> RemoteState<State>? { try? await read(waitsForHost: true) }

    /// The present state, of a host that is not lost.
    func present() async throws(UnreadableState) -> RemoteState<State>? { try await read(waitsForHost: false) }

    /// - Parameter waitsForHost: whether to wait for another host when this one is lost, and for another state when this one
    ///   cannot cross. A reader that is to end waits for neither.
    private func read(waitsForHost: Bool) async throws(UnreadableState) -> RemoteState<State>? {
        guard await lock.acquire() == .acquired else { return nil }
        defer { lock.release() }
        var streak = Streak()
        while true {
            let isReading: Bool
            switch contents.withLock({ $0.look() }) {
            case .state(let state): return state
            case .over: return nil
            case .goesOn(let untilTold): isReading = untilTold
            }
            let wake = isReading ? wake : nil
            let waits = isReading && waitsForHost
            guard let connection = await storage.connection(or: wake, waitsForHost: waits) else {
                if let wake, wake.isOpen { continue }
                return nil
            }
            guard let request = request(to: connection, after: streak.failures) else { continue }
            let begin = storage.time.now
            switch await ask(request, connection, or: wake) {
            case .goOn: streak = Streak()
            case .cancelled: return nil
            case .over: cancel()
            case .noSession:
                guard await storage.pause(afterRefusals: streak.refusals) else { return nil }
                streak = Streak(refusals: streak.refusals + 1)
            case .noSeat:
                guard await storage.pause(after: streak.failures) else { return nil }
                streak.failures += 1
            case .failed(let failure):
                guard await storage.pause(after: streak.start == nil ? 0 : streak.failures, failure) else { return nil }
                if await isUnreadable(request, failure, &streak, since: begin) {
                    guard waits else {
                        cancel()
                        throw UnreadableState(description: failure.text)
                    }
                    skip(&streak)
                }
                streak.failures += 1
            }
        }
    }

    /// Failures one after the other.
    private struct Streak {
        var failures = 0
        /// When the first call began that has failed.
        var start: Duration?
        /// How often in a row the host has replied to another call after a single state had failed.
        var doubts = 0
        var hasSkipped = false
        /// How many sessions in a row the host has not known.
        var refusals = 0
    }

    /// After a failure: whether a single state was asked for and cannot cross, because the error says so or because others
    /// have failed before although the host is there for other calls.
    private func isUnreadable(
        _ request: StatesRequest,
        _ failure: SessionStorage<State, Action>.Failure,
        _ streak: inout Streak,
        since begin: Duration
    ) async -> Bool {
        let start = streak.start ?? begin
        streak.start = start
        contents.withLock { $0.width = max(1, request.count / 2) }
        if failure.kind == .final { return request.count == 1 }
        guard storage.time.now - start >= storage.options.patience / 2, await storage.probe(request.session),
            request.count == 1, request.limit <= SessionStorage<State, Action>.shortestWait
        else {
            streak.doubts = 0
            return false
        }
        // An outage ends for one call before it does for another.
        streak.doubts += 1
        return streak.doubts >= SessionOptions.doubts
    }

    private func skip(_ streak: inout Streak) {
        if !streak.hasSkipped { storage.tell(.skipped) }
        streak.hasSkipped = true
        contents.withLock { $0.hasSkipped = true }
        stand()
    }

    private enum Step {
        case goOn, cancelled, over
        /// The host does not know the session.
        case noSession
        /// The host has no place for the reader.
        case noSeat
        case failed(SessionStorage<State, Action>.Failure)
    }

    private func ask(
        _ request: StatesRequest,
        _ connection: SessionStateMachine<Action>.Connection,
        or wake: Latch?
    ) async -> Step {
        switch await storage.call(or: wake, finalCounts: false, { try await $0.states(request) }) {
        case .failed(let failure): return .failed(failure)
        case .changed: return .goOn
        case .cancelled: return .cancelled
        case .reply(.states(let states, let isGap)):
            take(states, isGap: isGap, connection.epoch)
            // Asked without waiting, and there is nothing.
            return states.isEmpty && request.limit == .zero ? .over : .goOn
        case .reply(.encoded), .reply(.unreadable):
            let text = "the host encodes states itself, and this link has no coding"
            return .failed(.init(UndecodableCall(text), .final))
        case .reply(.overtaken): return .goOn
        case .reply(.end(.finished)): return .over
        case .reply(.end(.stalled)), .reply(.end(.cancelled)):
            stand()
            return .goOn
        case .reply(.unknownReader):
            stand()
            return .noSeat
        case .reply(.unknownSession):
            storage.withMachine { $0.isUnknown(request.session) }
            return .noSession
        }
    }

    /// Nil if the session has changed meanwhile.
    private func request(
        to connection: SessionStateMachine<Action>.Connection,
        after failures: Int
    ) -> StatesRequest? {
        let seat = contents.withLock { $0.seat }
        var number = seat?.session == connection.session ? seat?.number : nil
        if number == nil {
            number = storage.newReader(in: connection.session)
            let seat = number.map { (session: connection.session, number: $0) }
            let isOver = contents.withLock { contents in
                if case .over = contents.stage { return true }
                contents.seat = seat
                return false
            }
            if isOver {
                // Cancelled meanwhile; the host does not know the number.
                if let seat { storage.withMachine { $0.readerEnded(seat.number, in: seat.session) } }
                return nil
            }
        }
        guard let number else { return nil }
        let (place, width, isReading) = contents.withLock { ($0.place, $0.width, $0.isReading) }
        return StatesRequest(
            session: connection.session,
            reader: number,
            after: place?.epoch == connection.epoch ? place?.number : nil,
            policy: policy,
            count: min(count, width),
            limit: isReading ? storage.wait(after: failures) : .zero
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
            var isGap = isGap || contents.hasSkipped
            contents.width = contents.width > .max / 2 ? .max : contents.width * 2
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
                (isGap, contents.hasSkipped) = (false, false)
            }
        }
    }

    /// The host no longer serves the reader under its number; it asks for a new one.
    private func stand() {
        if let seat = contents.withLock({ $0.seat.take() }) { leave(seat) }
    }
}
