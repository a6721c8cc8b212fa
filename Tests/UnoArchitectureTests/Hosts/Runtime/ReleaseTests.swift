import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Objects that are bound to an isolation are released in it, wherever the last reference to the host is released.
@Suite("Release in the isolation", .timeLimit(.hang), .misuse, .tags(.cancellation))
struct ReleaseTests {
    /// The activity of a graph when it is released.
    enum Moment: CaseIterable, Sendable {
        case idle, inAnEffect, inADeafEffect, inAChildsEffect, inAPartsEffect, inARowsEffect, delaying, inATransformer
    }

    enum Way: CaseIterable, Sendable { case elsewhere, onTheMainActor, afterCancel, afterDrain }

    @CasePathable enum Action: Sendable {
        case work
        case child(Int)
        case state(Int)
        case row(IdentifiedAction<Int, Int>)
    }

    struct State: Sendable, Equatable {
        var child = 0
        var rows = [Row(id: 0)]
    }

    struct Row: Identifiable, Sendable, Equatable {
        let id: Int
        var count = 0
    }

    /// A feature whose handlers keep a canary, and whose effects do not.
    struct Works: Sendable {
        let work = HeldWork()
        let deaf = DeafWork()
        let clock = TestClock()

        private func counting<Counted: Sendable, Sent: Sendable>(
            _ canary: HomeCanary, _ initial: Counted, _: Sent.Type
        ) -> Interact<Counted, Sent> {
            Interact(initialValue: initial) { [work] _, _ in
                canary.sing()
                return .observe { state, _ in
                    await work.run()
                    _ = await state.current
                }
            }
        }

        @InteractorBuilder<State, Action>
        func feature(_ moment: Moment, _ canary: HomeCanary) -> some Interactor<State, Action> {
            Interact(initialValue: State()) { [work, deaf] state, action in
                canary.sing()
                switch action {
                case .work where moment == .inAnEffect:
                    return .observe { _, send in
                        await work.run()
                        await send { $0.child += 1 }
                    }
                case .work where moment == .inADeafEffect:
                    return .observe { state, send in
                        await deaf.run()
                        await send { $0.child += 1 }
                        _ = await state.current
                    }
                case .state(let child):
                    state.child = child
                    return .state
                default:
                    return .state
                }
            }
            .when(stateIs: \.child, actionIs: \.child, stateAction: \.state) { counting(canary, 0, Int.self) }
            .forEach(\.rows, action: \.row) { counting(canary, Row(id: 0), Int.self) }
            Scope(state: \.child, action: \.child) {
                if moment == .inAPartsEffect { counting(canary, 0, Int.self) }
            }
            if moment == .delaying {
                DebounceInteractor(for: .seconds(1), clock: clock) { counting(canary, State(), Action.self) }
            }
            if moment == .inATransformer {
                Held(work: work)
                counting(canary, State(), Action.self)
            }
        }

        func action(_ moment: Moment) -> Action {
            switch moment {
            case .inAChildsEffect, .inAPartsEffect: .child(1)
            case .inARowsEffect: .row(.element(id: 0, action: 1))
            default: .work
            }
        }

        /// Returns when a graph that was sent the action has reached the moment.
        func reached(_ moment: Moment) async {
            switch moment {
            case .idle: break
            case .inADeafEffect: await deaf.begun.waitFor(1)
            case .delaying: await clock.waitForSleepers(1)
            default: await work.starts.waitFor(1)
            }
        }

        func release() {
            deaf.release()
            work.release()
        }
    }

