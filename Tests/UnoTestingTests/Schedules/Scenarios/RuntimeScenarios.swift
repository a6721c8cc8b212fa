import TestSupport
import UnoArchitecture
import UnoTesting

/// Scenarios of a runtime, each true under every schedule.
enum RuntimeScenarios {
    /// Two producers that wait for room, a slow subscriber that wants every state, effects that add: nothing is lost.
    static let everyState: @Sendable (Scenario) async -> Void = { scenario in
        let feature = Interact<Int, Int>(initialValue: 0) { count, number in
            count += 1
            return number == 1 ? .perform { _, send in await send { $0 += 1 } } : .state
        }
        let runtime = scenario.runtime("the counter", feature, mailbox: .suspend(capacity: 1))
        let states = runtime.states(.bounded(1))
        let watcher = scenario.task("watcher") {
            var expected = 0
            for await state in states {
                scenario.expect(state == expected, "\(state) came after \(expected - 1)")
                expected += 1
                await scenario.checkpoint()
            }
            scenario.expect(expected == 7, "\(expected) states have come")
        }
        let producers = (1...2).map { number in
            scenario.task("producer \(number)") {
                for _ in 0..<2 { await runtime.deliver(number) }
            }
        }
        for producer in producers { await producer.value }
        await runtime.shutdown(.drain)
        await watcher.value
    }

    /// Whatever is under way when a runtime is cancelled: everybody who waits for it goes on, and nothing is left.
    static let cancelledAnywhere: @Sendable (Scenario) async -> Void = { scenario in
        let feature = Interact<Int, Int>(initialValue: 0) { count, number, dispatch in
            count += number
            guard number < 3 else { return .state }
            return .concatenate([
                .perform { state, send in
                    _ = await state.current
                    await send { $0 += 1 }
                },
                .perform(id: 0, policy: .waitTurn) { _, _ in await dispatch(3) },
            ])
        }
        let runtime = scenario.runtime("the counter", feature, mailbox: .suspend(capacity: 2))
        let states = runtime.states(.bounded(1))
        scenario.task("watcher") { for await _ in states { await scenario.checkpoint() } }
        for number in 1...2 {
            let event = runtime.send(number)
            scenario.task("who awaits \(number)") { await event.finish() }
        }
        let canceller = scenario.task("canceller") {
            for _ in 0..<4 { await scenario.checkpoint() }
            await runtime.shutdown(.cancel)
        }
        await canceller.value
    }

    /// An event that is cancelled ends, with everything that it led to and nothing else.
    static let cancelledEvent: @Sendable (Scenario) async -> Void = { scenario in
        let feature = Interact<[Int], Int>(initialValue: []) { _, number in
            .perform { state, send in
                _ = await state.current
                await send { $0.append(number) }
            }
        }
        let runtime = scenario.runtime("the list", feature)
        let (kept, cancelled) = (runtime.send(1), runtime.send(2))
        scenario.task("canceller") {
            await scenario.checkpoint()
            cancelled.cancel()
        }
        await cancelled.finish()
        await kept.finish()
        let state = await runtime.state ?? []
        scenario.expect(state.filter { $0 == 1 } == [1], "\(state)")
        await runtime.shutdown(.drain)
    }

    /// Whoever has awaited an event and then subscribes starts from a state that the event is part of.
    static let published: @Sendable (Scenario) async -> Void = { scenario in
        let feature = Interact<Int, Int>(initialValue: 0) { count, number in
            count += number
            return .state
        }
        let runtime = scenario.runtime("the counter", feature)
        let events = (1...3).map { _ in runtime.send(1) }
        for (number, event) in events.enumerated() {
            await event.finish()
            var states = runtime.states().makeAsyncIterator()
            let state = await states.next() ?? -1
            scenario.expect(state > number, "\(state) after event \(number + 1)")
        }
        await runtime.shutdown(.drain)
    }
}
