internal import AsyncKit
internal import UnoArchitecture

/// The state machine of a ``RemoteSession`` under a lock, and the calls that it makes.
final class SessionStorage<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    typealias Machine = SessionStateMachine<Action>
    typealias Link = RuntimeLink<State, Action>

    /// The machine, the link that belongs to its generation, and for how long the host has not replied.
    private struct Contents: ~Copyable, Sendable {
        var machine: Machine
        var link: Link
        var silence: Silence
        /// The same for every attempt to open a session until one succeeds.
        var key = OpenKey()
        /// Of a session that follows its key.
        var home = SessionHome.unknown
    }

    let options: SessionOptions
    let time: GraphClock
    let executor: (any TaskExecutor)?
    /// Nil for a session whose program names the host.
    let finder: HostFinder<State, Action>?
    private let observer: (@Sendable (SessionEvent) -> Void)?
    private let contents: Locked<Contents>
    /// Of calls.
    private let limits: Deadlines
    /// Lets the tasks that wait for room in, one after the other.
    let entrance = AsyncLock()

    init(
        _ link: Link?,
        _ finder: HostFinder<State, Action>? = nil,
        _ options: SessionOptions,
        _ clock: (any Clock<Duration>)?,
        _ executor: (any TaskExecutor)?,
        _ observer: (@Sendable (SessionEvent) -> Void)?
    ) {
        self.options = options
        self.finder = finder
        self.executor = executor
        self.observer = observer
        time = clock.map { GraphClock($0) } ?? .continuous
        limits = Deadlines(on: time, executor)
        let machine = Machine(capacity: options.queue)
        let silence = Silence(limit: options.call, pause: options.longestPause)
        contents = Locked(Contents(machine: machine, link: link ?? .nowhere, silence: silence))
    }

    func withMachine<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
        contents.withLock { body(&$0.machine) }
    }

    /// Does what the machine has decided.
    func perform(_ work: Machine.Work) {
        for (event, outcome, place) in work.decisions where event.decide(outcome, at: place) { cancelThere(event) }
        for event in work.unknown { event.becomeUnknown() }
        for event in work.unsendable { event.becomeUnsendable() }
        for event in work.stranded { event.look() }
        for event in work.returned where event.isCancelRequested { _ = withdraw(event) }
        for latch in work.latches { latch.open() }
        guard observer != nil else { return }
        for event in work.news { tell(event) }
        for case (_, .rejected(let reason), _) in work.decisions { tell(.undelivered(.decided(.rejected(reason)))) }
        for _ in work.unknown { tell(.undelivered(.unknown)) }
        for _ in work.unsendable { tell(.undelivered(.unsendable)) }
    }

    func tell(_ event: SessionEvent) { observer?(event) }

    var link: Link { contents.withLock { $0.link } }

    /// How long a call may wait at the host. The call must end before its limit, and before the lease of its session.
    ///
    /// The wait may be what has made a call fail: the actor system may have a time-out that is shorter. So each failure in a
    /// row divides it by four.
    func wait(after failures: Int) -> Duration {
        let longest = min(options.wait, options.call / 2, (withMachine { $0.lease } ?? options.call) / 2)
        return max(longest / (1 << (2 * min(failures, 16))), min(longest, Self.shortestWait))
    }

    /// A call that waits no longer at the host does not fail because it waits.
    static var shortestWait: Duration { .milliseconds(1) }

    // MARK: Calls

    enum Call<Reply: Sendable>: Sendable {
        case reply(Reply)
        /// It threw, or took too long.
        case failed(Failure)
        /// The host was lost, the session ended or reconnected, or the caller has another purpose.
        case changed
        case cancelled
    }

    /// Why a call has failed.
    struct Failure: Sendable {
        let text: String
        let kind: CallFailure
        /// Whether the type of the error says that the host has not executed the call.
        var isUnexecuted = false

        init(_ error: any Error, _ kind: CallFailure) {
            (text, self.kind) = ("\(error)", kind)
            isUnexecuted = kind == .final && (error is EncodingError || error is UndecodableCall)
        }

        private init(_ text: String) { (self.text, kind) = (text, .transient) }

        static func noReply(within limit: Duration) -> Self { Self("no reply within \(limit)") }
        static var noSession: Self { Self("the host has as many sessions as it allows, or its group as many runtimes") }
        static var moved: Self { Self("the host does not have the key") }
        static func notMade(_ text: String) -> Self { Self(text) }
    }

    /// Makes a call, and waits for its reply no longer than it may matter. The call itself may go on.
    ///
    /// - Parameters:
    ///   - wake: ends the wait when it opens.
    ///   - finalCounts: whether a final failure counts as silence of the host.
    ///   - isLast: whether the call is made although the session has ended.
    func call<Reply: Sendable>(
        or wake: Latch? = nil,
        finalCounts: Bool = true,
        isLast: Bool = false,
        _ body: @escaping @Sendable (Link) async throws -> Reply
    ) async -> Call<Reply> {
        let begin = time.now
        // Under one lock: a call that begins before the end is ended by it, and none but the last begins later.
        let (link, change, generation, hasEnded) = contents.withLock {
            ($0.link, $0.machine.change, $0.machine.generation, $0.machine.hasEnded)
        }
        guard isLast || !hasEnded else { return .changed }
        let race = Race<Call<Reply>>()
        let work = Task(executorPreference: executor) {
            do {
                race.decide(.reply(try await body(link)))
            } catch {
                race.decide(.failed(Failure(error, link.classify(error))))
            }
        }
        let end = change.whenOpen { race.decide(.changed) }
        let woken = wake?.whenOpen { race.decide(.changed) }
        let limit = limits.set(options.call) { [options] in race.decide(.failed(.noReply(within: options.call))) }
        let result = await race.result(whenCancelled: .cancelled)
        work.cancel()
        if let end { change.remove(end) }
        limits.remove(limit)
        if let woken { wake?.remove(woken) }
        switch result {
        case .reply: contents.withLock { $0.silence.replied(at: time.now) }
        case .failed(let failure) where failure.kind == .final && !finalCounts: break
        case .failed:
            let silence = contents.withLock { $0.silence.failed(since: begin, at: time.now) }
            if silence >= options.patience { lose(generation) }
        case .changed, .cancelled: break
        }
        return result
    }

    /// Returns whether the host replies to a call in which nothing can be wrong.
    func probe(_ session: SessionID) async -> Bool {
        if case .reply = await call({ try await $0.finish(0, session, .zero) }) { true } else { false }
    }

    /// Waits before a call is tried again; false if the waiting task is cancelled.
    ///
    /// - Parameter failure: the observer is told of the first one.
    func pause(after failures: Int, _ failure: Failure? = nil) async -> Bool {
        if failures == 0, let failure { tell(.failing(failure.text)) }
        return await time.sleep(for: min(options.longestPause, options.retry * (1 << min(failures, 20))))
    }

    /// Waits before another session is opened in the place of one that the host does not know: not for the first one, which
    /// the host may have let go of; false if the waiting task is cancelled.
    ///
    /// - Parameter refusals: how many sessions in a row it has not known before.
    @discardableResult
    func pause(afterRefusals refusals: Int) async -> Bool { refusals == 0 ? true : await pause(after: refusals - 1) }

    // MARK: The session

    /// The open session, opened if need be; waits while the host is lost. Nil if the session has ended, or the waiting task
    /// is cancelled.
    ///
    /// - Parameters:
    ///   - wake: ends the wait for a lost host, with nil, when it opens.
    ///   - waitsForHost: if false, returns nil when the host is lost.
    func connection(or wake: Latch? = nil, waitsForHost: Bool = true) async -> Machine.Connection? {
        var (attempts, failures) = (0, 0)
        while !Task.isCancelled {
            switch withMachine({ $0.connect() }) {
            case .open(let connection): return connection
            case .ended: return nil
            case .waits(let latch): await latch.wait()
            case .lost(let change):
                guard waitsForHost else { return nil }
                await change.wait(or: wake)
                if let wake, wake.isOpen { return nil }
            case .opens(let generation, let previous):
                guard case .again(let failure) = await open(replacing: previous, generation) else { continue }
                attempts += 1
                // An attempt that a change has overtaken is repeated at once, but not without end.
                if failure == nil, attempts < 8 { continue }
                guard await pause(after: failures, failure) else { return nil }
                failures += 1
            }
        }
        return nil
    }

    /// The result of one attempt to open a session.
    private enum Attempt: Sendable {
        case opened
        /// Another attempt has to follow: at once if there is no failure, otherwise after a pause.
        case again(after: Failure?)
    }

    /// Makes one attempt to open a session.
    private func open(replacing previous: SessionID?, _ generation: UInt64) async -> Attempt {
        if let finder, await !settle(finder, generation) { return .again(after: nil) }
        let request = OpenRequest(replacing: previous, key: contents.withLock { $0.key })
        let result = await call { try await $0.open(request) }
        switch result {
        case .reply(.opened(let opening)):
            let work = contents.withLock { contents in
                let work = contents.machine.opened(opening, generation: generation)
                // Of a void reply, the next attempt finds the session again.
                if contents.machine.isOpen(opening.session) { contents.key = OpenKey() }
                return work
            }
            perform(work)
            return .opened
        case .reply(.ended):
            lose(generation)
            return .again(after: finder == nil ? nil : .moved)
        case .reply(.moved(let told, let leaving)):
            moved(told, generation)
            guard let leaving, let finder else { return .again(after: .moved) }
            // The next attempt finds another node, so there is nothing to wait for.
            finder.leaves(leaving)
            return .again(after: nil)
        case .reply(.failed(let text)):
            perform(withMachine { $0.notOpened(generation: generation) })
            return .again(after: .notMade(text))
        case .changed, .cancelled:
            perform(withMachine { $0.notOpened(generation: generation) })
            return .again(after: nil)
        case .reply(.full):
            perform(withMachine { $0.notOpened(generation: generation) })
            return .again(after: .noSession)
        case .failed(let failure):
            perform(withMachine { $0.notOpened(generation: generation) })
            return .again(after: failure)
        }
    }

    /// The host is lost, unless something has changed since this generation. A session that follows its key looks for it anew; no
    /// wait finds it lost meanwhile.
    func lose(_ generation: UInt64? = nil) {
        let (work, home) = contents.withLock { contents -> (Machine.Work, SessionHome) in
            var work = contents.machine.lose(generation: generation)
            guard finder != nil, case .lost = contents.machine.stage else { return (work, .unknown) }
            defer { contents.home = .unknown }
            // The loss has left nothing to be decided.
            work.latches += contents.machine.reconnect().latches
            return (work, contents.home)
        }
        takeBackAbsence(of: home)
        perform(work)
    }

    func reconnect(to link: Link) {
        // The former link is released after the lock: it may be the last owner of a host, whose end calls the program.
        let (work, former) = contents.withLock { contents in
            let former = contents.link
            contents.link = link
            contents.silence.replied(at: time.now)
            return (contents.machine.reconnect(), former)
        }
        withExtendedLifetime(former) {}
        perform(work)
    }

    // MARK: The home of a session that follows its key

    var home: SessionHome { contents.withLock { $0.home } }

    /// Takes the host that was found, unless something has changed since this generation.
    func move(to found: HostFinder<State, Action>.Found, _ absence: Latch, _ generation: UInt64) -> Bool {
        let former = contents.withLock { contents -> Link? in
            guard contents.machine.generation == generation else { return nil }
            let former = contents.link
            contents.link = found.link
            contents.home = .at(found.node, absence: absence, id: nil)
            contents.silence.replied(at: time.now)
            return former
        }
        return former != nil
    }

    /// Returns whether the session is still at home there, so that the id is taken back when it leaves.
    func stay(_ absence: Latch, _ id: UInt64?) -> Bool {
        contents.withLock { contents in
            guard case .at(let node, absence, _) = contents.home else { return false }
            contents.home = .at(node, absence: absence, id: id)
            return true
        }
    }

    func beginToLeave(_ absence: Latch) -> Bool {
        contents.withLock { contents in
            guard case .at(_, absence, _) = contents.home else { return false }
            contents.home = .leaving
            return true
        }
    }

    /// The host of the last session has said what that had come to: the next one is opened at another host, and the former need
    /// not keep the session, which it is told without being waited for.
    ///
    /// Does nothing if something has changed since this generation: then the host is asked again. Only the host that has had
    /// the session can tell, so it is not left before it has been heard.
    func moved(_ previous: OpenReply.Previous?, _ generation: UInt64) {
        typealias Change = (work: Machine.Work, home: SessionHome, session: SessionID?, link: Link)
        let change = contents.withLock { contents -> Change? in
            guard contents.machine.generation == generation else { return nil }
            defer { contents.home = .unknown }
            let session = contents.machine.previous
            return (contents.machine.moved(previous, generation: generation), contents.home, session, contents.link)
        }
        guard let change else { return }
        takeBackAbsence(of: change.home)
        if let session = change.session { letGo(session, at: change.link) }
        perform(change.work)
    }

    /// Tells a host that it need not keep what the session had come to. The call is cancelled at its time limit.
    func letGo(_ session: SessionID, at link: Link) {
        // The limit is not one of `limits`, which end with the session.
        Task(executorPreference: executor) { [executor, time, options] in
            let call = Task(executorPreference: executor) { try? await link.close(session) }
            let limit = Task(executorPreference: executor) { if await time.sleep(for: options.call) { call.cancel() } }
            await call.value
            limit.cancel()
        }
    }

    func leaveHome() {
        let home = contents.withLock { contents in
            defer { contents.home = .unknown }
            return contents.home
        }
        takeBackAbsence(of: home)
    }

    /// The session does not have to learn any longer that the node is gone.
    private func takeBackAbsence(of home: SessionHome) {
        if case .at(_, let absence, let id?) = home { absence.remove(id) }
    }

    /// Ends the session; the host is told once.
    func end() {
        guard let session = endHere() else { return }
        Task(executorPreference: executor) { await self.tellEnd(of: session) }
    }

    /// As `end()`, and waits until the host has been told.
    func close() async {
        if let session = endHere() { await tellEnd(of: session) }
    }

    /// Returns the session that the host is to be told of; nil if there is none.
    private func endHere() -> SessionID? {
        let (hadEnded, session, work) = withMachine { ($0.hasEnded, $0.sessionAtHost, $0.end()) }
        leaveHome()
        perform(work)
        if !hadEnded, session == nil { limits.end() }
        return session
    }

    private func tellEnd(of session: SessionID) async {
        _ = await call(isLast: true) { try await $0.close(session) }
        // It was the last call.
        limits.end()
    }
}
