import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Features that never come to rest by themselves.
@Suite("What goes on without waiting", .timeLimit(.hang))
struct OverrunTests {
    enum Action: Sendable {
        /// Counts the seconds of a clock without any.
        case count
        /// Sleeps again and again, and does nothing else.
        case poll
        /// Feeds itself back.
        case echo
        /// Goes on although it is cancelled.
        case persist
        case other
    }

    static func harness(_ exhaustivity: Exhaustivity = .on) -> InteractorTestHarness<Int, Action> {
        InteractorTestHarness(
            Interact<Int, Action>(initialValue: 0) { state, action, dispatch in
                let clock = ImmediateClock()
                switch action {
                case .count:
                    return .observe(id: "clock") { _, send in
                        while (try? await clock.sleep(for: .seconds(1))) != nil { await send { $0 += 1 } }
                    }
                case .poll: return .perform { _, _ in while (try? await clock.sleep(for: .seconds(1))) != nil {} }
                case .echo: return .perform { _, _ in await dispatch(.echo) }
                case .persist:
                    return .perform(id: "forever") { _, _ in while true { try? await clock.sleep(for: .seconds(1)) } }
                case .other:
                    state = -1
                    return .state
                }
            }, exhaustivity: exhaustivity, line: 1)
    }

    @Test("is recorded with the name of the effect, and cancelled", arguments: [Action.count, .poll, .persist])
    func overrun(action: Action) async {
        let harness = Self.harness()
        let found = await failures { await harness.send(action, line: 10) }
        let effect =
            switch action {
            case .count: ".observe(id: clock) of .count"
            case .poll: ".perform of .poll"
            default: ".perform(id: forever) of .persist"
            }
        let step = "a change of the state by an effect, a timer or a stream (of .count, sent at OverrunTests.swift:10)"
        #expect(found.map(\.line) == [10])
        #expect(
            found.map(\.text) == [
                """
                The feature does not come to rest: it has run 100000 jobs without waiting for anything, as a loop over \
                an ImmediateClock does.\(action == .count ? " The last step was \(step)." : "") Under way, and cancelled:
                    \(effect), sent at OverrunTests.swift:10
                """
            ])
        // The harness goes on, unless what goes on cannot be stopped.
        guard action != .persist else { return }
        await harness.send(.other) { $0 = -1 }
        await harness.finish()
    }

    @Test func `is recorded with the action that feeds itself back, and cancelled`() async {
        let harness = Self.harness()
        let found = await failures { await harness.send(.echo, line: 10) }
        #expect(found.map(\.line) == [10])
        let step =
            "The last step was the action .echo, fed back by an effect (of .echo, sent at OverrunTests.swift:10)."
        #expect(found.first?.text.contains(step) == true)
        await harness.send(.other) { $0 = -1 }
        await harness.finish()
    }

    @Test func `ends every call of a harness that it cannot be stopped in`() async {
        let harness = Self.harness(.off)
        let found = await failures {
            await harness.send(.persist, line: 10)
            await harness.send(.other, line: 20)
            await harness.advance(by: .seconds(1))
            await harness.run()
            await harness.cancelEffects()
            await harness.finish(line: 30)
        }
        #expect(found.map(\.line).starts(with: [10, 20]))
        #expect(found.map(\.text)[1] == ".other was sent after the harness had finished")
    }

    @Test func `is recorded where time is advanced, too, at the place that led to it`() async {
        let harness = InteractorTestHarness { clock in
            Interact<Int, Action>(initialValue: 0) { _, _ in
                .perform { _, send in
                    try? await clock.sleep(for: .seconds(3))
                    // A deadline that is over, again and again.
                    while (try? await clock.sleep(for: .seconds(-1))) != nil { await send { $0 += 1 } }
                }
            }
        }
        await harness.send(.other, line: 10)
        let found = await failures { await harness.advance(by: .seconds(5), line: 20) }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains(".perform of .other, sent at OverrunTests.swift:10") == true)
        #expect(harness.clock.now.offset == .seconds(5))
        await harness.finish()
    }

    @Test func `ends a marble test`() async {
        let found = await failures {
            await validate("a--", yields: "a--", actions: ["a": Action.count], line: 10) { _ in
                Interact<Int, Action>(initialValue: 0) { _, _ in
                    .observe { _, _ in while (try? await ImmediateClock().sleep(for: .seconds(1))) != nil {} }
                }
            }
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.hasPrefix("The sequence does not come to rest: it has run 100000 jobs") == true)
    }

    @Test(
        "ends a marble test, whose executor is halted only if what goes on cannot be stopped", arguments: [false, true])
    func haltedMarbles(isDeaf: Bool) async throws {
        let executor = Slot<RestingExecutor>()
        let found = await failures {
            await validate("", yields: "-", line: 10) { scene in
                executor.value = scene.executor as? RestingExecutor
                return AsyncStream<Int> {
                    while isDeaf || !Task.isCancelled { try? await ImmediateClock().sleep(for: .seconds(1)) }
                    return nil
                }
            }
        }
        #expect(found.map(\.line) == [10])
        let rest = try await #require(executor.value).rest()
        #expect((rest == .halted) == isDeaf)
    }
}
