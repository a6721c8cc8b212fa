import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 6: cancelling from any point, in any way, leaves no task and no graph.
@Suite(.timeLimit(.hang), .tags(.cancellation))
struct CancelLawTests {
    /// The activity of a graph when it is cancelled.
    enum Moment: CaseIterable, Sendable {
        case idle, inAnEffect, inAChildsEffect, delaying, inATransformer, inAnEmbeddedTransformer
    }

    enum Way: CaseIterable, Sendable { case cancelTheConsumer, dropTheStream, shutDown, dropTheRuntime }

    @CasePathable enum Route: Sendable {
        case child(Int)
        case state(Int)
    }

    /// Says when the test's graph has come so far.
    struct Busy: Sendable {
        let work = HeldWork()
        let begun = Record<Void>()
        let clock = TestClock()

        private func effect<Action: Sendable>(_ canary: Canary, _: Action.Type) -> Interact<Int, Action> {
            Interact(initialValue: 0) { [work] _, _ in
                canary.sing()
                return .observe(id: 0, policy: .waitTurn) { state, send in
                    canary.sing()
                    await work.run()
                    _ = await state.current
                    await send { $0 += 1 }
                }
            }
        }

        private func transformer<Action: Sendable>(_ canary: Canary, _: Action.Type) -> HeldTransformer<Action> {
            HeldTransformer(work: work, begun: begun) { _ in
                canary.sing()
                return 1
            }
        }

        private func embedding(_ child: some Interactor<Int, Int>) -> AnyInteractor<Int, Route> {
            Interact<Int, Route>.changing(0) { state, action in if case .state(let number) = action { state = number } }
                .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) { child }
                .eraseToAnyInteractor()
        }

        func interactor(_ moment: Moment, _ canary: Canary) -> AnyInteractor<Int, Route> {
            let effect = effect(canary, Route.self)
            switch moment {
            case .idle, .inAnEffect: return effect.eraseToAnyInteractor()
            case .inAChildsEffect: return embedding(self.effect(canary, Int.self))
            case .delaying:
                // The first part emits, so that the second one still delays its action when the consumer stops.
                let emitting = Interact<Int, Route>(initialValue: 0) { _, _ in .state }
                let delaying = DebounceInteractor(for: .seconds(1), clock: clock) { effect }
                return Interactors.Merge(emitting, delaying).eraseToAnyInteractor()
            case .inATransformer:
                return Interactors.Merge(effect, transformer(canary, Route.self)).eraseToAnyInteractor()
            case .inAnEmbeddedTransformer: return embedding(transformer(canary, Int.self))
            }
        }

        /// Returns when a graph that was sent two actions has reached the moment.
        func reached(_ moment: Moment) async {
            switch moment {
            case .idle: break
            case .inAnEffect, .inAChildsEffect: await work.starts.waitFor(1)
            case .delaying: await clock.waitForSleepers(1)
            case .inATransformer, .inAnEmbeddedTransformer: await begun.waitFor(1)
            }
        }
    }

    @Test("No task is left and everything is freed", arguments: Moment.allCases, Way.allCases)
    func cancel(moment: Moment, way: Way) async {
        let busy = Busy()
        let freed: Canary.Watch
        switch way {
        case .cancelTheConsumer: freed = await cancelConsumer(busy, moment)
        case .dropTheStream: freed = await dropStream(busy, moment)
        case .shutDown, .dropTheRuntime: freed = await endRuntime(busy, moment, way)
        }
        await freed.freed()
        #expect(busy.work.waitingCount == 0 && busy.clock.sleeperCount == 0)
    }

    private func cancelConsumer(_ busy: Busy, _ moment: Moment) async -> Canary.Watch {
        let canary = Canary()
        let (upstream, source) = AsyncStream<Route>.makeStream()
        if moment != .idle { for action in 1...2 { source.yield(.child(action)) } }
        let states = busy.interactor(moment, canary).interact(upstream)
        let consumer = Task { for await _ in states {} }
        await busy.reached(moment)
        consumer.cancel()
        await consumer.value
        return canary.watch
    }

    /// Takes no more states than it needs, and releases the stream without cancelling anything.
    private func dropStream(_ busy: Busy, _ moment: Moment) async -> Canary.Watch {
        let canary = Canary()
        let (upstream, source) = AsyncStream<Route>.makeStream()
        if moment != .idle { for action in 1...2 { source.yield(.child(action)) } }
        let states = busy.interactor(moment, canary).interact(upstream)
        var iterator = states.makeAsyncIterator()
        _ = await iterator.next()
        switch moment {
        case .inAnEffect, .inAChildsEffect, .delaying, .inATransformer: _ = await iterator.next()
        case .idle, .inAnEmbeddedTransformer: break
        }
        await busy.reached(moment)
        return canary.watch
    }

    private func endRuntime(_ busy: Busy, _ moment: Moment, _ way: Way) async -> Canary.Watch {
        let canary = Canary()
        let runtime = Runtime(busy.interactor(moment, canary))
        if moment != .idle { for action in 1...2 { runtime.send(.child(action)) } }
        await busy.reached(moment)
        let tasks = runtime.tasks
        if way == .shutDown { await runtime.shutdown(.cancel) }
        // The test's reference to the runtime ends here.
        defer { #expect(way != .shutDown || tasks.liveCount == 0) }
        return canary.watch
    }

    @Test("A runtime that is released ends its tasks and frees its isolation", arguments: Moment.allCases)
    func drop(moment: Moment) async {
        let busy = Busy()
        let (isolation, tasks) = await abandoned(busy, moment)
        await tasks.joined()
        #expect(tasks.liveCount == 0)
        // The last task lets go of the isolation after it has ended.
        await isolation.freed()
    }

    /// A clock that only the isolation keeps.
    private struct KeptClock: Clock {
        let base = ContinuousClock()
        let canary = Canary()
        var now: ContinuousClock.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private func abandoned(_ busy: Busy, _ moment: Moment) async -> (isolation: Canary.Watch, GraphTasks) {
        let clock = KeptClock()
        let runtime = Runtime(busy.interactor(moment, Canary()), clock: clock)
        if moment != .idle { for action in 1...2 { runtime.send(.child(action)) } }
        await busy.reached(moment)
        return (clock.canary.watch, runtime.tasks)
    }

    @Test("A handler that ends its runtime is the last to run, and its state is not delivered") func endedInAHandler() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let own = OwnRuntime<Int, Int>()
        let handled = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            handled.append(number)
            state = number
            own.letGo()
            return .state
        }
        own.keep(Runtime(feature, executor: .on(executor)))
        let (states, seen) = (own.runtime!.states(.unbounded), Record<Int>())
        executor.settle(executor.task { for await state in states { seen.append(state) } })
        for number in 1...3 { own.runtime!.send(number) }
        executor.runUntilIdle()
        #expect(handled.elements == [1])
        #expect(seen.elements == [0])
    }

    @Test("A stream that has ended keeps nothing of its graph") func endedStream() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        weak var canary: Canary?
        let states: AsyncStream<Int>
        do {
            let kept = Canary()
            canary = kept
            let (upstream, source) = AsyncStream<Int>.makeStream()
            source.yield(1)
            source.finish()
            let feature = Interact<Int, Int>.changing(0) { _, _ in kept.sing() }
            states = HostedStream.states(of: feature, upstream: upstream, executor: .on(executor))
        }
        let ended = executor.settle(executor.end { for await _ in states {} })
        #expect(ended.count == 1)
        #expect(canary == nil)
        withExtendedLifetime(states) {}
    }
}
