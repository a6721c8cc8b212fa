import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The two hosts that take actions and give states, for tests that act while the graph runs; all hosts are in `LawHost`.
enum Host: CaseIterable, Sendable, CustomTestStringConvertible {
    case stream, runtime

    var testDescription: String {
        switch self {
        case .stream: "the stream of interact(_:)"
        case .runtime: "the runtime"
        }
    }

    /// Every state of a graph that handles `actions` and then finishes.
    func states<State: Sendable, Action: Sendable>(
        of interactor: some Interactor<State, Action>, _ actions: [Action] = []
    ) async -> [State] {
        switch self {
        case .stream:
            let (upstream, source) = AsyncStream<Action>.makeStream()
            for action in actions { source.yield(action) }
            source.finish()
            // What `interact(_:)` returns, on a clock on which no time passes.
            let states = HostedStream.states(of: interactor, upstream: upstream, clock: TestClock())
            return await states.reduce(into: []) { $0.append($1) }
        case .runtime:
            // A transformer may greet before there is a subscriber, which would miss that.
            let executor = ControlledExecutor()
            let runtime = Runtime(interactor, executor: .on(executor), clock: TestClock())
            let states = runtime.states(.unbounded, of: .everyState)
            executor.runFreely()
            for action in actions { await runtime.deliver(action) }
            async let end: Void = runtime.shutdown(.drain)
            let collected = await states.reduce(into: []) { $0.append($1) }
            await end
            return collected
        }
    }
}

/// A running graph in either host, for a test that acts while the graph runs. Ends the graph when it is released.
final class Hosted<State: Sendable, Action: Sendable>: Sendable {
    /// The states that came out.
    let states = Record<State>()
    /// An entry when the states have ended.
    let ends = Record<Void>()
    let runtime: Runtime<State, Action>?
    private let source: AsyncStream<Action>.Continuation?
    private let consumer: Task<Void, Never>
    private let executor: ControlledExecutor?

    /// - Parameter executor: runs all work of the graph and its consumer, and nothing else afterwards.
    init(
        _ interactor: some Interactor<State, Action>, in host: Host, on executor: ControlledExecutor? = nil,
        clock: TestClock = TestClock(), watching policy: SubscriptionPolicy = .unbounded,
        of selection: StateSelection = .everyState
    ) {
        self.executor = executor
        let place = executor.map { RuntimeExecutor.on($0) } ?? .default
        let stream: AsyncStream<State>
        switch host {
        case .stream:
            let (upstream, source) = AsyncStream<Action>.makeStream()
            self.source = source
            runtime = nil
            stream = HostedStream.states(of: interactor, upstream: upstream, executor: place, clock: clock)
        case .runtime:
            let runtime = Runtime(interactor, executor: place, clock: clock)
            self.runtime = runtime
            source = nil
            stream = runtime.states(policy, of: selection)
        }
        consumer = Task(executorPreference: executor) { [states, ends] in
            for await state in stream { states.append(state) }
            ends.append()
        }
    }

    deinit {
        consumer.cancel()
        source?.finish()
        if let runtime { Task(executorPreference: executor) { await runtime.shutdown(.cancel) } }
        executor?.runUntilIdle()
        executor?.runFreely()
    }

    func send(_ action: Action) {
        runtime?.send(action)
        source?.yield(action)
    }

    /// Sends an action as soon as the host has room for it.
    func deliver(_ action: Action) async {
        await runtime?.deliver(action)
        source?.yield(action)
    }

    /// No more actions come.
    @discardableResult
    func finish() -> Task<Void, Never> {
        source?.finish()
        return Task(executorPreference: executor) { [runtime] in await runtime?.shutdown(.drain) }
    }

    /// Returns when the states have ended.
    func ended() async { await consumer.value }

    /// Cancels the consumer of the states, or the runtime.
    func cancel() async {
        consumer.cancel()
        await runtime?.shutdown(.cancel)
        await consumer.value
    }
}
