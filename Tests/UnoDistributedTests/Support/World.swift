import TestSupport
import UnoArchitecture
import UnoDistributed
import UnoTesting

typealias JournalRuntime = Runtime<Journal.DomainState, Journal.Action>
typealias JournalHost = RuntimeHost<Journal.DomainState, Journal.Action>
typealias JournalLink = RuntimeLink<Journal.DomainState, Journal.Action>
typealias JournalSession = RemoteSession<Journal.DomainState, Journal.Action>
typealias RemoteJournal = RemoteRuntime<Journal.DomainState, Journal.Action, HostileSystem>
typealias SeenState = RemoteState<Journal.DomainState>

/// A host's node: a runtime, its host, and the actor that others find.
struct HostNode: Sendable {
    let system: HostileSystem
    let runtime: Runtime<Journal.DomainState, Journal.Action>
    let host: RuntimeHost<Journal.DomainState, Journal.Action>
    let remote: RemoteJournal
    /// Every state of the runtime.
    let truth: NumberedStates<Journal.DomainState>

    init(_ number: Int, in world: World, mailbox: UnoArchitecture.MailboxPolicy = .suspend(capacity: 4)) {
        let clock = world.clock
        runtime = Runtime(
            Journal { try? await clock.sleep(for: .milliseconds(30)) }, mailbox: mailbox, executor: .on(world.executor),
            clock: clock)
        truth = runtime.numberedStates(.unbounded)
        host = RuntimeHost(
            runtime, coding: world.hostCoding, limits: world.limits, clock: clock, executor: world.executor)
        system = world.network.node(number)
        remote = RemoteJournal(host, actorSystem: system)
    }

    /// Ends the node at once, as when its process is killed.
    func kill(in world: World) async {
        world.network.end(system.node)
        system.end()
        host.end()
        await runtime.shutdown(.cancel)
    }
}

/// Nodes, a network, a clock and an executor under the control of a test.
final class World: Sendable {
    let clock = TestClock()
    let executor: ControlledExecutor
    let network: HostileNetwork
    let limits = HostLimits(
        lease: .seconds(3), wait: .milliseconds(400), stall: .seconds(1), states: 8, actionBytes: 30)
    let options = SessionOptions(
        queue: 8, batch: 4, batchBytes: 50, states: 4, wait: .milliseconds(300), call: .milliseconds(1_500),
        retry: .milliseconds(20), patience: .seconds(15))

    /// Called when a host decodes an action.
    let onDecode = Slot<@Sendable () -> Void>()
    /// Those of the hosts and of the links to them.
    let (hostCoding, linkCoding): (TestCoding?, TestCoding?)

    init(_ plan: FaultPlan = .calm, seed: UInt64? = nil, hostCoding: TestCoding? = nil, linkCoding: TestCoding? = nil) {
        self.linkCoding = linkCoding
        var coding = hostCoding
        coding?.decoding = { [onDecode] value in
            onDecode.value?()
            try hostCoding?.decoding(value)
        }
        self.hostCoding = coding
        executor = ControlledExecutor(seed: seed)
        network = HostileNetwork(plan, clock, executor)
    }

    /// The network and its nodes hold each other.
    deinit { network.endAll() }

    /// A session on a node of its own.
    func session(_ node: Int, with host: HostNode) throws -> JournalSession {
        let remote = try RemoteJournal.resolve(id: host.remote.id, using: network.node(node))
        return session(RuntimeLink(remote, coding: linkCoding))
    }

    /// A host, and a session with it from another node.
    func journal() throws -> (node: HostNode, session: JournalSession) {
        let node = HostNode(0, in: self)
        return (node, try session(1, with: node))
    }

    /// A session with the options, the clock and the executor of the test.
    func session<State, Action>(
        _ link: RuntimeLink<State, Action>, options: SessionOptions? = nil,
        observer: (@Sendable (SessionEvent) -> Void)? = nil
    ) -> RemoteSession<State, Action> {
        RemoteSession(link, options: options ?? self.options, clock: clock, executor: executor, observer: observer)
    }

    /// Runs everything, and moves the clock, until `isDone` or nothing is left to do; returns whether it is done.
    @discardableResult
    func run(atMost limit: Duration = .seconds(600), until isDone: () -> Bool = { false }) -> Bool {
        while true {
            executor.runUntilIdle()
            if isDone() { return true }
            guard let deadline = clock.nextDeadline, deadline.offset < limit else { return isDone() }
            clock.advance(to: deadline)
        }
    }

    /// As ``run(atMost:until:)``, for so long from now on.
    @discardableResult
    func run(for time: Duration, until isDone: () -> Bool = { false }) -> Bool {
        run(atMost: clock.now.offset + time, until: isDone)
    }

    /// Runs `body` to its end; returns whether it ended.
    @discardableResult
    func perform(_ body: @escaping @Sendable () async -> Void) -> Bool {
        let isDone = Slot<Bool>()
        executor.task {
            await body()
            isDone.value = true
        }
        return run { isDone.value == true }
    }

    /// Runs `body` to its end; returns its value, or nil if it did not end.
    func result<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
        let value = Slot<Value>()
        perform { value.value = await body() }
        return value.value
    }

    /// Reads all states of the session from now on.
    func read<State, Action>(
        _ session: RemoteSession<State, Action>,
        _ policy: SubscriptionPolicy = .bounded(4)
    ) -> Record<RemoteState<State>> {
        let seen = Record<RemoteState<State>>()
        executor.task { for await state in session.numberedStates(policy) { seen.append(state) } }
        return seen
    }

    /// The present state of the session's runtime; nil if there is none, or it cannot be read.
    func state<State, Action>(of session: RemoteSession<State, Action>) -> State? {
        let state = Slot<State>()
        perform { state.value = try? await session.state }
        return state.value
    }

    /// Ends a host and its runtime; returns whether nothing is left.
    @discardableResult
    func end<State, Action>(_ host: RuntimeHost<State, Action>, _ runtime: Runtime<State, Action>) -> Bool {
        finish {
            host.end()
            await runtime.shutdown(.cancel)
        }
    }

    /// Ends a session and nodes; returns whether nothing is left.
    func end(_ session: JournalSession? = nil, _ nodes: HostNode...) -> Bool {
        session?.end()
        return finish { for node in nodes { await node.kill(in: self) } }
    }

    private func finish(_ body: @escaping @Sendable () async -> Void) -> Bool {
        let isOver = perform(body)
        run()
        defer { executor.runFreely() }
        return isOver && clock.sleeperCount == 0
    }
}

extension ControlledExecutor {
    /// Starts a task and runs everything until it has ended or waits for something.
    @discardableResult
    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        defer { runUntilIdle() }
        return task(operation)
    }
}
