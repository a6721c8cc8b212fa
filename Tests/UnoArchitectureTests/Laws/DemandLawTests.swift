import AsyncKit
import TestSupport
import Testing
import UnoArchitecture

/// Law 4: whoever stops pulling stops the producer.
@Suite(.timeLimit(.minutes(1)))
struct DemandLawTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interactor: AnyInteractor<Int, Int>
        /// How many states come first, and with each action.
        let initial: Int
        let perAction: Int

        init(_ name: String, _ interactor: some Interactor<Int, Int>, initial: Int = 1, perAction: Int = 1) {
            testDescription = name
            self.interactor = interactor.eraseToAnyInteractor()
            self.initial = initial
            self.perAction = perAction
        }
    }

    static let table: [Row] = [
        Row("Interact", Sum.constant(0)),
        Row("Interact with dispatch", Sum.dispatching()),
        Row("Merge", Interactors.Merge(Sum.constant(0), Sum.constant(0)), perAction: 2),
        Row(
            "MergeMany",
            Interactors.MergeMany(interactors: [Sum.constant(0), Sum.constant(0), Sum.constant(0)]),
            perAction: 3
        ),
        Row("CollectInteractors", Interactors.CollectInteractors { Sum.constant(0) }),
        Row("Debounce of nothing", DebounceInteractor(for: .zero, clock: ManualClock()) { Sum.constant(0) }),
        Row("pull transformer", PullingTransformer(), initial: 0),
        Row("pull transformer in a merge", Interactors.Merge(Sum.constant(0), PullingTransformer()), perAction: 2),
    ]

    @Test("Upstream is asked for what the states that were pulled need, at most one action ahead", arguments: table)
    func stream(row: Row) {
        let asks = Record<Void>()
        let upstream = AsyncStream<Int> {
            asks.append()
            return 1
        }
        let executor = ControlledExecutor()
        let states = HostedStream.states(of: row.interactor, upstream: upstream, executor: .on(executor))
        executor.runUntilIdle()
        for pulled in 0..<8 {
            let fromActions = pulled - row.initial
            let needed = max(0, (fromActions + row.perAction - 1) / row.perAction)
            let settled = fromActions < 0 ? nil : fromActions / row.perAction
            #expect(asks.count >= needed, "after \(pulled) states")
            #expect(asks.count <= settled.map { $0 + 1 } ?? 0, "after \(pulled) states")
            executor.task { for await _ in states { break } }
            executor.runUntilIdle()
        }
    }

    @Test(
        "With a subscriber that takes nothing, a runtime takes one action and what its mailbox holds, and no more",
        arguments: [1, 4, 64]
    )
    func runtime(capacity: Int) {
        let executor = ControlledExecutor()
        let runtime = Runtime(Sum.constant(0), mailbox: .suspend(capacity: capacity), executor: .on(executor))
        let states = runtime.states(.bounded(1))
        let delivered = Record<Void>()
        executor.task {
            for _ in 0..<1_000 {
                await runtime.deliver(1)
                delivered.append()
            }
        }
        executor.runUntilIdle()
        #expect(delivered.count == 1 + capacity)
        executor.task { for await _ in states { break } }
        executor.runUntilIdle()
        #expect(delivered.count == 2 + capacity)
    }

    @Test("An effect's send waits for demand, too")
    func effect() {
        let executor = ControlledExecutor()
        let sent = Record<Void>()
        let flood = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, send in
                for _ in 0..<1_000 {
                    await send { $0 += 1 }
                    sent.append()
                }
            }
        }
        let (upstream, source) = AsyncStream<Int>.makeStream()
        let states = HostedStream.states(of: flood, upstream: upstream, executor: .on(executor))
        source.yield(1)
        for _ in 0..<5 {
            executor.task { for await _ in states { break } }
            executor.runUntilIdle()
        }
        // Of five states two are the initial one and the action's.
        #expect(sent.count == 3)
    }

    @Test("A busy child stops the upstream: it is never asked for more than one action ahead")
    func slowChild() {
        let executor = ControlledExecutor()
        let asks = Record<Void>()
        let upstream = AsyncStream<Int> {
            asks.append()
            return asks.count
        }
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        let states = HostedStream.states(of: slow, upstream: upstream, executor: .on(executor))
        let seen = Record<Int>()
        executor.task { for await state in states { seen.append(state) } }
        executor.runUntilIdle()
        for count in 1...50 {
            #expect(slow.begun.count == count)
            #expect(asks.count == count)
            slow.work.release()
            executor.runUntilIdle()
        }
        #expect(seen.elements == Array(1...50))
    }
}
