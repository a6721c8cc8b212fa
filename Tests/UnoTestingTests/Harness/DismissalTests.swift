import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A feature that asks to be dismissed, without a parent that presents it.
@Suite("A dismissed feature in a harness", .timeLimit(.hang))
struct DismissalTests {
    typealias Harness = InteractorTestHarness<Editor.State, Editor.Action>

    private static func failuresOf(
        _ exhaustivity: Exhaustivity = .on, _ body: (Editor, Harness) async -> Void
    ) async -> [RecordedFailure] {
        await failures {
            let editor = Editor(clock: TestClock())
            let harness = Harness(editor, clock: editor.clock, exhaustivity: exhaustivity, line: 1)
            await body(editor, harness)
        }
    }

    @Test("is asked for in a handler, and nothing is reported", arguments: [Exhaustivity.on, .off])
    func handler(exhaustivity: Exhaustivity) async {
        let found = await Self.failuresOf(exhaustivity) { _, harness in
            await harness.send(.type("x")) { $0.text = "x" }
            #expect(await !harness.isDismissed)
            await harness.send(.save) { $0.isSaved = true }
            #expect(await harness.isDismissed)
            #expect(await harness.state == Editor.State(text: "x", isSaved: true))
            // As below a parent, only the state without the feature is emitted.
            #expect(await harness.states.map(\.isSaved) == [false, false])
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test("is asked for in an effect, which it cancels", arguments: [Exhaustivity.on, .off])
    func effect(exhaustivity: Exhaustivity) async {
        let found = await Self.failuresOf(exhaustivity) { editor, harness in
            let event = await harness.send(.saveLater)
            // It waits for the effect that the clock alone has woken.
            harness.clock.advance(by: .seconds(1))
            #expect(await harness.isDismissed)
            #expect(editor.log.elements == ["\(SendOutcome.accepted)"])
            #expect(!event.isUnderWay)
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test func `follows from an action that an effect feeds back`() async {
        let found = await Self.failuresOf { _, harness in
            await harness.send(.dispatchLater)
            await harness.advance(by: .seconds(1))
            await harness.receive(.close)
            #expect(await harness.isDismissed)
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test("that the test does not look at is recorded, where its action was sent, with the line of the handler")
    func notLookedAt() async {
        let finished = await Self.failuresOf { _, harness in
            // It is not dismissed yet.
            #expect(await !harness.isDismissed)
            await harness.send(.save, line: 10) { $0.isSaved = true }
            await harness.finish(line: 20)
        }
        #expect(finished.map(\.line) == [10])
        #expect(
            finished.map(\.text) == [
                "At the end of the test, the feature has been dismissed at UnoTestingTests/Editor.swift:1234, and the test "
                    + "has not looked at it: #expect(await harness.isDismissed)"
            ])
        let released = await Self.failuresOf { _, harness in
            await harness.send(.saveLater, line: 30)
            await harness.advance(by: .seconds(1), line: 40)
        }
        #expect(released.map(\.line) == [30])
        #expect(released.first?.text.contains("Editor.swift:1234") == true)
        let tooLate = await Self.failuresOf { _, harness in
            await harness.send(.save, line: 10) { $0.isSaved = true }
            await harness.finish(line: 20)
            _ = await harness.isDismissed
        }
        #expect(tooLate.map(\.line) == [10])
        let notExhaustive = await Self.failuresOf(.off) { _, harness in
            await harness.send(.save)
            await harness.finish()
        }
        #expect(notExhaustive == [])
    }

    @Test func `ends its effects: they are cancelled in that step, and change nothing more`() async {
        let found = await Self.failuresOf { editor, harness in
            let event = await harness.send(.dictate)
            await harness.advance(by: .seconds(1))
            await harness.receive { $0.text = "a" }
            await harness.send(.save) { $0.isSaved = true }
            #expect(await harness.isDismissed)
            #expect(editor.log.elements == ["\(SendOutcome.cancelled)"])
            #expect(!event.isUnderWay)
            #expect(await harness.lateCalls.count == 1)
            await harness.advance(by: .seconds(3), wakingNothing: true)
            #expect(await harness.state == Editor.State(text: "a", isSaved: true))
            await harness.finish()
        }
        #expect(found == [])
    }

    @Test func `does not start what its own step asks for, as below a parent`() async {
        let found = await Self.failuresOf { editor, harness in
            await harness.send(.saveBesides)
            #expect(await harness.isDismissed)
            #expect(editor.log.elements == [])
            await harness.finish()
        }
        #expect(found == [])
        let below = Editor(clock: TestClock())
        let parent = InteractorTestHarness(Desk(editor: below), initialState: .init(editor: Editor.State()))
        await parent.send(.editor(.presented(.saveBesides))) { $0.editor = nil }
        #expect(below.log.elements == [])
        await parent.finish()
    }

    @Test("refuses later actions, each of which is recorded where it was sent", arguments: [Exhaustivity.on, .off])
    func later(exhaustivity: Exhaustivity) async {
        let found = await Self.failuresOf(exhaustivity) { _, harness in
            await harness.send(.close, line: 10)
            #expect(await harness.isDismissed)
            await harness.send(.type("x"), line: 20)
            await harness.send(.type("y"), line: 30)
            await harness.sendSequentially(.type("z"), line: 40)
            #expect(await harness.state == Editor.State())
            await harness.finish()
        }
        #expect(found.map(\.line) == [20, 30, 40])
        #expect(
            found.map(\.text)
                == ["x", "y", "z"].map { text in
                    ".type(\"\(text)\") came after the feature had been dismissed, and was refused"
                })
        let burst = await Self.failuresOf(exhaustivity) { _, harness in
            await harness.send(.type("x"), .close, .type("y"), line: 20) { $0.text = "x" }
            #expect(await harness.isDismissed)
            await harness.finish()
        }
        #expect(burst.map(\.line) == [20])
        #expect(burst.first?.text.contains(".type(\"y\") came after") == true)
    }

    /// Presents an editor, and has one that no parent presents.
    @Interactor
    struct Desk {
        struct State: Sendable, Equatable {
            var editor: Editor.State?
            var part = Editor.State()
            var seen = 0
        }

        @CasePathable
        enum Action: Sendable, Equatable {
            case editor(PresentationAction<Editor.Action>)
            case part(Editor.Action)
        }

        let editor: Editor

        var body: some InteractorOf<Self> {
            Scope(state: \.part, action: \.part) { editor }
            Interact(initialValue: State()) { state, action in
                if case .part(.save) = action { state.seen += 1 }
                return .state
            }
            .presents(\.editor, action: \.editor) { editor }
        }
    }

    @Test func `is not one whose child is dismissed by its own parent`() async {
        let editor = Editor(clock: TestClock())
        let harness = InteractorTestHarness(Desk(editor: editor), initialState: .init(editor: Editor.State()))
        await harness.send(.editor(.presented(.save))) { $0.editor = nil }
        #expect(await !harness.isDismissed)
        await harness.finish()
    }

    @Test("is the whole feature if no part presents the one that asks; the other parts still see the action")
    func part() async {
        let editor = Editor(clock: TestClock())
        let harness = InteractorTestHarness(Desk(editor: editor), clock: editor.clock)
        let event = await harness.send(.part(.dictate))
        await harness.send(.part(.save)) {
            $0.part.isSaved = true
            $0.seen = 1
        }
        #expect(await harness.isDismissed)
        #expect(!event.isUnderWay)
        #expect(await harness.states.allSatisfy { $0.seen == 0 })
        await harness.finish()
    }

    @Test func `ends a sequence of random actions`() async {
        let shortest = await checkAlways(of: .of([.type("x"), .dictate, .save, .saveLater]), sequences: 20) { clock in
            Editor(clock: clock)
        } holds: { _ in
            true
        }
        #expect(shortest == nil)
    }
}
