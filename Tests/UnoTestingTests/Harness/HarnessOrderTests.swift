import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What happens under virtual time, for tests in which every run has to be like the first.
@Suite("Under virtual time, the same test does the same in every run", .timeLimit(.hang))
struct HarnessOrderTests {
    static let runs = Scale.chosen(1_000)
    static let fewerRuns = Scale.chosen(200)

    /// Each action starts an effect that, at every second, puts its number and then ten times its number behind the state.
    struct Metronomes: Interactor {
        let clock: any Clock<Duration>

        var body: some Interactor<[Int], Int> {
            Interact(initialValue: []) { [clock] (_: inout [Int], number: Int) in
                .observe { _, send in
                    while (try? await clock.sleep(for: .seconds(1))) != nil {
                        await send { $0.append(number) }
                        await send { $0.append(number * 10) }
                    }
                }
            }
        }
    }

    /// Suspends once, on the executor that the task prefers.
    private static func giveWay() async { await withTaskGroup { $0.addTask {} } }

    @Test("in a harness, with effects that sleep until one deadline, some of which were started by one call")
    func harness() async {
        var outcomes: [[Int]: Int] = [:]
        for _ in 0..<Self.runs {
            let harness = InteractorTestHarness(exhaustivity: .off) { Metronomes(clock: $0) }
            await harness.send(1, 2, 3)
            for number in 4...20 { await harness.send(number) }
            await harness.advance(by: .seconds(2))
            outcomes[await harness.latestState ?? [], default: 0] += 1
            await harness.finish()
        }
        let second = Array(1...20) + (1...20).map { $0 * 10 }
        #expect(outcomes == [second + second: Self.runs])
    }

    @Test func `in a harness, with effects whose number of steps after the deadline differs`() async {
        var outcomes: [[Int]: Int] = [:]
        for _ in 0..<Self.fewerRuns {
            let harness = InteractorTestHarness(exhaustivity: .off) { clock in
                Interact<[Int], Int>(initialValue: []) { _, number in
                    .perform { _, send in
                        try? await clock.sleep(for: .seconds(1))
                        for step in 0..<number { await send { $0.append(number * 10 + step) } }
                    }
                }
            }
            for number in [3, 1, 2] { await harness.send(number) }
            await harness.run()
            outcomes[await harness.latestState ?? [], default: 0] += 1
            await harness.finish()
        }
        #expect(outcomes == [[30, 10, 20, 31, 21, 32]: Self.fewerRuns])
    }

    @Test func `in a harness, with events that are cancelled at once`() async {
        var outcomes: [[String]: Int] = [:]
        for _ in 0..<Self.fewerRuns {
            let ends = Record<String>()
            let harness = numbers(.off) { clock, _, number, _ in
                .observe { _, _ in
                    try? await clock.sleep(for: .seconds(1))
                    ends.append("\(number) woke")
                    await Self.giveWay()
                    ends.append("\(number) ended")
                }
            }
            await harness.send(1, 2, 3)
            await harness.cancelEffects()
            outcomes[ends.elements, default: 0] += 1
            await harness.finish()
        }
        #expect(outcomes.count == 1)
        #expect(outcomes.first?.key.count == 6)
    }

    @Test func `where marbles are played to an interactor`() async {
        for _ in 0..<Self.runs {
            await validate(
                "[ab]--", yields: "[000][12xy][12xy]", actions: ["a": 1, "b": 2],
                state: { states in
                    switch states.last ?? 0 {
                    case 10: "x"
                    case 20: "y"
                    case let number: "\(number)"
                    }
                },
                { Metronomes(clock: $0) })
        }
    }

    @Test func `where marbles are played to a sequence that several tasks make`() async {
        for _ in 0..<Self.fewerRuns {
            await validate("-", yields: "--[abAB]") { scene in
                AsyncStream { values in
                    for name in ["a", "b"] {
                        Task(executorPreference: scene.executor) {
                            try? await scene.clock.sleep(for: .steps(2))
                            values.yield(name)
                            await Self.giveWay()
                            values.yield(name.uppercased())
                        }
                    }
                }
            }
        }
    }
}
