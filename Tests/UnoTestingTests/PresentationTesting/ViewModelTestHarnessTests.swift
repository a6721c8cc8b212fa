import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

@MainActor @Suite("A view model's harness", .timeLimit(.hang)) struct ViewModelTestHarnessTests {
    struct Page: Sendable, Equatable { var title = "", rows: [Int] = [] }

    enum Action: Sendable {
        case name(String)
        case load
    }

    let work = HeldWork()

    private func makeHarness(_ exhaustivity: Exhaustivity = .on) -> ViewModelTestHarness<Action, Page, Page> {
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

    @Test func `passes where everything is said, and records every view state`() async {
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

    @Test func `counts a change of a field once, however often the field is observed`() async {
        let harness = makeHarness()
        for _ in 1...2 { harness.observe(\.title) }
        #expect(harness.notifications == [\.title: 0])
        harness.send(.name("a"), notifying: [\.title]) { $0.title = "a" }
        #expect(harness.notifications == [\.title: 1])
        // An event of the screen itself that changes nothing is not asked for.
        harness.model.sendViewEvent(.name("a"))
        await harness.finish()
    }

    @Test func `asks for no step of an effect that leaves the view state as it is`() async {
        let feature = Interact<Page, Action>(initialValue: Page()) { _, _ in
            .perform { _, send in
                await send { $0.rows = [] }
                await send { $0.rows = [1] }
            }
        }
        let harness = ViewModelTestHarness(DirectViewModel(feature, instances: .many))
        harness.send(.load)
        await harness.receive { $0.rows = [1] }
        await harness.finish()
    }

    @Test func `points at the event whose change is not said, with what differs`() async {
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

    @Test func `points out fields that tell and should not, or should and do not`() async {
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

    @Test func `points at what is left at the end: changes that came, and effects in flight`() async {
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
        #expect(unreceived[0].text.hasPrefix("Before .name(\"a\") was sent, this had come and was not received:"))
    }

    @CasePathable enum Order: Sendable, Equatable {
        case pay, later
        case paid(Int)
    }

    /// Pays, and feeds back that it has, once or twice; the view state shows the last amount.
    private func makePaying(times: Int) -> ViewModelTestHarness<Order, Int, Int> {
        let feature = Interact<Int, Order>(initialValue: 0) { amount, order, dispatch in
            switch order {
            case .pay: return .perform { _, _ in for _ in 0..<times { await dispatch(.paid(7)) } }
            case .later:
                amount = 0
                return .concatenate([.state, dispatch.next(.paid(8))])
            case .paid(let paid):
                amount = paid
                return .state
            }
        }
        return ViewModelTestHarness(DirectViewModel(feature, instances: .many), line: 1)
    }

    @Test func `sees each action that is fed back, whether the view state changes or not`() async {
        let found = await failures {
            let harness = makePaying(times: 3)
            harness.send(.pay, line: 10)
            await harness.receive(.paid(7), line: 20) { $0 = 7 }
            await harness.receive(\.paid, at: .zero, line: 30)
            await harness.finish(line: 40)
        }
        #expect(found.map(\.line) == [40])
        let step = "the action .paid(7), fed back by an effect (of .pay, sent at ViewModelTestHarnessTests.swift:10)"
        #expect(
            found.first?.text == "At the end of the test, this had come and was not received:\n    \(step)")
        let harness = makePaying(times: 0)
        harness.send(.pay)
        // What it names is handled before the call returns, and a step of its own.
        let early = await failures { harness.send(.later) { $0 = 8 } }
        let text = "After .later, the view state is not what the test says:\n    the view state\n"
        #expect(early.map(\.text) == [text + "        expected: 8\n        actual:   0"])
        await harness.receive(where: { $0 == .paid(8) }, change: { $0 = 8 })
        await harness.finish()
    }

    @Test func `tells that the view state after an action is not what the test says`() async {
        let found = await failures {
            let harness = makePaying(times: 1)
            harness.send(.pay, line: 10)
            await harness.receive(.paid(7), line: 20) { $0 = 8 }
            await harness.finish(line: 30)
        }
        #expect(found.map(\.line) == [20])
        let text = "After the action .paid(7), the view state is not what the test says:\n"
        #expect(found.first?.text.hasPrefix(text) == true)
    }

    @Test func `receives an action by its case and the value in it`() async {
        let found = await failures {
            let harness = makePaying(times: 2)
            harness.send(.pay)
            await harness.receive(\.paid, 7) { $0 = 7 }
            await harness.receive(\.paid, 9, line: 20)
            await harness.finish(line: 30)
        }
        #expect(found.map(\.line) == [20, 30])
        #expect(found.first?.text.hasPrefix("The action .paid(9) was to be received, but first came:") == true)
    }

    @Test func `tells what comes in place of what is to be received, and a change where there is none`() async {
        let found = await failures {
            let harness = makePaying(times: 1)
            harness.send(.pay, line: 10) { $0 = 0 }
            await harness.receive(timeout: .zero, line: 20) { $0 = 7 }
            await harness.receive(.paid(7), line: 30) { $0 = 7 }
            await harness.receive(.paid(7), timeout: .zero, line: 40)
            await harness.finish()
        }
        #expect(found.map(\.line) == [10, 20, 40])
        #expect(
            found.first?.text.hasPrefix("After .pay, the test says a change of the view state, but nothing") == true)
        #expect(found[1].text.hasPrefix("A change of the view state was to be received, but first came:") == true)
        #expect(found[2].text == "The action .paid(7) was to be received, but none has come. Nothing is under way")
    }

    @Test("does not call late what an effect does because the end cancels it", arguments: [Exhaustivity.on, .off])
    func cancelledByTheEnd(exhaustivity: Exhaustivity) async {
        let editor = Editor(clock: TestClock())
        let found = await failures {
            let model = DirectViewModel(editor, instances: .many)
            let harness = ViewModelTestHarness(model, clock: editor.clock, exhaustivity: exhaustivity)
            harness.send(.dictate)
            await harness.finish()
            #expect(await harness.lateCalls == [])
        }
        #expect(!found.isEmpty)
    }

    @Test func `tells what is under way where nothing has come, and what cancelled effects call late`() async {
        let editor = Editor(clock: TestClock())
        let found = await failures {
            let harness = ViewModelTestHarness(DirectViewModel(editor, instances: .many), clock: editor.clock, line: 1)
            let event = harness.send(.dictate, line: 10)
            await harness.receive(\.type, timeout: .zero, line: 20)
            event.cancel()
            #expect(await harness.lateCalls.map { $0.prefix(21) } == ["a change of the state"])
            await harness.finish()
            #expect(await harness.lateCalls.count == 1)
        }
        #expect(
            found.map(\.text) == [
                """
                An action .type was to be received, but none has come. Under way:
                    .perform of .dictate, sent at ViewModelTestHarnessTests.swift:10
                    1 asleep on the clock, the next until 1.0 seconds; it is 0.0 seconds
                """
            ])
    }

    @Test func `records the diagnostics of the feature`() async {
        let found = await failures {
            let harness = ViewModelTestHarness { clock in
                DirectViewModel(
                    DebounceInteractor(for: .seconds(-1), clock: clock) {
                        Interact<Int, Int>(initialValue: 0) { _, _ in .state }
                    }, instances: .many)
            }
            harness.send(1, line: 10)
            await harness.finish()
            harness.send(1, line: 20)
        }
        #expect(found.map(\.line) == [10, 20])
        #expect(found.first?.text.contains("A debounce of -1.0 seconds is negative") == true)
        #expect(found.last?.text.contains("after it had been shut down") == true)
    }

    @Test func `says nothing of a second model of its line: another test may have made the first`() async {
        let harnesses = (0..<2).map { _ in
            ViewModelTestHarness(
                DirectViewModel(
                    Interact<Int, Int>(initialValue: 0) {
                        $0 += $1
                        return .state
                    }))
        }
        for harness in harnesses { harness.send(1) { $0 = 1 } }
        for harness in harnesses { await harness.finish() }
    }

    @Test func `passes over what the test does not say, if it need not say everything`() async {
        let harness = makeHarness(.off)
        let event = harness.send(.load)
        work.release()
        await event.finish()
        harness.send(.name("a")) { $0.title = "a" }
        #expect(harness.model.rows == [1, 2])
        await harness.finish()
    }
}
