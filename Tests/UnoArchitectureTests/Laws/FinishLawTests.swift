import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 5: the end of the actions, and what still happens then.
@Suite(.timeLimit(.hang), .tags(.finish))
struct FinishLawTests {
    enum Action: Sendable { case perform, observe }

    struct Feature: Interactor {
        let performed = HeldWork()
        let observed = HeldWork()

        var body: some Interactor<[String], Action> {
            Interact(initialValue: []) { [performed, observed] _, action in
                switch action {
                case .perform:
                    .perform { _, send in
                        let ending = await performed.run()
                        await send { $0.append("performed \(ending)") }
                    }
                case .observe:
                    .observe { _, send in
                        let ending = await observed.run()
                        await send { $0.append("observed \(ending)") }
                    }
                }
            }
        }
    }

    @Test("perform is awaited and its state delivered; observe is cancelled; then the end", arguments: Host.allCases)
    func finish(host: Host) {
        let feature = Feature()
        let stage = Stage(feature, in: host)
        stage.send(.perform, .observe)
        stage.finish()
        #expect(feature.observed.endings.elements == [.cancelled])
        #expect(feature.performed.endings.elements == [])
        #expect(!stage.hasEnded)
        #expect(stage.release(feature.performed).states == [[], [], [], ["performed released"]])
        #expect(stage.hasEnded)
    }

