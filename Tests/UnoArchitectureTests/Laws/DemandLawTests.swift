import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 4: a consumer that stops pulling stops the producer.
@Suite(.timeLimit(.hang), .tags(.demand))
struct DemandLawTests {
    private let executor = ControlledExecutor()

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
            "MergeMany", Interactors.MergeMany(interactors: [Sum.constant(0), Sum.constant(0), Sum.constant(0)]),
            perAction: 3
        ),
        Row("CollectInteractors", Interactors.CollectInteractors { Sum.constant(0) }),
        Row("Debounce of nothing", DebounceInteractor(for: .zero, clock: TestClock()) { Sum.constant(0) }),
        Row("pull transformer", PullingTransformer(), initial: 0),
        Row("pull transformer in a merge", Interactors.Merge(Sum.constant(0), PullingTransformer()), perAction: 2),
    ]

    @Test("Upstream is asked for the actions that the pulled states need, and at most one more", arguments: table)
    func stream(row: Row) {
        let asks = Record<Void>()
        let upstream = AsyncStream<Int> {
            asks.append()
            return 1
        }
        defer { executor.runFreely() }
        let states = HostedStream.states(of: row.interactor, upstream: upstream, executor: .on(executor))
        executor.runUntilIdle()
        for pulled in 0..<8 {
            let fromActions = pulled - row.initial
            let needed = max(0, (fromActions + row.perAction - 1) / row.perAction)
            let settled = fromActions < 0 ? nil : fromActions / row.perAction
            #expect(asks.count >= needed, "after \(pulled) states")
            #expect(asks.count <= settled.map { $0 + 1 } ?? 0, "after \(pulled) states")
            executor.settle(executor.task { for await _ in states { break } })
        }
    }

    @Test(
        "With a subscriber that takes nothing, a runtime takes one action and what its mailbox holds, and no more",
        arguments: [1, 4, 64]
    )
    func runtime(capacity: Int) {
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.constant(0), mailbox: .suspend(capacity: capacity), executor: .on(executor))
        let states = runtime.states(.bounded(1))
        let delivered = Record<Void>()
        let producer = executor.task {
            for _ in 0..<1_000 {
                guard await runtime.deliver(1).outcome == .accepted else { return }
                delivered.append()
            }
        }
        defer { producer.cancel() }
        executor.runUntilIdle()
        #expect(delivered.count == 1 + capacity)
        executor.settle(executor.task { for await _ in states { break } })
        #expect(delivered.count == 2 + capacity)
    }

    @Test("An effect's send waits for demand, too") func effect() {
        defer { executor.runFreely() }
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
        for _ in 0..<5 { executor.settle(executor.task { for await _ in states { break } }) }
        // Of five states two are the initial one and the action's.
        #expect(sent.count == 3)
    }

    @Test("A busy child stops the upstream: it is never asked for more than one action ahead") func slowChild() {
        defer { executor.runFreely() }
        let asks = Record<Void>()
        let upstream = AsyncStream<Int> {
            asks.append()
            return asks.count
        }
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        let states = HostedStream.states(of: slow, upstream: upstream, executor: .on(executor))
        let seen = Record<Int>()
        let consumer = executor.task { for await state in states { seen.append(state) } }
        defer { consumer.cancel() }
        executor.runUntilIdle()
        for count in 1...50 {
            #expect(slow.begun.count == count)
            #expect(asks.count == count)
            executor.settle(slow.work.release())
        }
        #expect(seen.elements == Array(1...50))
    }

    /// Gives state after state for each action, and notes each that it is asked for.
    private struct Expanding<Action: Sendable>: Interactor {
        let asked: Record<Void>
        var count = Int.max

        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<Int> {
            let place = Locked((left: 0, next: 0))
            let actions = SerialActions(upstream)
            return AsyncStream { [asked, count] in
                asked.append()
                if place.withLock({ $0.left }) == 0 {
                    guard await actions.next() else { return nil }
                    place.withLock { $0.left = count }
                }
                return place.withLock { place in
                    place.left -= 1
                    place.next += 1
                    return place.next
                }
            }
        }
    }

    private actor SerialActions<Action: Sendable> {
        private var iterator: AsyncStream<Action>.Iterator

        init(_ actions: AsyncStream<Action>) { iterator = actions.makeAsyncIterator() }

        func next() async -> Bool {
            var iterator = iterator
            defer { self.iterator = iterator }
            return await iterator.next(isolation: self) != nil
        }
    }

    @CasePathable fileprivate enum Routed: Sendable {
        case child(Int)
        case state(Int)
    }

    private func embedding(_ child: Expanding<Int>) -> some Interactor<Int, Routed> {
        Interact<Int, Routed>.changing(0, for: \.state) { state, proposed in state = proposed }
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) { child }
    }

    @Test("Within a step, too, a transformer is asked for a state only when the earlier ones have been taken")
    func withinAStep() {
        for takes in 1...6 {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let asked = Record<Void>()
            let states = HostedStream.states(
                of: Interactors.Merge(Sum.constant(0), Expanding<Int>(asked: asked)),
                upstream: AsyncStream { $0.yield(1) },
                executor: .on(executor))
            for _ in 0..<takes { executor.task { for await _ in states { break } } }
            executor.runUntilIdle()
            #expect(asked.elements.count <= takes + 1, "after \(takes) states")
        }
    }

    @Test("A child transformer in a `When` is not pulled ahead of a slow subscriber") func childOfWhen() {
        defer { executor.runFreely() }
        let asked = Record<Void>()
        let runtime = Runtime(embedding(Expanding(asked: asked)), executor: .on(executor))
        let states = runtime.states(.bounded(1))
        let seen = Record<Int>()
        executor.settle(runtime.send(.child(1)))
        for takes in 1...6 {
            #expect(asked.elements.count <= takes + 1, "before state \(takes)")
            executor.settle(executor.task { for await state in states { return seen.append(state) } })
        }
        #expect(seen.elements == [0, 1, 2, 3, 4, 5])
    }

    @Test("The state of an earlier action does not wait for a later action's transformer")
    func handedOnBeforeWaiting() {
        defer { executor.runFreely() }
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        let runtime = Runtime(Interactors.Merge(Sum.constant(7), slow), executor: .on(executor))
        let states = runtime.states(.latest)
        let seen = Record<Int>()
        executor.settle(executor.task { for await state in states { seen.append(state) } })
        executor.settle(runtime.send(1))
        // The transformer is still working; the state that the first part emitted in the same step has arrived.
        #expect(seen.elements == [0, 7])
        executor.settle(slow.work.release())
        #expect(seen.elements == [0, 7, 1])
    }
}
