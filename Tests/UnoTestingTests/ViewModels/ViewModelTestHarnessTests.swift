import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@MainActor
@Suite("A view model's harness", .timeLimit(.hang))
struct ViewModelTestHarnessTests {
    struct Page: Sendable, Equatable {
        var title = ""
        var rows: [Int] = []
    }

    enum Action: Sendable {
        case name(String)
        case load
    }

    let work = HeldWork()

    private func makeHarness(
        _ exhaustivity: Exhaustivity = .on
    ) -> ViewModelTestHarness<Action, Page, Page> {
        let feature = Interact<Page, Action>(initialValue: Page()) { [work] page, action in
            switch action {
            case .name(let title):
                page.title = title
                return .state
            case .load:
                page.rows = []
                return .perform { _, send in
                    await work.run()
                    await send { $0.rows = [1] }
                    await send { $0.rows.append(2) }
                }
            }
        }
        return ViewModelTestHarness(DirectViewModel(feature, instances: .many), exhaustivity: exhaustivity)
    }

    @Test("passes where everything is said, and records every view state")
    func passes() async {
        let harness = makeHarness()
        harness.observe(\.title, \.rows)
        harness.send(.name("a"), notifying: [\.title]) { $0.title = "a" }
        harness.send(.name("a"), notifying: [])
        harness.send(.load, notifying: [])
        work.release()
        await harness.receive { $0.rows = [1] }
        await harness.receive { $0.rows = [1, 2] }
        await harness.finish()
        #expect(harness.notifications == [\.title: 1, \.rows: 2])
        #expect(harness.viewStates.map(\.rows.count) == [0, 0, 0, 0, 1, 2])
    }

    @Test("points at the event whose change is not said, with what differs")
    func unsaid() async {
        let line = #line
        let found = await failures {
            let harness = makeHarness()
            harness.send(.name("a"))
            harness.send(.name("b")) { $0.title = "c" }
            await harness.finish()
        }
        #expect(found.map(\.line) == [line + 3, line + 4])
        #expect(found[0].text.contains("title\n        expected: \"\"\n        actual:   \"a\""))
        #expect(found[1].text.contains("expected: \"c\"\n        actual:   \"b\""))
    }

    @Test("points out fields that tell and should not, or should and do not")
    func notifications() async {
        let found = await failures {
            let harness = makeHarness()
            harness.observe(\.title)
            harness.send(.name("a"), notifying: []) { $0.title = "a" }
            harness.send(.name("a"), notifying: [\.title])
            harness.send(.load, notifying: [\.rows])
            work.release()
            await harness.receive { $0.rows = [1] }
            await harness.receive { $0.rows = [1, 2] }
            await harness.finish()
        }
        #expect(found.count == 4)
        #expect(found[0].text.contains("told"))
        #expect(found[1].text.contains("did not tell"))
        #expect(found[2].text.contains("observe(_:) was not called"))
    }

    @Test("points at what is left at the end: changes that came, and effects in flight")
    func leftOver() async {
        let line = #line
        let inFlight = await failures {
            let harness = makeHarness()
            harness.send(.load)
            await work.starts.waitFor(1)
            await harness.finish(timeout: .zero)
        }
        #expect(inFlight.map(\.line) == [line + 3])
        #expect(work.endings.elements == [.cancelled])
        let unreceived = await failures {
            let harness = makeHarness()
            let event = harness.send(.load)
            work.release()
            await event.finish()
            harness.send(.name("a")) { $0.title = "a" }
            await harness.finish()
        }
        #expect(unreceived.count == 1)
        #expect(unreceived[0].text.contains("was not received"))
    }

    @Test("passes over what the test does not say, if it need not say everything")
    func notExhaustive() async {
        let harness = makeHarness(.off)
        let event = harness.send(.load)
        work.release()
        await event.finish()
        harness.send(.name("a")) { $0.title = "a" }
        #expect(harness.model.rows == [1, 2])
        await harness.finish()
    }
}
