import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@testable import UnoPresentationTesting

@MainActor @Suite("The time of a view model's harness", .timeLimit(.hang)) struct ViewModelTimeTests {
    struct Page: Sendable, Equatable { var title = "", rows: [String] = [] }

    enum Action: Sendable, Equatable {
        case typed(String)
        case found([String])
        case tick(String)
        case wait, save
    }

    /// Searches for what was typed a moment ago, and ticks.
    struct Search: Interactor {
        let clock: any Clock<Duration>
        var body: some Interactor<Page, Action> {
            Interact(initialValue: Page()) { [clock] page, action, dispatch in
                switch action {
                case .typed(let text):
                    page.title = text
                    return .perform(id: "search", policy: .cancelPrevious) { _, _ in
                        guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
                        await dispatch(.found([text + "ykjavík"]))
                    }
                case .found(let rows):
                    page.rows = rows
                    return .state
                case .tick(let name):
                    return .observe { _, send in
                        while (try? await clock.sleep(for: .seconds(1))) != nil {
                            await send { $0.rows.append(name) }
                            await send { $0.rows.append(name.uppercased()) }
                        }
                    }
                case .wait: return .observe { _, _ in while (try? await clock.sleep(for: .seconds(1))) != nil {} }
                case .save:
                    return .perform { _, send in
                        try? await clock.sleep(for: .seconds(2))
                        await send { $0.title += ", saved" }
                    }
                }
            }
        }
    }

    private func makeHarness(_ exhaustivity: Exhaustivity = .on) -> ViewModelTestHarness<Action, Page, Page> {
        ViewModelTestHarness(exhaustivity: exhaustivity, line: 1) { clock in
            DirectViewModel(Search(clock: clock), instances: .many)
        }
    }

    /// A harness of a feature that answers each action with `emission`.
    private func makeHarness(
        _ exhaustivity: Exhaustivity = .off, answering emission: @escaping @Sendable () -> Emission<Int>
    ) -> ViewModelTestHarness<Action, Int, Int> {
        ViewModelTestHarness(exhaustivity: exhaustivity) { _ in
            DirectViewModel(Interact<Int, Action>(initialValue: 0) { _, _ in emission() }, instances: .many)
        }
    }

    @Test func `makes the documented sample pass in every run`() async {
        for _ in 0..<Scale.chosen(200) {
            let harness = makeHarness()
            harness.observe(\.title, \.rows)
            harness.send(.typed("r"), notifying: [\.title]) { $0.title = "r" }
            await harness.advance(by: .milliseconds(299))
            harness.send(.typed("Re"), notifying: [\.title]) { $0.title = "Re" }
            await harness.advance(by: .milliseconds(300))
            #expect(harness.viewStates.last?.rows == ["Reykjavík"])
            await harness.receive(.found(["Reykjavík"]), at: .milliseconds(599)) { $0.rows = ["Reykjavík"] }
            await harness.finish()
        }
    }

    @Test func `wakes those that share a deadline in the order in which they fell asleep, in every run`() async {
        var outcomes: [[String]: Int] = [:]
        let runs = Scale.chosen(1_000)
        for _ in 0..<runs {
            let harness = makeHarness(.off)
            for name in ["a", "b", "c"] { harness.send(.tick(name)) }
            await harness.advance(by: .seconds(2))
            outcomes[harness.model.rows, default: 0] += 1
            await harness.finish()
        }
        #expect(outcomes == [["a", "b", "c", "A", "B", "C", "a", "b", "c", "A", "B", "C"]: runs])
    }

    @Test func `runs until nothing sleeps, and says so if that is never`() async {
        let harness = makeHarness(.off)
        harness.send(.save)
        harness.send(.typed("re"))
        await harness.run()
        #expect(harness.clock.now.offset == .seconds(2))
        #expect(harness.model.viewState == Page(title: "re, saved", rows: ["reykjavík"]))
        harness.send(.wait)
        let found = await failures { await harness.run(line: 20) }
        #expect(found.map(\.line) == [20])
        #expect(found.first?.text.hasPrefix("The clock was run for 10,000 deadlines") == true)
        await harness.finish()
    }

    @Test func `is given up where a feature does not come to rest, without halting what can be stopped`() async {
        let harness = makeHarness {
            .perform { _, _ in while !Task.isCancelled { try? await ImmediateClock().sleep(for: .seconds(1)) } }
        }
        let found = await failures {
            harness.send(.save, line: 10)
            await harness.advance(by: .seconds(1), line: 20)
        }
        #expect(found.first?.line == 10)
        #expect(found.first?.text.hasPrefix("The feature does not come to rest: it has run 100000 jobs") == true)
        let rest = await harness.executor.rest()
        #expect(rest != .halted)
    }

    @Test func `does not go back`() async {
        let harness = makeHarness()
        await harness.advance(to: TestClock.Instant(offset: .seconds(3)), wakingNothing: true)
        let found = await failures {
            await harness.advance(by: .seconds(-1), line: 10)
            await harness.advance(to: TestClock.Instant(), line: 20)
        }
        #expect(found.map(\.line) == [10, 20])
        await harness.finish()
    }

    @Test func `is not for a view model whose effects run elsewhere, which is said`() async {
        let clock = TestClock()
        let model = DirectViewModel(Search(clock: clock), instances: .many)
        let harness = ViewModelTestHarness(model, clock: clock)
        let found = await failures {
            await harness.advance(by: .seconds(1), wakingNothing: true, line: 10)
            await harness.run(line: 20)
        }
        #expect(found.map(\.line) == [10, 20])
        #expect(clock.now.offset == .seconds(1))
        await harness.finish()
        let made = ViewModelTestHarness(DirectViewModel(Search(clock: clock), instances: .many), clock: clock)
        await made.advance(by: .seconds(1), wakingNothing: true)
        await made.finish()
    }

    @Test("is not waited for at the end: what sleeps is cancelled and recorded", arguments: [Exhaustivity.on, .off])
    func asleep(exhaustivity: Exhaustivity) async {
        let found = await failures {
            let harness = makeHarness(exhaustivity)
            harness.send(.save, line: 10)
            await harness.finish(timeout: .seconds(Int64.max), line: 20)
            #expect(harness.model.title == "")
        }
        #expect(found.map(\.line) == [10])
        #expect(
            found.map(\.text) == [
                exhaustivity == .on
                    ? "At the end of the test, an effect of .save is still in flight"
                    : "finish() has cancelled an effect of .save, which had not ended"
            ])
    }

    @Test("is not moved by an end, which cancels what observes without a word if the test need not say everything")
    func observing() async {
        let harness = makeHarness(.off)
        harness.send(.tick("a"))
        await harness.finish(timeout: .zero)
        #expect(harness.clock.now.offset == .zero)
        #expect(harness.clock.sleeperCount == 0)
    }

    @Test(
        "does not pass for ever: what goes on without waiting is recorded, and cancelled",
        arguments: [Exhaustivity.on, .off])
    func overrun(exhaustivity: Exhaustivity) async {
        let harness = makeHarness(exhaustivity) {
            .observe { _, send in
                while (try? await ImmediateClock().sleep(for: .seconds(1))) != nil { await send { $0 += 1 } }
            }
        }
        harness.send(.save, line: 10)
        let found = await failures { await harness.advance(by: .seconds(1), wakingNothing: true, line: 20) }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.hasSuffix("Under way is an effect of .save") == true)
        await harness.finish()
    }

    @Test("does not pass for ever: neither does a loop over work outside", arguments: [false, true])
    func endlessReturns(isDeaf: Bool) async {
        let later = LaterExecutor()
        let found = await failures {
            let harness = makeHarness {
                .perform { _, _ in
                    while isDeaf || !Task.isCancelled { await Task.detached(executorPreference: later) {}.value }
                }
            }
            harness.send(.save, line: 10)
            await harness.advance(by: .seconds(1), wakingNothing: true, line: 20)
            let rest = await harness.executor.rest()
            #expect((rest == .halted) == isDeaf)
            if !isDeaf { await harness.finish(line: 30) }
        }
        #expect(found.first?.line == 10)
        #expect(
            found.first?.text == """
                The feature does not come to rest: it has returned from work outside 10000 times without waiting for \
                anything, as a loop over detached tasks does. It was cancelled. Under way is an effect of .save
                """
        )
        #expect(isDeaf || found.count == 1)
    }
}

/// Runs each job on the main actor two turns later, so that the executor of a harness has come to rest by then, and the harness
/// has not yet looked again.
private final class LaterExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Task { @MainActor in
            Task { @MainActor in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
