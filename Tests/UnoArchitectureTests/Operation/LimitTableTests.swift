import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

/// A host that has limits, and that a test drives on one executor and clock.
enum LimitedHost: CaseIterable, Sendable, CustomTestStringConvertible {
    case stream, runtime, unboundedRuntime, group

    static let runtimes: [LimitedHost] = [.runtime, .unboundedRuntime, .group]

    var testDescription: String {
        switch self {
        case .stream: "interact(_:)"
        case .runtime: "a runtime"
        case .unboundedRuntime: "a runtime with an unbounded mailbox"
        case .group: "a runtime of a group"
        }
    }

    /// A running graph: how actions enter it, and how it ends.
    struct Graph: Sendable {
        let send: @Sendable (Int) async -> Void
        let cancel: @Sendable () async -> Void
        /// Drains within a limit of the clock; returns whether everything has ended. Nil for a host without one.
        var drain: (@Sendable (Duration) async -> Bool)?
        /// Subscribes. Nil for a host without subscribers.
        var states: (@Sendable (SubscriptionPolicy) async -> AsyncStream<[Int]>)?
    }

    private func effectLimit(_ limits: RuntimeLimits) -> Int? {
        if case .atMost(let count) = limits.effects { count } else { nil }
    }

    /// Starts a graph of `interactor`; `spawn` starts a task of the test.
    func start(
        _ interactor: some Interactor<[Int], Int>, _ limits: RuntimeLimits, on executor: ControlledExecutor,
        clock: TestClock, spawn: (@escaping @Sendable () async -> Void) -> Void
    ) -> Graph {
        switch self {
        case .stream:
            let (actions, source) = AsyncStream<Int>.makeStream()
            let states = Locked<AsyncStream<[Int]>?>(
                HostedStream.states(
                    of: interactor, upstream: actions, executor: .on(executor), clock: clock,
                    effectLimit: effectLimit(limits)))
            let consumer = HeldTask()
            spawn {
                await consumer.run {
                    guard let taken = states.withLock({ $0.take() }) else { return }
                    for await _ in taken {}
                }
            }
            return Graph(
                send: { source.yield($0) },
                cancel: {
                    source.finish()
                    consumer.cancel()
                })
        case .runtime, .unboundedRuntime:
            let runtime = Runtime(
                interactor, mailbox: self == .runtime ? .suspend(capacity: 2) : .unbounded, executor: .on(executor),
                clock: clock, limits: limits)
            return Graph(
                send: { await runtime.deliver($0) }, cancel: { await runtime.shutdown(.cancel) },
                drain: { await runtime.shutdown(.drain, within: $0).isComplete }, states: { runtime.states($0) })
        case .group:
            let group = RuntimeGroup<Int, [Int], Int>(clock: clock, executor: executor) { _ in
                Runtime(interactor, executor: .on(executor), clock: clock, limits: limits)
            }
            return Graph(
                send: { _ = try? await group.deliver($0, to: 0) },
                cancel: { _ = await group.shutdown(.cancel, within: .seconds(1)) },
                drain: { await group.shutdown(.drain, within: $0).isComplete },
                states: { (try? await group.states(of: 0, $0)) ?? AsyncStream { $0.finish() } })
        }
    }
}

/// A task of the test that it can cancel, on the executor that runs it.
final class HeldTask: Sendable {
    private let stop = Record<Void>()

    /// Runs `work` until it ends or `cancel()` is called.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { await work() }
            group.addTask { [stop] in await stop.waitFor(1) }
            await group.next()
            group.cancelAll()
        }
    }

    func cancel() { stop.append() }
}

/// Every limit on every host that has it: in bursts, under virtual time and under every order of the jobs.
@Suite("Limits, for every host", .timeLimit(.hang), .misuse)
struct LimitTableTests {
    /// Handles numbers; the effect of each waits for `work`.
    static func feature(
        _ handled: Record<Int>, _ policy: EffectPolicy = .runBoth, id: String? = nil,
        _ work: @escaping @Sendable (Int) async -> Void
    ) -> some Interactor<[Int], Int> {
        Interact<[Int], Int>(initialValue: []) { state, number in
            state.append(number)
            handled.append(number)
            return .perform(id: id, policy: policy) { _, _ in await work(number) }
        }
    }

    /// A graph on a stage of its own.
    struct Stage {
        let executor = ControlledExecutor()
        let clock = TestClock()
        let graph: LimitedHost.Graph
        init(_ host: LimitedHost, _ limits: RuntimeLimits, _ interactor: some Interactor<[Int], Int>) {
            graph = host.start(interactor, limits, on: executor, clock: clock) { [executor] in executor.task($0) }
        }

        func burst(_ numbers: Range<Int>) {
            executor.begin { [graph] in for number in numbers { await graph.send(number) } }
        }

        func advance(_ duration: Duration) { executor.settle(clock.advance(by: duration)) }

        func end() {
            executor.begin { [graph] in await graph.cancel() }
            executor.runFreely()
        }
    }

    /// A graph each effect of which waits for `work`, and which handles no action beside so many effects.
    private static func stage(
        _ host: LimitedHost, atMost limit: Int, _ handled: Record<Int>, _ work: HeldWork
    ) -> Stage {
        // That the limit is reached is no mistake here.
        DiagnosticsRecorder()() {
            Stage(host, RuntimeLimits(effects: .atMost(limit)), feature(handled) { _ in await work.run() })
        }
    }

