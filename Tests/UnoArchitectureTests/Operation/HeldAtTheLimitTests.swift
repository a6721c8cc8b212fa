import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A drain at the limit of effects", .timeLimit(.hang), .misuse)
struct HeldAtTheLimitTests {
    @Test(
        "handles at once what a debounce holds when it begins, also if the effects at the limit wait for that",
        arguments: [RuntimeLimits.Effects.unlimited, .atMost(1)]
    )
    func held(effects: RuntimeLimits.Effects) {
        let (clock, work, executor) = (TestClock(), HeldWork(), ControlledExecutor())
        let held = DebounceInteractor(for: .seconds(60), clock: clock) {
            Interact<[String], Int>(initialValue: []) { state, _ in
                state.append("held")
                work.release()
                return .state
            }
        }
        let working = Interact<[String], Int> { _, _ in .perform { _, _ in await work.run() } }
        let runtime = Runtime(
            Interactors.Merge(held, working), executor: .on(executor), limits: RuntimeLimits(effects: effects))
        runtime.send(1)
        executor.runUntilIdle()
        #expect(work.waitingCount == 1)
        let ended = Record<[String]?>()
        executor.task {
            await runtime.shutdown(.drain)
            ended.append(await runtime.state)
        }
        executor.runUntilIdle()
        let states = Record<[String]?>()
        executor.task { states.append(await runtime.state) }
        executor.runUntilIdle()
        #expect(states.elements == [["held"]])
        #expect(ended.elements == [["held"]])
        executor.task { await runtime.shutdown(.cancel) }
        executor.runUntilIdle()
        executor.runFreely()
    }
}
