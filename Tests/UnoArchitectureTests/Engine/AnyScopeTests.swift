import AsyncKit
import TestSupport
import Testing
import UnoStorage
import UnoTesting

@testable import UnoArchitecture

@Suite("What a graph keeps of effects and of parts that follow a value", .timeLimit(.hang))
struct AnyScopeTests {
    @Test("The line of an id is let go of with its last effect, however that ends") func lines() async {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { _, id in
            id < 0 ? .cancel(id: -id) : .perform(id: id, policy: .waitTurn) { _, _ in await work.run() }
        }
        let stage = Stage(feature)
        let lines = Record<Int>()
        func count() -> Int? {
            stage.run { [isolation = stage.runtime.isolation] in
                lines.append(await isolation.visit { $0.engine.rootScope?.queues.count ?? -1 })
            }
            return lines.elements.last
        }
        for id in [1, 1, 2, 2, 3] { stage.send(id) }
        #expect(count() == 3)
        stage.send(-1, -2)
        #expect(count() == 1)
        stage.release(work)
        #expect(count() == 0)
        stage.send(1)
        #expect(count() == 1)
        stage.release(work)
        #expect(count() == 0)
    }

    @CasePathable enum Action: Sendable {
        case set(Int?)
        case child(Int)
    }

    @Test("A part that follows a value is let go of with the child that it belongs to") func following() {
        let feature = Interact<Int?, Action>.changing(nil, for: \.set) { state, number in state = number }
            .ifLet(\.self, action: \.child) { Interact<Int, Int> { _, _ in .none }.observing(Shared(3)) }
        let stage = Stage(feature)
        let answers = Record<Bool>()
        for number in [nil, 1, nil, 2] {
            stage.send(.set(number))
            stage.run { [isolation = stage.runtime.isolation] in
                answers.append(await isolation.visit { $0.engine.following.values.isEmpty })
            }
        }
        #expect(stage.last == 3)
        #expect(answers.elements == [true, false, true, false])
    }

    @Test("Each of the effects of an event is let go of when it has ended, whichever comes first", arguments: 0..<3)
    func endedEffects(first: Int) {
        let works = (0..<3).map { _ in HeldWork() }
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .merge(works.map { work in .perform(id: "x") { _, _ in await work.run() } })
        }
        let stage = Stage(feature)
        let runs = Record<GraphBound<WeakPart<EffectRun>>>()
        stage.send(1)
        stage.run { [isolation = stage.runtime.isolation] in
            await isolation.visit { isolation in
                for run in isolation.engine.inFlight.runsByAge {
                    runs.append(GraphBound(WeakPart(run), to: isolation.token))
                }
            }
        }
        let found = Record<[Bool]>()
        func alive() -> [Bool]? {
            stage.run { [isolation = stage.runtime.isolation] in
                found.append(await isolation.visit { _ in runs.elements.map { $0.value.part != nil } })
            }
            return found.elements.last
        }
        var expected = [true, true, true]
        #expect(alive() == expected)
        for number in [first, (first + 1) % 3, (first + 2) % 3] {
            stage.release(works[number])
            expected[number] = false
            #expect(alive() == expected)
        }
    }

    @Test("What follows an effect is let go of with the effect's event, whoever keeps its Send")
    func abandonedContinuation() {
        let (work, kept, follower) = (HeldWork(), Record<Send<Int>>(), Locked<Canary?>(nil))
        weak var canary: Canary?
        do {
            let made = Canary()
            canary = made
            follower.withLock { $0 = made }
        }
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            let canary = follower.withLock { $0.take() }
            return .perform { _, send in
                kept.append(send)
                await work.run()
            }.then(.perform { _, _ in canary?.sing() })
        }
        let stage = Stage(feature)
        let event = stage.settle(stage.runtime.send(1))
        #expect(canary != nil && kept.elements.count == 1)
        stage.settle(event.cancel())
        #expect(canary == nil && work.endings.elements == [.cancelled])
    }

    @Test("The effects of a step are let go of when they start") func dueEffects() {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { _, count in
            .merge((0..<count).map { _ in .perform { _, _ in await work.run() } })
        }
        let (stage, due) = (Stage(feature), Record<Int>())
        stage.send(3)
        stage.run { [isolation = stage.runtime.isolation] in
            due.append(
                await isolation.visit { isolation in
                    let due = isolation.engine.launches.takeDue()
                    return due.others.count + (due.first == nil ? 0 : 1)
                }
            )
        }
        #expect(due.elements == [0] && work.starts.count == 3)
    }

    @Test("What a step waits for is let go of when the step goes on") func stall() async {
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let found = await runtime.isolation.visit { isolation -> [Bool] in
            let engine = isolation.engine
            let watch = engine.beginStall(for: nil)
            let isThere = engine.suspension.bridgeState?.stall != nil
            engine.endStall(watch)
            return [isThere, engine.suspension.bridgeState?.stall != nil]
        }
        #expect(found == [true, false])
        await runtime.shutdown(.cancel)
    }

    @Test("The time of steps is taken until the observer is known to hear of none", arguments: [true, false])
    func timer(hears: Bool) {
        let (executor, timed) = (ControlledExecutor(), Record<Bool>())
        defer { executor.runFreely() }
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, _ in .none },
            executor: .on(executor),
            observer: hears ? ObserverTests.Log() : ObserverTests.Deaf())
        executor.settle(runtime.send(1))
        executor.settle(executor.task { timed.append(await runtime.isolation.visit { $0.engine.step.timer != nil }) })
        #expect(timed.elements == [hears])
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
    }
}
