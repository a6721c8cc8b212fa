import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A dispatcher of one handler call", .timeLimit(.hang))
struct DispatcherOfAnEndedSiblingTests {
    /// The effects of one handler call, and a task that the first one leaves behind, which dispatches.
    private struct Stand {
        let executor = ControlledExecutor()
        let first = HeldWork()
        let second = HeldWork()
        let late = HeldWork()
        let outcomes = Record<SendOutcome>()
        let diagnostics = DiagnosticsRecorder()

        func runtime(isDetached: Bool) -> Runtime<[String], String> {
            diagnostics {
                Runtime(
                    Interact<[String], String>(initialValue: []) { state, action, dispatch in
                        state.append(action)
                        switch action {
                        case "go": break
                        case "cancel": return .cancel(id: "first")
                        default: return .state
                        }
                        return .merge([
                            .perform(id: "first") { _, _ in
                                let task: @Sendable () async -> Void = {
                                    await late.run()
                                    outcomes.append(await dispatch("late"))
                                }
                                if isDetached {
                                    _ = Task.detached(executorPreference: executor) { await task() }
                                } else {
                                    _ = Task(executorPreference: executor) { await task() }
                                }
                                await first.run()
                            },
                            .perform { _, _ in await second.run() },
                        ])
                    },
                    executor: .on(executor))
            }
        }

        func release(_ work: HeldWork) { executor.settle(work.release()) }

        /// Ends the runtime, and returns its last state.
        func end(_ runtime: Runtime<[String], String>) -> [String]? {
            release(second)
            return executor.end(runtime)
        }
    }

    @Test(
        "is good while one of the call's effects runs, also in a task that an ended one has left",
        arguments: [true, false])
    func leftBehind(isDetached: Bool) {
        let stand = Stand()
        let runtime = stand.runtime(isDetached: isDetached)
        stand.executor.settle(runtime.send("go"))
        stand.release(stand.first)
        // The second effect, of the same handler call, runs.
        #expect(runtime.snapshot().effects.count == 1)
        stand.release(stand.late)
        #expect(stand.outcomes.elements == [.accepted] && stand.diagnostics.kinds == [])
        #expect(stand.end(runtime) == ["go", "late"])
    }

    @Test("is not good in a task that a cancelled effect has left") func leftByACancelledEffect() {
        let stand = Stand()
        let runtime = stand.runtime(isDetached: false)
        stand.executor.settle(runtime.send("go"))
        stand.executor.settle(runtime.send("cancel"))
        #expect(stand.first.endings.elements == [.cancelled])
        stand.release(stand.late)
        #expect(stand.outcomes.elements == [.rejected(.effectEnded)])
        #expect(stand.diagnostics.kinds == [.effectEnded])
        #expect(stand.end(runtime) == ["go", "cancel"])
    }

    @Test("is cancelled, which is no mistake, as long as the last effect of the call runs on although it is cancelled")
    func cancelledButRunning() {
        let (executor, deaf, late) = (ControlledExecutor(), DeafWork(), HeldWork())
        let (outcomes, diagnostics) = (Record<SendOutcome>(), DiagnosticsRecorder())
        let runtime = diagnostics {
            Runtime(
                Interact<[String], String>(initialValue: []) { state, action, dispatch in
                    state.append(action)
                    guard action == "go" else { return .cancel(id: "deaf") }
                    return .perform(id: "deaf") { _, _ in
                        _ = Task.detached(executorPreference: executor) {
                            await late.run()
                            outcomes.append(await dispatch("late"))
                        }
                        await deaf.run()
                    }
                },
                executor: .on(executor))
        }
        for action in ["go", "cancel"] { executor.settle(runtime.send(action)) }
        executor.settle(late.release())
        #expect(outcomes.elements == [.cancelled])
        deaf.release()
        #expect(executor.end(runtime) == ["go", "cancel"])
        #expect(diagnostics.kinds == [])
    }

    @Test("is not good for as long as the window of a throttle lasts") func windowOfAThrottle() {
        let (executor, clock, late) = (ControlledExecutor(), TestClock(), HeldWork())
        let (outcomes, diagnostics) = (Record<SendOutcome>(), DiagnosticsRecorder())
        let runtime = diagnostics {
            Runtime(
                Interact<[String], String>(initialValue: []) { state, action, dispatch in
                    state.append(action)
                    let effect: Emission<[String]> = .perform { _, _ in
                        _ = Task.detached(executorPreference: executor) {
                            await late.run()
                            outcomes.append(await dispatch("late"))
                        }
                    }
                    return effect.throttle(id: "window", for: .seconds(60), clock: clock)
                },
                executor: .on(executor))
        }
        executor.settle(runtime.send("go"))
        executor.settle(late.release())
        #expect(outcomes.elements == [.rejected(.effectEnded)])
        #expect(diagnostics.kinds == [.effectEnded])
        #expect(executor.end(runtime) == ["go"])
    }
}
