import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

extension PlantedFault {
    struct Screen: Sendable, Equatable {
        var title = ""
        var count = 0
    }

    @MainActor
    static func screen(
        _ handler: @escaping @Sendable (TestClock, inout Screen, Int) -> Emission<Screen>
    ) -> ViewModelTestHarness<Int, Screen, Screen> {
        ViewModelTestHarness(line: 1) { clock in
            DirectViewModel(
                Interact(initialValue: Screen()) { screen, number in handler(clock, &screen, number) }, instances: .many
            )
        }
    }

    static let viewModels = [
        PlantedFault("a screen shows another text", "title\n        expected: \"1 item\"") { isFaulty in
            let harness = screen { _, screen, number in
                screen.title = isFaulty ? "\(number) items" : "\(number) item"
                return .state
            }
            harness.send(1, line: 10) { $0.title = "1 item" }
            await harness.finish()
        },
        PlantedFault("a field tells of a change that it does not have", "Screen.title told") { isFaulty in
            let harness = screen { _, screen, number in
                screen.count = number
                if isFaulty { screen.title = "\(number)" }
                return .state
            }
            harness.observe(\.title, \.count)
            harness.send(1, notifying: [\.count], line: 10) {
                $0.count = 1
                $0.title = isFaulty ? "1" : ""
            }
            await harness.finish()
        },
        PlantedFault("a screen changes by itself, and its test ends", at: 20, "had come and was not received") {
            isFaulty in
            let harness = screen { clock, _, _ in
                .perform { _, send in
                    try? await clock.sleep(for: .seconds(1))
                    if isFaulty { await send { $0.count = 9 } }
                }
            }
            harness.send(1, line: 10)
            await harness.advance(by: .seconds(1), line: 20)
        },
        PlantedFault("a screen leaves an effect behind", "what 1 led to is still in flight") { isFaulty in
            let harness = screen { clock, _, _ in
                .observe { _, _ in while isFaulty, (try? await clock.sleep(for: .seconds(1))) != nil {} }
            }
            harness.send(1, line: 10)
            await harness.advance(by: .seconds(3), wakingNothing: true, line: 20)
        },
    ]
}

// MARK: Concurrent programs, and properties

extension PlantedFault {
    static let programs = [
        PlantedFault("an update is lost", "expectation: an update was lost") { isFaulty in
            explore(schedules: 200, line: 10) { scenario in
                let value = Locked(0)
                let writers = (0..<2).map { number in
                    scenario.task("writer \(number)") {
                        guard isFaulty else { return value.withLock { $0 += 1 } }
                        let old = value.withLock { $0 }
                        await scenario.checkpoint()
                        value.withLock { $0 = old + 1 }
                    }
                }
                for writer in writers { await writer.value }
                scenario.expect(value.withLock { $0 } == 2, "an update was lost")
            }
        },
        PlantedFault("two tasks wait for each other", "deadlock: nothing is ready") { isFaulty in
            explore(schedules: 100, line: 10) { scenario in
                let (first, second) = (HeldWork(), HeldWork())
                scenario.task("left") {
                    if !isFaulty { second.release() }
                    _ = await first.run()
                    second.release()
                }
                scenario.task("right") {
                    _ = await second.run()
                    first.release()
                }
            }
        },
        PlantedFault("a wake-up is lost where a timer comes first", "deadlock: nothing is ready") { isFaulty in
            explore(schedules: 300, line: 10) { scenario in
                let waiter = Locked<UnsafeContinuation<Void, Never>?>(nil)
                let isDone = Locked(false)
                scenario.task("timer") {
                    try await scenario.clock.sleep(for: .seconds(1))
                    if !isFaulty { isDone.withLock { $0 = true } }
                    let sleeper = waiter.withLock { $0.take() }
                    sleeper?.resume()
                }
                scenario.task("waiter") {
                    await scenario.checkpoint()
                    await withTaskCancellationHandler {
                        await withUnsafeContinuation { continuation in
                            let isLate = isDone.withLock { $0 }
                            if isLate { return continuation.resume() }
                            waiter.withLock { $0 = continuation }
                        }
                    } onCancel: {
                        let sleeper = waiter.withLock { $0.take() }
                        sleeper?.resume()
                    }
                }
            }
        },
        PlantedFault("something is never freed", "leak: the canary has not been freed") { isFaulty in
            let kept = Record<Canary>()
            explore(schedules: 10, line: 10) { scenario in
                let canary = Canary()
                scenario.mustBeFreed(canary, "the canary")
                if isFaulty { kept.append(canary) }
            }
        },
        PlantedFault("things happen in another order", "order: ") { isFaulty in
            explore(schedules: 100, line: 10) { scenario in
                let gate = HeldWork()
                let first = scenario.task("first") {
                    scenario.happened("first")
                    gate.release()
                }
                let second = scenario.task("second") {
                    if !isFaulty { _ = await gate.run() }
                    scenario.happened("second")
                }
                await first.value
                await second.value
                scenario.expectOrder(["first", "second"])
            }
        },
        PlantedFault("an invariant breaks after some sequence", "This state does not hold: -1, after 1 action(s)") {
            isFaulty in
            await checkAlways(of: ActionGenerator<Int>.values(0...20) { $0 }, line: 10) { _ in
                Interact<Int, Int>(initialValue: 0) { state, number in
                    state = number > 15 && isFaulty ? -1 : number
                    return .state
                }
            } holds: {
                $0 >= 0
            }
        },
    ]
}

// MARK: Streams

extension PlantedFault {
    static let streams = [
        PlantedFault("a debounce emits a step too early", "The diagrams part at step 3") { isFaulty in
            await validate("ab--c|", yields: "---b-[c|]", line: 10) {
                $0.input.debounce(for: .steps(isFaulty ? 3 : 2), clock: $0.clock)
            }
        },
        PlantedFault("a stream loses its last value", "The diagrams part at step 1") { isFaulty in
            await validate("ab[c|]", yields: "ab[c|]", line: 10) { scene in scene.input.prefix(isFaulty ? 2 : 3) }
        },
        PlantedFault("a stream ends with an error", "The diagrams part at step 1") { isFaulty in
            await validate(isFaulty ? "a^" : "a|", yields: "a|", line: 10) { $0.input }
        },
        PlantedFault("a stream does not end", "The end of the stream was awaited") { isFaulty in
            let (stream, source) = AsyncStream<Int>.makeStream()
            let recorder = AsyncStreamRecorder(recording: stream)
            source.yield(1)
            if !isFaulty { source.finish() }
            await recorder.waitForFinish(timeout: .milliseconds(isFaulty ? 50 : 5_000), line: 10)
        },
    ]
}
