internal import UnoArchitecture
internal import UnoAsync

/// The state machine of a ``RemoteSession`` under a lock, and the calls that it makes.
final class SessionStorage<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    typealias Machine = SessionStateMachine<Action>
    typealias Link = RuntimeLink<State, Action>

    /// The machine, the link that belongs to its generation, and when the host was heard last.
    private struct Contents: ~Copyable, Sendable {
        var machine: Machine
        var link: Link
        var lastHeard: Duration
    }

    let options: SessionOptions
    let time: Timekeeper
    let executor: (any TaskExecutor)?
    private let contents: Locked<Contents>
    /// Of calls.
    private let limits: Deadlines
    /// Lets the tasks that wait for room in, one after the other.
    private let entrance = AsyncLock()

    init(
        _ link: Link,
        _ options: SessionOptions,
        _ clock: (any Clock<Duration>)?,
        _ executor: (any TaskExecutor)?
    ) {
        self.options = options
        self.executor = executor
        time = Timekeeper(clock)
        limits = Deadlines(options.call, on: time, executor)
        contents = Locked(Contents(machine: Machine(capacity: options.queue), link: link, lastHeard: time.now))
    }

    func withMachine<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
        contents.withLock { body(&$0.machine) }
    }

    /// Does what the machine has decided.
    func perform(_ work: Machine.Work) {
        for (event, outcome, place) in work.decisions where event.decide(outcome, at: place) { cancelThere(event) }
        for event in work.unknown { event.becomeUnknown() }
        for event in work.returned where event.isCancelRequested { _ = withdraw(event) }
        for latch in work.latches { latch.open() }
    }

    // MARK: Calls

    enum Call<Reply: Sendable>: Sendable {
        case reply(Reply)
        /// It threw, or took too long.
        case failed
        /// Its arguments cannot be encoded.
        case notEncoded
        /// The host was lost, or the session ended or reconnected.
        case changed
        case cancelled
    }

    /// Makes a call, and waits for its reply no longer than it may matter. The call itself may go on.
    func call<Reply: Sendable>(_ body: @escaping @Sendable (Link) async throws -> Reply) async -> Call<Reply> {
        let (link, change, generation) = contents.withLock { ($0.link, $0.machine.change, $0.machine.generation) }
        let race = Race<Call<Reply>>()
        let work = Task(executorPreference: executor) {
            do {
                race.decide(.reply(try await body(link)))
            } catch is EncodingError {
                race.decide(.notEncoded)
            } catch {
                race.decide(.failed)
            }
        }
        let end = change.whenOpen { race.decide(.changed) }
        let limit = limits.set { race.decide(.failed) }
        let result = await race.result(whenCancelled: .cancelled)
        work.cancel()
        if let end { change.remove(end) }
        limits.remove(limit)
        switch result {
        case .reply: contents.withLock { $0.lastHeard = time.now }
        case .failed:
            let isLost = contents.withLock { time.now - $0.lastHeard >= options.patience }
            if isLost { perform(withMachine { $0.lose(generation: generation) }) }
        case .notEncoded, .changed, .cancelled: break
        }
        return result
    }

    /// Waits before a call is tried again; false if the waiting task is cancelled.
    func pause(after failures: Int) async -> Bool {
        await time.sleep(for: min(max(options.retry, .seconds(1)), options.retry * (1 << min(failures, 20))))
    }

    // MARK: The session

    /// The open session, opened if need be; waits while the host is lost. Nil if the session has ended, or the waiting task
    /// is cancelled.
    func connection() async -> Machine.Connection? {
        var failures = 0
        while !Task.isCancelled {
            switch withMachine({ $0.connect() }) {
            case .open(let connection): return connection
            case .ended: return nil
            case .waits(let latch): await latch.wait()
            case .opens(let generation, let previous):
                let isOpen = await open(replacing: previous, generation)
                if !isOpen {
                    guard await pause(after: failures) else { return nil }
                    failures += 1
                }
            }
        }
        return nil
    }

    /// Returns whether another attempt may follow at once.
    private func open(replacing previous: SessionID?, _ generation: UInt64) async -> Bool {
        let result = await call { try await $0.open(OpenRequest(replacing: previous)) }
        switch result {
        case .reply(.opened(let opening)):
            perform(withMachine { $0.opened(opening, generation: generation) })
            return true
        case .reply(.ended):
            perform(withMachine { $0.lose(generation: generation) })
            return true
        case .changed, .cancelled:
            perform(withMachine { $0.notOpened(generation: generation) })
            return true
        case .reply(.full), .failed, .notEncoded:
            perform(withMachine { $0.notOpened(generation: generation) })
            return false
        }
    }

    func lose() { perform(withMachine { $0.lose(generation: nil) }) }

    func reconnect(to link: Link) {
        let work = contents.withLock { contents in
            contents.link = link
            contents.lastHeard = time.now
            return contents.machine.reconnect()
        }
        perform(work)
    }

    /// Ends the session, and tells the host once.
    func end() {
        let (work, link, session) = contents.withLock { contents in
            var session: SessionID?
            if case .open(let connection) = contents.machine.stage { session = connection.session }
            return (contents.machine.end(), contents.link, session)
        }
        entrance.close()
        perform(work)
        if let session { Task(executorPreference: executor) { try? await link.close(session) } }
    }

    // MARK: Actions

    /// - Returns: the event, and where to wait for room if there is none.
    private func insert(_ action: Action, _ event: RemoteEvent) -> Machine.Insertion {
        let insertion = withMachine { $0.insert(Machine.Parcel(action: action, event: event)) }
        if case .queued(courier: true) = insertion {
            Task(executorPreference: executor) { await self.deliverAll() }
        }
        return insertion
    }

    func send(_ action: Action) -> RemoteEvent {
        let event = RemoteEvent()
        switch insert(action, event) {
        case .queued: return event
        case .full: return RemoteEvent(.rejected(.mailboxFull))
        case .ended: return RemoteEvent(.rejected(.shutDown))
        }
    }

    func enqueue(_ action: Action) async -> RemoteEvent {
        switch await entrance.acquire() {
        case .acquired: break
        case .cancelled, .withdrawn: return RemoteEvent(.cancelled)
        case .closed: return RemoteEvent(.rejected(.shutDown))
        }
        defer { entrance.release() }
        let event = RemoteEvent()
        while true {
            switch insert(action, event) {
            case .queued: return event
            case .ended: return RemoteEvent(.rejected(.shutDown))
            case .full(let latch): await latch.wait()
            }
            if Task.isCancelled { return RemoteEvent(.cancelled) }
        }
    }

    /// Delivers until nothing is left to deliver.
    private func deliverAll() async {
        var failures = 0
        while let connection = await connection() {
            switch withMachine({ $0.nextBatch(for: connection, atMost: options.batch) }) {
            case .rest: return
            case .again: continue
            case .send(let batch, let room):
                room?.open()
                if await deliver(batch) {
                    failures = 0
                } else {
                    _ = await pause(after: failures)
                    failures += 1
                }
            }
        }
        withMachine { $0.courierEnded() }
    }

    /// Returns whether there is no reason to pause.
    private func deliver(_ batch: Machine.Batch) async -> Bool {
        let message = ActionBatch(session: batch.session, first: batch.first, actions: batch.parcels.map(\.action))
        let result = await call { try await $0.deliver(message) }
        if case .notEncoded = result, !batch.isSent {
            withMachine { $0.notEncoded(batch.session) }?.becomeUnsendable()
            return true
        }
        withMachine { $0.sent(batch.session) }
        switch result {
        case .failed, .notEncoded: return false
        case .changed, .cancelled: return true
        case .reply(let reply):
            switch reply.status {
            case .taken, .busy:
                perform(withMachine { $0.taken(below: reply.next, reply.exceptions, of: batch.session) })
                return reply.status == .taken
            case .early, .unknownSession:
                withMachine { $0.isUnknown(batch.session) }
                return true
            }
        }
    }
}

extension RemoteSession {
    /// The stage of the session, for tests.
    package var stageName: String {
        switch storage.withMachine({ $0.stage }) {
        case .idle: "idle"
        case .opening: "opening"
        case .open: "open"
        case .lost: "lost"
        case .ended: "ended"
        }
    }
}
