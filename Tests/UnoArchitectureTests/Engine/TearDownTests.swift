import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

/// A graph that ends in the middle of a step leaves nothing behind.
@Suite(.timeLimit(.hang), .misuse, .tags(.cancellation))
struct TearDownTests {
    /// A state that shows whether it has been released.
    private struct Page: Sendable {
        let canary: Canary
    }

    @Test("A graph that ends in the middle of a step releases an effect that ended during it, and its state")
    func effectEndsInAnOpenStep() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (work, pause) = (HeldWork(), HeldWork())
        weak var canary: Canary?
        do {
            let page = Page(canary: Canary())
            canary = page.canary
            let consumer = consume(page, 2, work, pause, on: executor)
            executor.runUntilIdle()
            #expect(pause.waitingCount == 1 && work.waitingCount == 1)
            // The second state of the step has not been taken, so the step is open when the effect ends.
            executor.settle(work.release())
            consumer.cancel()
        }
        executor.runUntilIdle()
        #expect(canary == nil)
    }

    @Test("A graph that ends releases its parts at once, although the task of a child's effect has not ended")
    func deafEffectOfAChild() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let work = DeafWork()
        weak var canary: Canary?
        do {
            let kept = Canary()
            canary = kept
            let feature = parent(kept).when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
                Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } }
            }
            let runtime = Runtime(feature, executor: .on(executor))
            executor.settle(runtime.send(.child(1)))
            #expect(work.begun.count == 1)
        }
        executor.runUntilIdle()
        #expect(canary == nil)
        executor.settle(work.release())
    }

    /// A dependency of which every value is known.
    private struct Tool: FeatureDependency {
        struct Made: Sendable {
            weak var canary: Canary?
        }

        static let made = Record<Made>()

        static var unprovided: Canary {
            let canary = Canary()
            made.append(Made(canary: canary))
            return canary
        }
    }

    @Test(
        "A graph that has ended keeps no part that observes a value and no dependency, although its state can be read")
    func keptState() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (kept, number) = (Record<DynamicState<Int>>(), Shared(1))
        do {
            let feature = Requiring(Tool.self) { tool in
                Interact<Int, Int>(initialValue: 0) { _, _ in
                    tool.sing()
                    return .perform { state, _ in kept.append(state) }
                }
            }.observing(number)
            let runtime = Runtime(feature, executor: .on(executor))
            executor.settle(runtime.send(1))
            #expect(kept.elements.count == 1 && Tool.made.elements.contains { $0.canary != nil })
            executor.settle(executor.task { await runtime.shutdown(.cancel) })
        }
        executor.runUntilIdle()
        #expect(Tool.made.elements.allSatisfy { $0.canary == nil })
        withExtendedLifetime((kept, number)) {}
    }

    private func parent(_ canary: Canary) -> Interact<Int, CancelLawTests.Route> {
        Interact(initialValue: 0) { _, _ in
            canary.sing()
            return .state
        }
    }

    /// Takes `count` states of a graph that emits twice for each action and starts an effect with an id; then pauses.
    private func consume(
        _ page: Page, _ count: Int, _ work: HeldWork, _ pause: HeldWork, on executor: ControlledExecutor
    ) -> Task<Void, Never> {
        let feature = Interactors.Merge(
            Interact<Page, Int>(initialValue: page) { _, _ in .perform(id: "work") { _, _ in await work.run() } },
            Interact<Page, Int>(initialValue: page) { _, _ in .state }
        )
        let (upstream, source) = AsyncStream<Int>.makeStream()
        source.yield(1)
        let states = HostedStream.states(of: feature, upstream: upstream, executor: .on(executor))
        return executor.task {
            do {
                var iterator = states.makeAsyncIterator()
                for _ in 0..<count { _ = await iterator.next() }
                await pause.run()
            }
            withExtendedLifetime(source) {}
        }
    }
}
