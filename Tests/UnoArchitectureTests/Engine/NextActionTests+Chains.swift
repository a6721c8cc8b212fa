import TestSupport
import Testing
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture

// Chains of next actions, each of which names the one that follows: bounded in stack and memory, and in what they keep waiting.

extension NextActionTests {
    @Test("A chain of very many does not grow the stack", arguments: Host.allCases) func chain(host: Host) async {
        let count = Scale.chosen(debug: 20_000, release: 1_000_000)
        let done = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum = number
            if number == count { done.append() }
            return number < count ? dispatch.next(number + 1) : .state
        }
        let hosted = Hosted(Interactors.Merge(feature, EmptyInteractor()), in: host)
        hosted.send(1)
        await done.waitFor(1)
        await hosted.finish().value
        await hosted.ended()
        #expect(hosted.states.elements.last == count)
        #expect(hosted.states.elements.count == count + 1)
    }

    @Test("A chain on the main actor has ended when sendViewEvent returns") @MainActor func chainOnMainActor() {
        let count = Scale.chosen(debug: 20_000, release: 1_000_000)
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum = number
            return number < count ? dispatch.next(number + 1) : .state
        }
        let model = ViewModel(feature)
        model.sendViewEvent(1)
        #expect(model.viewState == count)
    }

    @Test("Very many of one step are handled in their order, and leave no list behind") func manyOfOneStep() async {
        let feature = Interact<[Int], Int>(initialValue: []) { state, number, dispatch in
            state.append(number)
            return number == 0 ? .merge((1...1_000).map { dispatch.next($0) }) : .state
        }
        let runtime = Runtime(feature)
        await runtime.send(0).finish()
        #expect(await runtime.state == Array(0...1_000))
        let capacity = await runtime.isolation.visit { $0.engine.agenda.next.capacity }
        #expect(capacity <= NextAction.batchLimit)
        await runtime.shutdown(.cancel)
    }

    @Test(
        "A chain without end starves neither readers nor other tasks, and ends with its event",
        arguments: [true, false]
    )
    func endless(fromEffect: Bool) {
        let handled = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { count, action, dispatch in
            count += 1
            handled.append()
            if fromEffect, action == 0 { return .perform { _, _ in await dispatch.awaitHandling(of: 1) } }
            return dispatch.next(1)
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let event = runtime.send(0)
        let read = Record<Int>()
        executor.run(atMost: 20)
        let before = handled.count
        executor.task { read.append(await runtime.state ?? -1) }
        executor.run(atMost: 20)
        #expect(read.elements.count == 1)
        #expect(handled.count > before)
        executor.settle(event.cancel())
        let end = handled.count
        executor.settle(runtime.send(0).cancel())
        #expect(handled.count == end)
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        #expect(runtime.tasks.liveCount == 0)
        executor.runFreely()
    }

    @Test("A chain that the end of an effect begins leaves its thread after twice the limit") func leavesThread() {
        let handled = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            handled.append(action)
            return action == 0 ? .perform { _, _ in }.then(dispatch.next(1)) : dispatch.next(1)
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let event = runtime.send(0)
        while handled.elements.last != 1, executor.runNext() {}
        // First within the turn, then while it is settled, where one action more is too many.
        #expect(handled.elements == [0] + Array(repeating: 1, count: 2 * NextAction.batchLimit + 1))
        event.cancel()
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        executor.runFreely()
    }

    @Test("A chain that a held action begins leaves its thread after the limit") func leavesThreadWhenDue() {
        let (clock, handled) = (TestClock(), Record<Int>())
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(1), clock: clock) {
                Interact<Int, Int>(initialValue: 0) { _, action, dispatch in action == 0 ? dispatch.next(1) : .none }
            },
            Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                handled.append(action)
                return action == 1 ? dispatch.next(1) : .none
            }
        )
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        let event = executor.settle(runtime.send(0))
        clock.advance(by: .seconds(1))
        while handled.elements.last != 1, executor.runNext() {}
        // The first one of these steps is that of the held action.
        #expect(handled.elements == [0] + Array(repeating: 1, count: NextAction.batchLimit - 1))
        event.cancel()
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        executor.runFreely()
    }

    @Test("A chain through a debounce that finishes leaves its thread after the limit") func leavesThreadAtFinish() {
        let (clock, handled) = (TestClock(), Record<Int>())
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                handled.append(action)
                return action < 200 ? dispatch.next(action + 1) : .none
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        executor.settle(runtime.send(0))
        let ended = executor.end { await runtime.shutdown(.drain) }
        while handled.elements.isEmpty, executor.runNext() {}
        #expect(handled.elements == Array(0...NextAction.batchLimit))
        executor.runUntilIdle()
        #expect(handled.elements == Array(0...200) && ended.count == 1)
        executor.runFreely()
    }

    @Test("A chain without end ends with its runtime") func endlessShutdown() {
        let feature = Interact<Int, Int>(initialValue: 0) { count, _, dispatch in
            count += 1
            return dispatch.next(1)
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let event = runtime.send(0)
        executor.run(atMost: 20)
        #expect(event.isUnderWay)
        let ended = executor.settle(executor.end { await runtime.shutdown(.cancel) })
        #expect(ended.count == 1)
        #expect(runtime.tasks.liveCount == 0 && !event.isUnderWay)
        executor.runFreely()
    }

    @Test("A chain without end that emits nothing ends with the consumer of its stream") func endlessStream() {
        let feature = Interact<Int, Int>(initialValue: 0) { _, _, dispatch in dispatch.next(1) }
        let hosted = Hosted(feature, in: .stream, on: executor)
        executor.runUntilIdle()
        hosted.send(0)
        executor.run(atMost: 20)
        #expect(hosted.ends.count == 0)
        executor.settle(executor.task { await hosted.cancel() })
        #expect(hosted.ends.count == 1)
    }

    @Test("A chain without end is recorded and ended by a harness") func endlessInHarness() async {
        let feature = Interact<Int, Int>(initialValue: 0) { count, _, dispatch in
            count += 1
            return dispatch.next(1)
        }
        let found = await failures {
            let harness = InteractorTestHarness(feature)
            await harness.send(1)
            await harness.finish()
        }
        #expect(found.first?.text.hasPrefix("The feature does not come to rest") == true)
    }
}
