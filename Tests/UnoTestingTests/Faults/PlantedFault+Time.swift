import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

extension PlantedFault {
    /// Counts a few ticks of a second.
    static func ticker(
        _ exhaustivity: Exhaustivity = .on, _ tick: @escaping @Sendable (TestClock, Send<Int>) async -> Void
    ) -> InteractorTestHarness<Int, Int> {
        harness(0, exhaustivity) { clock, _, _, _ in .perform { _, send in await tick(clock, send) } }
    }

    @MainActor
    private static func tickOnMainActor(_ clock: TestClock, _ interval: Duration, _ send: Send<Int>) async {
        for _ in 0..<2 {
            try? await clock.sleep(for: interval)
            await send { $0 += 1 }
        }
    }

    static let time = [
        PlantedFault("a debounce is too short", "came at 0.1 seconds, and the test says 0.3 seconds") { isFaulty in
            let harness = InteractorTestHarness { clock in
                DebounceInteractor(for: .milliseconds(isFaulty ? 100 : 300), clock: clock) {
                    Interact<Int, Int>(initialValue: 0) { state, number in
                        state = number
                        return .state
                    }
                }
            }
            await harness.send(1)
            await harness.advance(by: .seconds(1))
            await harness.receive(at: .milliseconds(300), line: 10) { $0 = 1 }
            await harness.finish()
        },
        PlantedFault("an effect waits for less than it should", "came at 1.0 seconds, and the test says 2.0 seconds") {
            isFaulty in
            let harness = ticker { clock, send in
                try? await clock.sleep(for: .seconds(isFaulty ? 1 : 2))
                await send { $0 = 1 }
            }
            await harness.send(1)
            await harness.advance(by: .seconds(3))
            await harness.receive(at: .seconds(2), line: 10) { $0 = 1 }
            await harness.finish()
        },
        PlantedFault("an effect sleeps on another clock", "nothing sleeps on it. Does the feature use another clock?") {
            isFaulty in
            let harness = ticker(.on) { clock, send in
                if isFaulty {
                    try? await ImmediateClock().sleep(for: .seconds(1))
                } else {
                    try? await clock.sleep(for: .seconds(1))
                }
                await send { $0 = 1 }
            }
            await harness.send(1)
            await harness.advance(by: .seconds(1), line: 10)
            await harness.receive { $0 = 1 }
            await harness.finish()
        },
        PlantedFault("a poll on the main actor is too slow", "was to be received, but none has come") { isFaulty in
            let harness = ticker { await tickOnMainActor($0, .seconds(isFaulty ? 2 : 1), $1) }
            await harness.send(1)
            await harness.advance(by: .seconds(2))
            await harness.receive { $0 = 1 }
            await harness.receive(line: 10) { $0 = 2 }
            await harness.cancelEffects()
            await harness.finish()
        },
        PlantedFault("a detached poll goes on once too often", at: 20, "had come and was not received") { isFaulty in
            let harness = ticker { clock, send in
                await Task.detached {
                    for _ in 0..<(isFaulty ? 3 : 2) {
                        try? await clock.sleep(for: .seconds(1))
                        await send { $0 += 1 }
                    }
                }.value
            }
            await harness.send(1)
            await harness.advance(by: .seconds(5))
            await harness.receive(at: .seconds(1)) { $0 = 1 }
            await harness.receive(at: .seconds(2)) { $0 = 2 }
            await harness.finish(line: 20)
        },
        PlantedFault("an effect sleeps for a tenth of its time", at: 20, "another time would look the same") {
            isFaulty in
            let harness = ticker { clock, send in
                try? await clock.sleep(for: isFaulty ? .milliseconds(30) : .milliseconds(300))
                await send { $0 += 1 }
                try? await clock.sleep(until: TestClock.Instant(offset: .milliseconds(600)))
                await send { $0 += 1 }
            }
            await harness.send(1)
            await harness.advance(by: .milliseconds(600))
            await harness.receive(line: 20) { $0 = 1 }
            await harness.receive { $0 = 2 }
            await harness.finish()
        },
        PlantedFault("a retry never gives up", "something is still asleep: it sleeps again and again") { isFaulty in
            let harness = ticker(.off) { clock, _ in
                var attempts = 0
                while attempts < 3 || isFaulty, (try? await clock.sleep(for: .seconds(1))) != nil { attempts += 1 }
            }
            await harness.send(1)
            await harness.run(line: 10)
            await harness.cancelEffects()
            await harness.finish()
        },
        PlantedFault("a loop never waits", "The feature does not come to rest") { isFaulty in
            let harness = ticker(.off) { _, _ in
                while isFaulty, (try? await ImmediateClock().sleep(for: .seconds(1))) != nil {}
            }
            await harness.send(1, line: 10)
            await harness.finish()
        },
        PlantedFault("something sleeps on a clock that should be at rest", "1 task(s) sleep on the clock") { isFaulty in
            let clock = TestClock()
            let task = Task { if isFaulty { try? await clock.sleep(for: .seconds(1)) } }
            await clock.settle()
            try? clock.checkSuspension(line: 10)
            task.cancel()
            await task.value
        },
    ]
}
