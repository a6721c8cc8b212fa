import TestSupport
import Testing
import UnoArchitecture

@Suite("A task that an effect leaves behind", .timeLimit(.hang))
struct HeirOfAnEndedEffectTests {
    enum Call: CaseIterable, Sendable { case drain, drainWithin }

    @Test(
        "waits for the end of the runtime once its effect is over, although another effect runs in the same task",
        arguments: Call.allCases)
    func waits(call: Call) async {
        let (own, goesOn, work) = (Slot<Runtime<Int, Int>>(), HeldWork(), HeldWork())
        let order = Record<String>()
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics {
            Runtime(
                Interact<Int, Int>(initialValue: 0) { _, _ in
                    .concatenate([
                        .perform { _, _ in
                            _ = Task {
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
            )
        }
        own.value = runtime
        runtime.send(1)
        // The second effect runs: so the first one has ended.
        await work.starts.waitFor(1)
        goesOn.release()
        await order.waitFor(1)
        work.release()
        await order.waitFor(3)
        #expect(order.elements == ["calls", "second effect ended", "shutdown returned"])
        #expect(diagnostics.kinds == [])
        own.value = nil
        await runtime.shutdown(.drain)
    }
}