    @Test("At a drain, an event whose last effect is an observer ends with it, whatever observes elsewhere")
    func lastObserver() {
        let deaf = DeafWork()
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            let observing = Emission<Int>.observe { _, _ in
                if number == 0 { await deaf.run() } else { await HeldWork().run() }
            }
            return switch number {
            case 0: observing.then(.perform { _, _ in })
            case 1: observing
            default: .concatenate([.perform { _, _ in }, observing])
            }
        }
        let stage = Stage(feature)
        let events = stage.settle((0..<3).map { stage.runtime.send($0) })
        let ends = events.map { event in stage.run { await event.finish() } }
        stage.finish()
        #expect(ends.map(\.count) == [0, 1, 1])
        stage.settle(deaf.release())
        #expect(ends.map(\.count) == [1, 1, 1] && stage.hasEnded)
    }

    @Test("Accepted actions are handled before the end, and their observe effects do not start after it")
    func accepted() {
        let feature = Feature()
        let stage = Stage(feature)
        for action in [Action.perform, .observe, .perform] { stage.runtime.send(action) }
        feature.performed.release()
        feature.performed.release()
        #expect(stage.finish().states.count == 6 && stage.hasEnded)
        #expect(stage.runtime.tasks.liveCount == 0)
    }

    @Test("shutdown(.cancel) waits until every task has ended, and delivers nothing more") func cancel() {
        let feature = Feature()
        let stage = Stage(feature)
        stage.send(.perform, .observe)
        let runtime = stage.runtime
        let ended = stage.run { await runtime.shutdown(.cancel) }
        #expect(ended.count == 1)
        #expect(feature.performed.endings.elements == [.cancelled])
        #expect(feature.observed.endings.elements == [.cancelled])
        #expect(stage.states == [[], [], []] && stage.hasEnded)
        #expect(runtime.tasks.liveCount == 0)
    }

    @Test("A cancel during a drain cuts it short, and both shutdowns return") func cutShort() {
        let feature = Feature()
        let stage = Stage(feature)
        stage.send(.perform)
        let runtime = stage.runtime
        let drained = stage.run { await runtime.shutdown(.drain) }
        #expect(drained.count == 0)
        let cancelled = stage.run { await runtime.shutdown(.cancel) }
        let again = stage.run { await runtime.shutdown(.drain) }
        #expect([drained.count, cancelled.count, again.count] == [1, 1, 1])
    }

    @Test("A drain that is cut short returns although an effect's task has not ended; the cancel waits for the task")
    func cutShortOfADeafEffect() {
        let work = DeafWork()
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } })
        stage.send(1)
        let runtime = stage.runtime
        let drained = stage.run { await runtime.shutdown(.drain) }
        let cancelled = stage.run { await runtime.shutdown(.cancel) }
        let late = stage.run { await runtime.shutdown(.drain) }
        #expect([drained.count, cancelled.count, late.count] == [1, 0, 1])
        stage.settle(work.release())
        #expect(cancelled.count == 1)
    }

    @Test("A drain that comes to its own end returns when no task is left") func drainedWholly() {
        explore(schedules: Scale.chosen(debug: 300, release: 3_000)) { scenario in
            let feature = Interact<Int, Int>(initialValue: 0) { _, number in
                .perform { _, send in await send { $0 += number } }
            }
            let runtime = scenario.runtime("the runtime", feature)
            runtime.send(1)
            await runtime.shutdown(.drain)
            scenario.expect(runtime.tasks.liveCount == 0, "\(runtime.tasks.liveCount) tasks are left")
            let state = await runtime.state
            scenario.expect(state == 1, "\(state ?? -1)")
        }
    }

    @Test("A state that an effect has sent arrives, although the effect is cancelled while it waits for demand")
    func cancelledWhileHandingOn() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (upstream, source) = AsyncStream<Int>.makeStream()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .observe { _, send in await send { $0 = 7 } } }
        let states = HostedStream.states(of: feature, upstream: upstream, executor: .on(executor))
        let seen = Record<Int>()
        let pull: () -> Void = {
            executor.task {
                for await state in states {
                    seen.append(state)
                    break
                }
            }
            executor.runUntilIdle()
        }
        source.yield(1)
        pull()
        pull()
        executor.settle(source.finish())
        pull()
        pull()
        #expect(seen.elements == [0, 0, 7])
    }

    @Test("An action that a draining runtime still accepts is handled, and so is what its effect feeds back")
    func acceptedLate() {
        let work = HeldWork()
        let own = OwnRuntime<[Int], Int>()
        let outcomes = Record<SendOutcome>()
        let feature = Interact<[Int], Int>(initialValue: []) { state, number, dispatch in
            state.append(number)
            switch number {
            case 1:
                return .perform { _, send in
                    await work.run()
                    await send { _ in own.runtime?.sendLate(2) }
                }
            case 2: return .perform { _, _ in outcomes.append(await dispatch(3)) }
            default: return .state
            }
        }
        let stage = Stage(feature)
        own.set(stage.runtime)
        stage.send(1)
        stage.finish()
        #expect(stage.release(work).last == [1, 2, 3])
        #expect(outcomes.elements == [.accepted])
        #expect(stage.runtime.counters.accepted == 3 && stage.runtime.counters.handled == 3)
        #expect(stage.hasEnded)
    }

    @Test("Actions that a graph under test gets while it finishes are handled, in every order of its jobs")
    func sentWhileFinishing() {
        for seed in 0..<UInt64(100) {
            let executor = ControlledExecutor(seed: seed)
            let (work, sums) = (HeldWork(), Record<Int>())
            let feature = Interact<Int, Int>(initialValue: 0) { sum, number in
                sum += number
                return number == 0 ? .perform { _, _ in await work.run() } : .state
            }
            let graph = ObservedGraph(feature, executor: .on(executor)) { sums.append($0.held ?? -1) }
            _ = graph.send(0) { _, _ in }
            executor.runUntilIdle()
            executor.settle(graph.finish())
            work.release()
            for number in [1, 10, 100] { _ = graph.send(number) { _, _ in } }
            executor.runUntilIdle()
            #expect(sums.elements.last == 111, "seed \(seed)")
            #expect(graph.hasEnded)
            let late = executor.settle(graph.send(1_000) { _, _ in })
            #expect(late.isCancelled && sums.elements.last == 111, "seed \(seed)")
        }
    }

    @Test("A fed-back action of a perform effect is handled before a drain ends", arguments: Host.allCases)
    func fedBack(host: Host) {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum += number
            guard number == 1 else { return .state }
            return .perform { _, _ in
                await work.run()
                await dispatch(10)
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        stage.finish()
        #expect(stage.release(work).states == [0, 1, 11] && stage.hasEnded)
    }
}
