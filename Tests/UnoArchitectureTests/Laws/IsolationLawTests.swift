import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Laws 7 and 8: handlers and updates run in the host's isolation, one at a time, and lose nothing.
@Suite(.timeLimit(.hang), .tags(.isolation, .noLostUpdate))
struct IsolationLawTests {
    @Test(
        "Handlers and updates run on the executor that the runtime was given; effects may not be on the caller's thread"
    )
    func executor() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let places = Record<Bool>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            places.append(executor.isRunning)
            return .perform { _, send in await send { _ in places.append(executor.isRunning) } }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        runtime.send(1)
        #expect(places.elements == [])
        executor.runUntilIdle()
        #expect(places.elements == [true, true])
    }

    @Test("A runtime on the main actor handles there") func mainActor() async {
        let feature = Interact<Int, Int>.changing(0) { count, _ in count = MainActor.assumeIsolated { 42 } }
        let runtime = Runtime(feature, executor: .mainActor)
        await runtime.send(1).finish()
        #expect(await runtime.state == 42)
        await runtime.shutdown(.drain)
    }

    @Test("Handlers and updates never overlap, regardless of the sender") func overlap() async {
        let isInside = Atomic(false)
        let overlaps = Atomic(0)
        @Sendable func alone(_ body: () -> Void) {
            if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
            body()
            isInside.store(false, ordering: .releasing)
        }
        let feature = Interact<Int, Int>(initialValue: 0) { count, _ in
            alone { count += 1 }
            return .perform { _, send in await send { count in alone { count += 1 } } }
        }
        let runtime = Runtime(feature)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<250 { await runtime.deliver(1).finish() } } }
        }
        await runtime.shutdown(.drain)
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(await runtime.state == 8 * 250 * 2)
    }

    @Test("If two effects send whole states, one is lost; hence `send` takes a closure") func wholeStates() {
        let works = [HeldWork(), HeldWork()]
        let feature = Interact<Int, Bool>(initialValue: 0) { _, isWhole in
            .merge(
                works.map { work in
                    .perform { state, send in
                        let count = await state.current
                        await work.run()
                        if isWhole { await send(count + 1) } else { await send { $0 += 1 } }
                    }
                }
            )
        }
        for (isWhole, sum) in [(true, 1), (false, 2)] {
            let stage = Stage(feature)
            stage.send(isWhole)
            for work in works { stage.release(work) }
            #expect(stage.last == sum)
        }
    }
}
