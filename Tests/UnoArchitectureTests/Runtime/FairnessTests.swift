import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A runtime under a flood")
struct FairnessTests {
    private let counting = Interact<Int, Int>(initialValue: 0) { state, _ in
        state += 1
        return .state
    }

    @Test("answers who asks for its state before the flood has ended")
    func state() {
        let stage = Stage(counting)
        let runtime = stage.runtime
        let seen = Record<Int?>()
        for _ in 0..<900 { runtime.send(1) }
        stage.executor.task {
            for _ in 0..<9_000 { await runtime.deliver(1) }
        }
        stage.executor.task { seen.append(await runtime.state) }
        stage.executor.runUntilIdle()
        #expect(seen.elements.count == 1)
        #expect(stage.last == 9_900)
        #expect(seen.elements[0] ?? .max < 9_900)
    }

    @Test("lets an effect end, and whoever awaits its event go on, before the flood has ended")
    func finish() {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            state += 1
            return number == 0 ? .perform { _, _ in await work.run() } : .none
        }
        let stage = Stage(feature)
        let runtime = stage.runtime
        let event = runtime.send(0)
        stage.executor.runUntilIdle()
        let handled = Record<Int>()
        for _ in 0..<900 { runtime.send(1) }
        stage.executor.task {
            for _ in 0..<9_000 { await runtime.deliver(1) }
            handled.append(0)
        }
        stage.executor.task {
            event.cancel()
            await event.finish()
            handled.append(1)
        }
        stage.executor.runUntilIdle()
        #expect(handled.elements == [1, 0])
    }

    @Test("tells the senders of what was not handled that it was cancelled", arguments: [false, true])
    func cancelled(isTaken: Bool) async {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(counting, executor: .on(executor))
        let states = runtime.states(.bounded(1))
        func shutDown() { executor.task { await runtime.shutdown(.cancel) } }
        if !isTaken { shutDown() }
        let events = (0..<3).map { _ in runtime.send(1) }
        executor.runUntilIdle()
        // The first one's state waits for the subscriber; the others wait behind it.
        if isTaken { shutDown() }
        executor.runUntilIdle()
        #expect(events.map(\.outcome).dropFirst(isTaken ? 1 : 0).allSatisfy { $0 == .cancelled })
        withExtendedLifetime(states) {}
    }

    @Test("tells the sender of an action whose effect was cut off that it was cancelled")
    func cutOff() {
        let work = HeldWork()
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } })
        let runtime = stage.runtime
        let event = runtime.send(1)
        stage.executor.runUntilIdle()
        #expect(event.outcome == .accepted)
        stage.run { await runtime.shutdown(.cancel) }
        #expect(event.outcome == .cancelled)
    }
}
