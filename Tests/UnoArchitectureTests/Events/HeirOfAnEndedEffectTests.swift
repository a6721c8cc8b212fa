import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A task that an effect leaves behind", .timeLimit(.hang))
struct HeirOfAnEndedEffectTests {
    enum Call: CaseIterable, Sendable { case drain, drainWithin }

    @Test(
        "waits for the end of the runtime once its effect is over, although another effect runs in the same task",
        arguments: Call.allCases)
    func waits(call: Call) {
        let executor = ControlledExecutor()
        let (own, goesOn, work, order) = (Slot<Runtime<Int, Int>>(), HeldWork(), HeldWork(), Record<String>())
        let diagnostics = DiagnosticsRecorder()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .concatenate([
                .perform { _, _ in
                    _ = Task(executorPreference: executor) {
                        await goesOn.run()
                        order.append("calls")
                        switch call {
                        case .drain: await own.value?.shutdown(.drain)
                        case .drainWithin: _ = await own.value?.shutdown(.drain, within: .seconds(30))
                        }
                        order.append("shutdown returned")
                    }
                },
                .perform { _, _ in
                    await work.run()
                    order.append("second effect ended")
                },
            ])
        }
        let runtime = diagnostics { Runtime(feature, executor: .on(executor), clock: TestClock()) }
        own.value = runtime
        executor.settle(runtime.send(1))
        #expect(work.waitingCount == 1)
        executor.settle(goesOn.release())
        #expect(order.elements == ["calls"])
        executor.settle(work.release())
        #expect(order.elements == ["calls", "second effect ended", "shutdown returned"])
        #expect(diagnostics.kinds == [])
        own.value = nil
        executor.runFreely()
    }
}