    @Test(
        "At the limit no further action is handled; all are handled, in order, as effects end",
        arguments: LimitedHost.allCases, [1, 2, 7])
    func effects(host: LimitedHost, limit: Int) {
        let (work, handled) = (HeldWork(), Record<Int>())
        let stage = Self.stage(host, atMost: limit, handled, work)
        stage.burst(0..<20)
        for ended in 0..<20 {
            #expect(work.waitingCount == min(limit, 20 - ended))
            #expect(handled.elements == Array(0..<min(20, limit + ended)))
            stage.executor.settle(work.release())
        }
        #expect(work.endings.elements.count == 20)
        stage.end()
    }

    @Test("The limit is reported once, with the ids that hold the most places", arguments: LimitedHost.allCases)
    func report(host: LimitedHost) throws {
        let (work, diagnostics) = (HeldWork(), DiagnosticsRecorder())
        let stage = diagnostics {
            Stage(
                host, RuntimeLimits(effects: .atMost(2)), Self.feature(Record(), id: "load") { _ in await work.run() })
        }
        stage.burst(0..<5)
        for _ in 0..<5 { stage.executor.settle(work.release()) }
        #expect(diagnostics.kinds == [.effectLimit])
        #expect(try #require(diagnostics.reports.elements.first).message.contains("2 with the id load"))
        stage.end()
    }

    @Test("A bounded line drops what it says it drops", arguments: LimitedHost.allCases)
    func line(host: LimitedHost) {
        for (overflow, expected) in [(EffectPolicy.LineOverflow.dropNew, [0, 1, 2]), (.dropOldest, [0, 4, 5])] {
            let (work, begun) = (HeldWork(), Record<Int>())
            let stage = Stage(
                host, .default,
                Self.feature(Record(), .waitTurn(atMost: 2, then: overflow), id: "line") { number in
                    begun.append(number)
                    await work.run()
                })
            stage.burst(0..<6)
            for _ in 0..<6 { stage.executor.settle(work.release()) }
            #expect(begun.elements == expected, "\(overflow)")
            stage.end()
        }
    }

    @Test(
        "A cancelled graph at its limit ends: no effect is left, and no action is handled",
        arguments: LimitedHost.allCases)
    func cancelled(host: LimitedHost) {
        let (work, handled) = (HeldWork(), Record<Int>())
        let stage = Self.stage(host, atMost: 1, handled, work)
        stage.burst(0..<5)
        stage.end()
        #expect(work.waitingCount == 0 && work.endings.elements == [.cancelled])
        #expect(handled.elements == [0])
    }

    @Test(
        "A drain at the limit is complete if the effects end in time, and cut short if not",
        arguments: LimitedHost.runtimes)
    func drain(host: LimitedHost) throws {
        for isInTime in [true, false] {
            let (work, handled) = (HeldWork(), Record<Int>())
            let stage = Self.stage(host, atMost: 1, handled, work)
            stage.burst(0..<3)
            let drain = try #require(stage.graph.drain)
            let answers = stage.executor.begin { await drain(.seconds(5)) }
            stage.advance(.seconds(4))
            #expect(answers.elements.isEmpty)
            if isInTime {
                for _ in 0..<3 { stage.executor.settle(work.release()) }
                #expect(handled.elements == [0, 1, 2])
            } else {
                stage.advance(.seconds(1))
                #expect(handled.elements == [0])
            }
            #expect(answers.elements == [isInTime] && stage.clock.sleeperCount == 0)
            stage.end()
        }
    }

    @Test(
        "A subscriber that stalls for its limit no longer keeps the graph waiting", arguments: LimitedHost.runtimes,
        [
            SubscriptionPolicy.bounded(1, stalledFor: .seconds(30), then: .disconnect),
            .bounded(1, stalledFor: .seconds(30), then: .latest),
        ])
    func stalled(host: LimitedHost, policy: SubscriptionPolicy) throws {
        let (handled, kept) = (Record<Int>(), Slot<AsyncStream<[Int]>>())
        let stage = DiagnosticsRecorder()() { Stage(host, .default, Self.feature(handled) { _ in }) }
        let states = try #require(stage.graph.states)
        stage.executor.begin { kept.value = await states(policy) }
        stage.burst(0..<10)
        let before = handled.elements.count
        #expect(before < 10)
        stage.advance(.seconds(29))
        #expect(handled.elements.count == before)
        stage.advance(.seconds(1))
        #expect(handled.elements == Array(0..<10))
        kept.value = nil
        stage.end()
    }

    @Test(
        "Under every order of the jobs the limit holds, nothing is lost and nothing hangs",
        arguments: LimitedHost.allCases)
    func explored(host: LimitedHost) {
        explore(schedules: Scale.chosen(debug: 300, release: 5_000)) { scenario in
            let (handled, running, most) = (Record<Int>(), Locked(0), Locked(0))
            let graph = DiagnosticsRecorder()() {
                host.start(
                    Self.feature(handled) { _ in
                        let now = running.withLock { count in
                            count += 1
                            return count
                        }
                        most.withLock { $0 = max($0, now) }
                        await scenario.checkpoint()
                        running.withLock { $0 -= 1 }
                    },
                    RuntimeLimits(effects: .atMost(2)),
                    on: scenario.executor,
                    clock: scenario.clock
                ) { work in _ = scenario.task("consumer") { await work() } }
            }
            let sender = scenario.task("sender") { for number in 0..<5 { await graph.send(number) } }
            await sender.value
            await handled.waitFor(5)
            scenario.expect(handled.elements == Array(0..<5), "\(handled.elements)")
            scenario.expect(most.withLock { $0 } <= 2)
            await graph.cancel()
        }
    }
}
