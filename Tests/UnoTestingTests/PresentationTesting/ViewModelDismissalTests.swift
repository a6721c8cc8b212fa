import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

@MainActor @Suite("A dismissed feature in a view model's harness", .timeLimit(.hang)) struct ViewModelDismissalTests {
    typealias Harness = ViewModelTestHarness<Editor.Action, Editor.State, Editor.State>

    private func failuresOf(
        _ exhaustivity: Exhaustivity = .on, _ body: (Record<String>, Harness) async -> Void
    ) async -> [RecordedFailure] {
        await failures {
            let editor = Editor(clock: TestClock())
            let harness = Harness(
                DirectViewModel(editor, instances: .many), clock: editor.clock, exhaustivity: exhaustivity, line: 1)
            await body(editor.log, harness)
        }
    }

    @Test("has ended with its effects, and nothing is reported", arguments: [Exhaustivity.on, .off])
    func dismissed(exhaustivity: Exhaustivity) async {
        let found = await failuresOf(exhaustivity) { log, harness in
            let event = harness.send(.dictate)
            await harness.advance(by: .seconds(1))
            await harness.receive { $0.text = "a" }
            #expect(await !harness.isDismissed)
            // A screen that is gone shows no last state.
            harness.send(.save)
            #expect(await harness.isDismissed)
            #expect(!event.isUnderWay)
            #expect(log.elements == ["\(SendOutcome.cancelled)"])
            await harness.advance(by: .seconds(3), wakingNothing: true)
            #expect(harness.viewStates.last == Editor.State(text: "a"))
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test func `asks in an effect`() async {
        let found = await failuresOf { log, harness in
            harness.send(.saveLater)
            await harness.advance(by: .milliseconds(1))
            // It waits for the effect that the clock alone has woken.
            harness.clock.advance(by: .seconds(1))
            #expect(await harness.isDismissed)
            #expect(log.elements == ["\(SendOutcome.accepted)"])
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test func `that the test does not look at is recorded where its action was sent`() async {
        let finished = await failuresOf { _, harness in
            harness.send(.save, line: 10)
            await harness.finish(line: 20)
        }
        #expect(finished.map(\.line) == [10])
        #expect(finished.first?.text.contains("dismissed at UnoTestingTests/Editor.swift:1234") == true)
        let tooLate = await failuresOf { _, harness in
            harness.send(.save, line: 10)
            await harness.finish(line: 20)
            _ = await harness.isDismissed
        }
        #expect(tooLate.map(\.line) == [10])
        let released = await failuresOf { _, harness in harness.send(.save, line: 30) }
        #expect(released.map(\.line) == [30])
        let notExhaustive = await failuresOf(.off) { _, harness in
            harness.send(.save)
            await harness.finish()
        }
        #expect(notExhaustive == [])
    }

    @Test("refuses later actions, whoever sends them", arguments: [Exhaustivity.on, .off])
    func later(exhaustivity: Exhaustivity) async {
        let found = await failuresOf(exhaustivity) { _, harness in
            harness.send(.close)
            #expect(await harness.isDismissed)
            harness.send(.type("x"), line: 20)
            harness.model.sendViewEvent(.type("y"))
            #expect(harness.model.text == "")
            let atEnd = await failures { await harness.finish(line: 30) }
            #expect(atEnd.map(\.line) == [30])
            #expect(atEnd.first?.text.hasPrefix(".type(\"y\") came after the feature had been dismissed") == true)
        }
        #expect(found.map(\.line) == [20])
        #expect(found.first?.text.hasSuffix("came after the feature had been dismissed, and was refused") == true)
        let received = await failuresOf(exhaustivity) { _, harness in
            harness.send(.close)
            #expect(await harness.isDismissed)
            harness.model.sendViewEvent(.type("x"))
            await harness.receive(timeout: .zero, line: 20)
            await harness.finish(line: 30)
        }
        #expect(received.filter { $0.text.hasSuffix("and was refused") }.map(\.line) == [20])
        let released = await failuresOf(exhaustivity) { _, harness in
            harness.send(.close, line: 40)
            #expect(await harness.isDismissed)
            harness.model.sendViewEvent(.type("z"))
        }
        #expect(released.map(\.line) == [40])
    }
}
