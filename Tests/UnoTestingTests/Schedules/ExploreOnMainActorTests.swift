import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// View models under exploration.
@MainActor
@Suite("Exploring view models", .timeLimit(.hang))
struct ExploreOnMainActorTests {
    struct Page: Sendable, Equatable {
        var query = ""
        var rows: [String] = []
    }

    enum Action: Sendable {
        case typed(String)
        case found(String)
    }

    /// Searches for what was typed; a result of an earlier query is dropped only if `isCareful`.
    struct Search: Interactor {
        let isCareful: Bool

        var body: some Interactor<Page, Action> {
            Interact(initialValue: Page()) { [isCareful] page, action, dispatch in
                switch action {
                case .typed(let query):
                    page.query = query
                    return .perform(id: "search", policy: isCareful ? .cancelPrevious : .runBoth) { _, _ in
                        await dispatch(.found(query))
                    }
                case .found(let row):
                    page.rows = [row]
                    return .state
                }
            }
        }
    }

    @Sendable private nonisolated static func twoQueries(isCareful: Bool, _ scenario: Scenario) async {
        let model = scenario.viewModel("the page") { DirectViewModel(Search(isCareful: isCareful), instances: .many) }
        let first = await model.send(.typed("re"))
        let second = await model.send(.typed("rey"))
        await first.finish()
        await second.finish()
        let page = await model.read { $0.viewState }
        #expect(page == Page(query: "rey", rows: ["rey"]))
    }

    @Test func `finds the race of two effects of a view model, and replays it`() async throws {
        let found = await failures {
            let exploration = await exploreOnMainActor(schedules: 200, preemptions: 2) { scenario in
                await Self.twoQueries(isCareful: false, scenario)
            }
            let failure = exploration.failure
            #expect(failure?.problem.kind == .expectation)
            #expect(failure?.whenRepeated == nil)
            #expect(failure?.trace.steps.last?.member == "the scenario")
            let replayed = await exploreOnMainActor(replaying: "\(failure?.shortest.description ?? "")") { scenario in
                await Self.twoQueries(isCareful: false, scenario)
            }
            #expect(replayed?.failure?.problem.kind == .expectation)
        }
        #expect(found.count == 2)
        let text = found.first?.text ?? ""
        #expect(text.contains(#"rows: ["re"]"#))
        #expect(text.contains("the page: effect 2 (search), in the main actor"))
        #expect(text.contains(#"sends .typed("rey"); the page takes the action of ExploreOnMainActorTests.swift:"#))
    }

    @Test func `finds nothing where the second query cancels the first`() async {
        let exploration = await exploreOnMainActor(schedules: 400) { scenario in
            await Self.twoQueries(isCareful: true, scenario)
        }
        #expect(exploration.failure == nil)
        #expect(exploration.distinct > 1)
    }

    /// Counts with a state that it read before, in two effects at once.
    struct Tally: Interactor {
        var body: some Interactor<Int, Void> {
            Interact(initialValue: 0) { count, _ in
                .perform { current, send in
                    let read = await current.current
                    await send(read + 1)
                }
            }
        }
    }

    @Test func `finds an update that is lost between two effects`() async {
        let found = await failures {
            await exploreOnMainActor(schedules: 300) { scenario in
                let model = scenario.viewModel("the tally") { DirectViewModel(Tally(), instances: .many) }
                let events = [await model.send(()), await model.send(())]
                for event in events { await event.finish() }
                let count = await model.read { $0.viewState }
                scenario.expect(count == 2, "\(count) of 2 are counted")
            }
        }
        #expect(found.first?.text.contains("expectation: 1 of 2 are counted") == true)
    }

    @Test func `gives the main actor up between schedules`() async {
        let (served, seen) = (Record<Void>(), Record<Int>())
        await exploreOnMainActor(schedules: 20) { _ in
            seen.append(served.count)
            // Not a task of the scenario: of a test beside it.
            Task { @MainActor in served.append() }
        }
        #expect(seen.elements == Array(0..<20))
    }

    @Test func `names an effect that has not ended, and a task that waits for the main actor itself`() async {
        let waiting = await failures { await exploreOnMainActor(schedules: 5) { _ in await MainActor.run {} } }
        #expect(waiting.first?.text.contains("a task that enters the main actor itself waits for ever") == true)

        let forever = Interact<Int, Void>(initialValue: 0) { _, _ in
            .perform { _, _ in try? await TestClock().sleep(until: .never) }
        }
        let kept = await failures {
            await exploreOnMainActor(schedules: 5) { scenario in
                let model = scenario.viewModel("the page") { DirectViewModel(forever, instances: .many) }
                _ = await model.send(()).finish()
            }
        }
        #expect(kept.first?.text.contains("deadlock: nothing is ready") == true)
    }
}
