internal import AsyncKit
internal import Synchronization
internal import UnoArchitecture

/// The state machine of a ``RuntimeGroup`` under its lock, the tasks of the group, and what a user has given it.
///
/// Each operation runs an event of the machine under the lock and acts on its result afterwards. A caller in line is
/// resumed exactly once because the machine hands each out exactly once.
final class RuntimeGroupStorage<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
    typealias Hosted = Runtime<State, Action>
    typealias Machine = RuntimeGroupStateMachine<Key, Hosted, UnsafeContinuation<Admission, Never>>

    /// What becomes of a caller that wants to use the runtime of a key.
    enum Admission: Sendable {
        case entered(Machine.Stay)
        /// `make` has thrown.
        case failed(any Error)
        /// The group has been shut down.
        case refused
        /// The group has as many keys as it may have.
        case full
        case cancelled
    }

    struct Passivation: Sendable {
        /// A quarter of the time after which a runtime is passivated: how often the watch looks.
        let interval: Duration
        var ticks: UInt64 { 4 }
        /// How many runtimes are passivated at the same time.
        var width: Int { 16 }
    }

    let machine: LockedField<Machine>
    let limit: Int
    private let makesRoom: Bool
    let tasks: GraphTasks
    let clock: GraphClock
    let log = DiagnosticLog()
    private let passivation: Passivation?
    private let make: @Sendable (Key) async throws -> Hosted
    let save: (@Sendable (Key, State) async -> Void)?
    private let isPastDeadline = Atomic(false)
    /// The hook for the diagnostics of the runtimes; `make` runs in a task that inherits nothing.
    private let diagnostics = Diagnostics.local

    init(
        limit: Int,
        makesRoom: Bool,
        passivation: Passivation?,
        clock: GraphClock,
        executor: (any TaskExecutor)?,
        save: (@Sendable (Key, State) async -> Void)?,
        make: @escaping @Sendable (Key) async throws -> Hosted
    ) {
        machine = LockedField(Machine(limit: limit, makesRoom: makesRoom))
        (self.limit, self.makesRoom) = (limit, makesRoom)
        tasks = GraphTasks(executor: executor)
        self.passivation = passivation
        self.clock = clock
        self.save = save
        self.make = make
    }

    // MARK: Callers

    /// Waits until the runtime of `key` is there and it is the caller's turn. A caller that has entered must leave.
    ///
    /// - Parameter staysForMake: whether a cancellation ends the wait only while the runtime is not being made.
    func enter(_ key: Key, staysForMake: Bool = false) async -> Admission {
        if let stay = machine.withLock({ $0.tryEnter(key) }) { return .entered(stay) }
        if makesRoom {
            // Closures in this type, not key paths, which a generic context makes anew at each use: 3 % of a new key each.
            while machine.withLock({ $0.searchOn(for: key, where: { $0.isAtRest }) }) {}
        }
        let callerID = SharedWaiterID()
        #if DEBUG
            // A continuation that is resumed before its task awaits it orders nothing that the thread sanitizer sees; the lock, which
            // the resumer has held before, does.
            defer { machine.withLock { _ in } }
        #endif
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { caller in
                let arrival = machine.withLock { machine -> Machine.Arrival? in
                    // Either this check sees the cancellation, or the handler finds the identity.
                    if Task.isCancelled { return nil }
                    let arrival = machine.arrive(caller, at: key, where: { $0.isAtRest })
                    switch arrival {
                    case .waits(let id, _), .waitsForNew(let id, _): callerID.publish(id)
                    case .entered, .full, .refused: break
                    }
                    return arrival
                }
                switch arrival {
                case nil: caller.resume(returning: .cancelled)
                case .entered(let stay): caller.resume(returning: .entered(stay))
                case .full: caller.resume(returning: .full)
                case .refused: caller.resume(returning: .refused)
                case .waits(_, let victim):
                    if let victim { startEnding(victim.key, victim.hosted, .drain) }
                case .waitsForNew(_, let incarnation): startMaking(Machine.Next(key: key, incarnation: incarnation))
                }
            }
        } onCancel: {
            let caller = machine.withLock { machine in
                callerID.value.flatMap { machine.withdraw($0, from: key, staysForMake: staysForMake) }
            }
            caller?.resume(returning: .cancelled)
        }
    }

    func leave(_ key: Key, after stay: Machine.Stay) {
        perform(machine.withLock { $0.leave(key, after: stay) }, of: key)
    }

    private func perform(_ departure: Machine.Departure, of key: Key) {
        switch departure {
        case .none: break
        case .letsIn(let caller, let stay): caller.resume(returning: .entered(stay))
        case .ends(let hosted): startEnding(key, hosted, .drain)
        }
    }

    // MARK: Making

    private func startMaking(_ next: Machine.Next) {
        guard let task = tasks.start({ await self.makeRuntime(next.key) }) else {
            // The group has ended since the caller arrived.
            return notMade(next.key, .refused)
        }
        if !machine.withLock({ $0.making(next.incarnation, of: next.key, in: task) }) { tasks.cancel(task) }
    }

    private func makeRuntime(_ key: Key) async {
        let hosted: Hosted
        do {
            hosted = try await Diagnostics.$local.withValue(diagnostics) { try await make(key) }
        } catch {
            return notMade(key, .failed(error))
        }
        hosted.core.belongsToGroup.store(true, ordering: .relaxed)
        switch machine.withLock({ $0.made(hosted, for: key, isPassivating: passivation != nil) }) {
        case .isLive(let first, let watch):
            perform(first, of: key)
            if watch { startWatch() }
        case .isUnwanted:
            await hosted.shutdown(.cancel)
        }
    }

    private func notMade(_ key: Key, _ admission: Admission) {
        let (callers, next) = machine.withLock { $0.notMade(key) }
        dismiss(callers, with: admission)
        if let next { startMaking(next) }
    }

    private func dismiss(_ callers: [UnsafeContinuation<Admission, Never>], with admission: Admission) {
        for caller in callers { caller.resume(returning: admission) }
    }

    // MARK: Ending

    /// Ends the runtime of `key`, if there is one, and returns when it has ended.
    func end(_ key: Key, _ manner: Hosted.Shutdown) async {
        let end = AwaitedEnd()
        switch machine.withLock({ $0.requestEnd(of: key, atOnce: manner == .cancel, end) }) {
        case .nothing: return
        case .awaited: break
        case .ends(let hosted): startEnding(key, hosted, manner)
        case .cutsShort(let hosted): await cut(hosted)
        }
        await end.wait()
    }

    private func startEnding(_ key: Key, _ hosted: Hosted, _ manner: Hosted.Shutdown) {
        let wasAtRest = hosted.core.tellToEnd(manner)
        startOrDetach {
            if !wasAtRest {
                if manner == .drain { await hosted.shutdown(.drain) }
                // The effects of the old runtime end before the next one begins; its state is not saved.
                if manner == .cancel || hosted.tasks.wasCutShort { await self.cut(hosted) }
            }
            if !hosted.tasks.wasCutShort {
                await self.saveState(await self.lastState(of: hosted, wasAtRest: wasAtRest), for: key)
            }
            self.ended(key)
        }
    }

    /// Cancels a runtime and waits for its tasks. Nothing else of the group calls `shutdown(.cancel)` for a runtime in use, so
    /// tasks that stay are reported once.
    private func cut(_ hosted: Hosted) async { await hosted.shutdown(.cancel) }

    /// The last state of a runtime that has ended; nil if no state is saved.
    ///
    /// - Parameter wasAtRest: whether the runtime was at rest when it was told to end: then it is torn down, too.
    func lastState(of hosted: Hosted, wasAtRest: Bool) async -> State? {
        if wasAtRest { return await hosted.core.tearDownAtRest() }
        guard save != nil else { return nil }
        return await hosted.state
    }

    /// Saves the last state of a runtime, if there is one to be saved; false if the deadline of the shutdown has passed, which the
    /// reports tell. A blocked thread may have kept the state until then.
    @discardableResult
    func saveState(_ state: State?, for key: Key) async -> Bool {
        guard let save else { return true }
        guard !isPastDeadline.load(ordering: .acquiring) else {
            machine.withLock { $0.noteUnsaved(key) }
            return false
        }
        if let state { await save(key, state) }
        return true
    }

    /// The deadline of the shutdown has passed.
    func beginNoMoreSaves() { isPastDeadline.store(true, ordering: .releasing) }

    func ended(_ key: Key) {
        let (waiters, next) = machine.withLock { $0.ended(key) }
        for waiter in waiters { waiter.reach() }
        if let next { startMaking(next) }
        // Its place is free for the next one.
        if let passivation { passivate(machine.withLock { $0.takeDue(passivation) }) }
    }

    /// Cancels everything; for a group that is released.
    func cancel() {
        let closing = machine.withLock { $0.close() }
        dismiss(closing.callers, with: .cancelled)
        // First the runtimes: a task that drains one must find it cut short, and one that ignores its cancellation keeps the
        // others alive.
        for candidate in closing.live + closing.ending { candidate.hosted.core.cancel() }
        _ = tasks.cancelAll()
    }

    // MARK: Passivation

    /// Starts the task that looks for runtimes at rest. It lives while there are runtimes.
    private func startWatch() {
        guard let passivation else { return }
        let task = tasks.start {
            repeat {
                guard await self.clock.sleep(for: passivation.interval) else { return }
                self.watch(passivation)
            } while !self.machine.withLock { $0.watchMayEnd() }
        }
        if let task, !machine.withLock({ $0.watching(in: task) }) { tasks.cancel(task) }
    }

    private func watch(_ passivation: Passivation) {
        var (resting, busy): ([Machine.Candidate], [Machine.Candidate]) = ([], [])
        for candidate in machine.withLock({ $0.beginTick() }) {
            if candidate.hosted.isAtRest { resting.append(candidate) } else { busy.append(candidate) }
        }
        let due = machine.withLock { [resting, busy] machine in
            machine.noteBusy(busy)
            machine.noteAtRest(resting)
            return machine.takeDue(passivation)
        }
        passivate(due)
    }

    private func passivate(_ due: [Machine.Candidate]) {
        for candidate in due { startEnding(candidate.key, candidate.hosted, .drain) }
    }
}

extension RuntimeGroupStateMachine {
    fileprivate mutating func takeDue<State, Action>(
        _ passivation: RuntimeGroupStorage<Key, State, Action>.Passivation
    ) -> [Candidate] where Hosted == Runtime<State, Action> {
        takeDue(after: passivation.ticks, atMost: passivation.width, where: { $0.isAtRest })
    }
}

extension Runtime {
    /// Whether no action waits, no task runs and there is no subscriber: then only a caller can set the runtime to work.
    nonisolated var isAtRest: Bool {
        core.isAtRest && core.broadcast.audience.isEmpty && !core.broadcast.audience.isAwaited
    }
}