    private struct Held: Interactor {
        let work: HeldWork
        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
            let held = HeldTransformer<Action>(work: work, begun: Record()) { _ in 1 }
            return held.interact(upstream).map { State(child: $0) }.eraseToStream()
        }
    }

    @Test("A runtime's graph", arguments: Moment.allCases, Way.allCases)
    func runtime(moment: Moment, way: Way) async {
        for _ in 0..<Scale.chosen(debug: 20, release: 200) {
            let works = Works()
            let watch = await endRuntime(works, moment, way)
            works.release()
            #expect(await watch.freedAtHome())
        }
    }

    private func endRuntime(_ works: Works, _ moment: Moment, _ way: Way) async -> HomeCanary.Watch {
        var watch: HomeCanary.Watch?
        var runtime: Runtime<State, Action>? = makeRuntime(works, moment, &watch)
        if moment != .idle { runtime!.send(works.action(moment)) }
        await works.reached(moment)
        switch way {
        case .elsewhere: break
        case .onTheMainActor: await letGo(&runtime)
        case .afterCancel:
            works.deaf.release()
            await runtime!.shutdown(.cancel)
        case .afterDrain:
            works.release()
            await runtime!.shutdown(.drain)
        }
        runtime = nil
        return watch!
    }

    /// A separate function, so that no variable keeps the canary.
    private func makeRuntime(
        _ works: Works, _ moment: Moment, _ watch: inout HomeCanary.Watch?
    ) -> Runtime<State, Action> {
        let canary = HomeCanary()
        watch = canary.watch
        return Runtime(works.feature(moment, canary), executor: .mainActor)
    }

    @MainActor private func letGo<Host: Sendable>(_ host: inout Host?) { host = nil }

    @Test(
        "The graph of a stream, and the actions that it is asked for", arguments: Moment.allCases,
        [Way.elsewhere, .onTheMainActor])
    func stream(moment: Moment, way: Way) async {
        for _ in 0..<Scale.chosen(debug: 20, release: 200) {
            let works = Works()
            let watches = await dropStream(works, moment, way)
            works.release()
            for watch in watches { #expect(await watch.freedAtHome()) }
        }
    }

    private func dropStream(_ works: Works, _ moment: Moment, _ way: Way) async -> [HomeCanary.Watch] {
        var watches: [HomeCanary.Watch] = []
        var states: AsyncStream<State>? = makeStream(works, moment, &watches)
        if moment != .idle {
            // Takes states until the graph has reached the moment, and then stops.
            let consumer = Task { [states] in
                for await _ in states! {}
            }
            await works.reached(moment)
            consumer.cancel()
            works.release()
            await consumer.value
        }
        if way == .onTheMainActor { await letGo(&states) }
        states = nil
        return watches
    }

    /// A separate function, so that no variable keeps the canaries.
    private func makeStream(
        _ works: Works, _ moment: Moment, _ watches: inout [HomeCanary.Watch]
    ) -> AsyncStream<State> {
        let (canary, asked) = (HomeCanary(), HomeCanary())
        // A stream that is cancelled while it is asked releases its closure itself, at once and in place.
        watches = moment == .idle ? [canary.watch, asked.watch] : [canary.watch]
        let (actions, source) = AsyncStream<Action>.makeStream()
        if moment != .idle { source.yield(works.action(moment)) }
        let upstream = AsyncStream { [source] in
            asked.sing()
            // Kept, so that the actions do not end.
            defer { withExtendedLifetime(source) {} }
            var iterator = actions.makeAsyncIterator()
            return await iterator.next()
        }
        return HostedStream.states(of: works.feature(moment, canary), upstream: upstream, executor: .mainActor)
    }

    // MARK: Tasks that outlive the graph

    /// A clock whose sleepers ignore their cancellation.
    private struct DeafClock: Clock {
        let work: DeafWork
        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await work.run() }
    }

    /// Keeps a canary; its stream, which does not, is deaf to its cancellation.
    private struct DeafTransformer: Interactor {
        let canary: HomeCanary
        let work: DeafWork
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            upstream.map { [work] action in
                await work.run()
                return action
            }.eraseToStream()
        }
    }

    enum Late: CaseIterable, Sendable { case sleeper, transformer }

    @Test("A sleeper or a transformer that outlives the graph keeps none of its parts", arguments: Late.allCases)
    func outlived(late: Late) async {
        let work = DeafWork()
        var watch: HomeCanary.Watch?
        let runtime = makeOutlived(late, work, &watch)
        let event = runtime.send(1)
        await work.begun.waitFor(1)
        let tasks = runtime.tasks
        let end = Task { await runtime.shutdown(.cancel) }
        // The tear-down resumes the waiting tasks, and completes before the main actor runs anything else.
        await event.finish()
        await MainActor.run {}
        work.release()
        await end.value
        #expect(await watch!.freedAtHome())
        #expect(tasks.liveCount == 0)
    }

    private func makeOutlived(_ late: Late, _ work: DeafWork, _ watch: inout HomeCanary.Watch?) -> Runtime<Int, Int> {
        let canary = HomeCanary()
        watch = canary.watch
        switch late {
        case .sleeper:
            let counting = Interact<Int, Int>(initialValue: 0) { _, _ in
                canary.sing()
                return .state
            }
            return Runtime(
                DebounceInteractor(for: .seconds(1), clock: DeafClock(work: work)) { counting }, executor: .mainActor)
        case .transformer:
            return Runtime(DeafTransformer(canary: canary, work: work), executor: .mainActor)
        }
    }

    @Test(
        "A state that is kept for reading does not retain a handler, also if its effect has ended before the graph",
        arguments: [Moment.inAChildsEffect, .inAPartsEffect, .inARowsEffect], [Way.afterCancel, .afterDrain])
    func keptState(moment: Moment, way: Way) async {
        let kept = Slot<@Sendable () async -> Int>()
        let watch = await end(keeping: kept, moment, way)
        #expect(await watch.freedAtHome())
        #expect(await kept.value?() == 0)
    }

    private func end(
        keeping kept: Slot<@Sendable () async -> Int>, _ moment: Moment, _ way: Way
    ) async -> HomeCanary.Watch {
        let work = HeldWork()
        var watch: HomeCanary.Watch?
        let runtime = makeKept(kept, work, moment, &watch)
        runtime.send(Works().action(moment))
        await work.starts.waitFor(1)
        await runtime.shutdown(way == .afterCancel ? .cancel : .drain)
        return watch!
    }

    private func makeKept(
        _ kept: Slot<@Sendable () async -> Int>, _ work: HeldWork, _ moment: Moment, _ watch: inout HomeCanary.Watch?
    ) -> Runtime<State, Action> {
        let canary = HomeCanary()
        watch = canary.watch
        let child = Interact<Int, Int>(initialValue: 0) { _, _ in
            canary.sing()
            return .observe { state, _ in
                kept.value = { await state.current }
                await work.run()
            }
        }
        let row = Interact<Row, Int>(initialValue: Row(id: 0)) { _, _ in
            canary.sing()
            return .observe { state, _ in
                kept.value = { await state.current.count }
                await work.run()
            }
        }
        let parent = Interact<State, Action>(initialValue: State()) { _, _ in
            canary.sing()
            return .state
        }
        return switch moment {
        case .inAPartsEffect:
            Runtime(Interactors.Merge(Scope(state: \.child, action: \.child) { child }, parent), executor: .mainActor)
        case .inARowsEffect: Runtime(parent.forEach(\.rows, action: \.row) { row }, executor: .mainActor)
        default:
            Runtime(
                parent.when(stateIs: \.child, actionIs: \.child, stateAction: \.state) { child }, executor: .mainActor)
        }
    }

    @Test("The state of a runtime that has ended can be read")
    func stateAfterTheEnd() async {
        let runtime = Runtime(Sum.digits())
        await runtime.send(1).finish()
        await runtime.shutdown(.cancel)
        #expect(await runtime.state == 1)
    }
}
