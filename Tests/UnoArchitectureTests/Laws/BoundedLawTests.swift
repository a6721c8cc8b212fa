import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 10: neither the stack nor the memory grows with the actions.
@Suite(.timeLimit(.hang))
struct BoundedLawTests {
    @Test("Self-feeding actions do not grow the stack", arguments: Host.allCases)
    func selfFeeding(host: Host) async {
        let count = Scale.chosen(debug: 100_000, release: 1_000_000)
        let done = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum = number
            guard number < count else {
                done.append()
                return .state
            }
            return .perform { _, _ in await dispatch(number + 1) }
        }
        let hosted = Hosted(Interactors.Merge(feature, EmptyInteractor()), in: host)
        hosted.send(1)
        await done.waitFor(1)
        await hosted.finish().value
        await hosted.ended()
        #expect(hosted.states.elements.last == count)
        #expect(hosted.states.elements.count == count + 1)
    }

    @Test("A graph at rest has no task")
    func atRest() async {
        let runtime = Runtime(Sum.constant(0))
        for _ in 0..<1_000 { await runtime.deliver(1) }
        await runtime.send(1).finish()
        let stage = Stage(Sum.digits())
        stage.send(1, 2, 3)
        #expect(stage.runtime.tasks.liveCount == 0)
        #expect(stage.executor.isIdle)
        await runtime.shutdown(.drain)
        #expect(runtime.tasks.liveCount == 0)
    }
}
