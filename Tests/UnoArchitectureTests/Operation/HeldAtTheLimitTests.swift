import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A drain at the limit of effects", .timeLimit(.hang), .misuse)
struct HeldAtTheLimitTests {
    @Test(
        "handles at once what a debounce holds when it begins, also if the effects at the limit wait for that",
        arguments: [RuntimeLimits.Effects.unlimited, .atMost(1)])
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
        executor.settle(runtime.send(1))
        #expect(work.waitingCount == 1)
        let ended = Record<[String]?>()
        executor.begin {
            await runtime.shutdown(.drain)
            ended.append(await runtime.state)
        }
        let states = executor.begin { await runtime.state }
        #expect(states.elements == [["held"]] && ended.elements == [["held"]])
        executor.end(cancelling: runtime)
    }
}
