import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Faults of Interact, of events and of a body that is itself", .timeLimit(.hang))
struct InteractFaultTests {
    @Test("Effects dropped at finish", .tags(.finish), arguments: Host.allCases)
    func droppedAtFinish(host: Host) async {
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .perform { _, send in await send { $0 += number } }
        }
        #expect(await host.states(of: feature, [1, 2, 4]).last == 7)
    }

    @Test("A mutation before .perform not emitted", arguments: Host.allCases) func mutationUnseen(host: Host) {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number in
            sum = number
            return .perform { _, _ in await work.run() }
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(5).states == [0, 5])
    }

    @Test(
        "Whole-state send loses concurrent updates (five effects leave one)", .tags(.noLostUpdate),
        arguments: Host.allCases)
    func lostUpdates(host: Host) {
        let works = (0..<5).map { _ in HeldWork() }
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .merge(
                works.map { work in
                    .perform { _, send in
                        await work.run()
                        await send { $0 += 1 }
                    }
                }
            )
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        for work in works { work.release() }
        stage.executor.runUntilIdle()
        #expect(stage.states == [0, 0, 1, 2, 3, 4, 5])
    }

    @Test("EventTask: cancelling a task that awaits task.value cancels nothing") func cancelsNothing() {
        let work = HeldWork()
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } })
        let runtime = stage.runtime
        let waiting = stage.settle(stage.executor.task { await runtime.send(1).finish() })
        stage.settle(waiting.cancel())
        #expect(work.endings.elements == [.cancelled])
    }

    @Test("body { self } recurses until the stack ends", .tags(.loudNotFatal), arguments: Host.allCases)
    func selfReferring(host: Host) async {
        #expect(await host.states(of: SelfReferringTransformer(), [1]) == [101])
        #expect(await host.states(of: Interactors.Merge(Sum.digits(), SelfReferringTransformer()), [1]) == [0, 1, 101])
        #expect(await host.states(of: SelfReferringTransformer().eraseToAnyInteractor(), [1]) == [101])
    }
}
