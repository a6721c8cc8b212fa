import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("A view that has sent the answer to a dialog also tells of the dismissal", .timeLimit(.hang))
struct DialogAnswerTests {
    enum Answer: Sendable, Equatable { case yes }

    struct Screen: Sendable, Equatable {
        var alert: AlertState<Answer>? = AlertState("First") { ButtonState("Yes", action: .yes) }
        var log: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case alert(PresentationAction<Answer>)
        case other
    }

    /// Notes what it hears of its dialog.
    private static func parent(answeringWith next: AlertState<Answer>?) -> Interact<Screen, Action> {
        Interact(initialValue: Screen()) { state, action in
            switch action {
            case .alert(.presented(.yes)):
                state.log.append("yes")
                if let next { state.alert = next }
            case .alert(.dismiss): state.log.append("dismiss \(state.alert?.title ?? "nothing")")
            case .other: state.log.append("other")
            }
            return .state
        }
    }

    private static func feature() -> some Interactor<Screen, Action> {
        parent(answeringWith: AlertState("Second")).presents(\.alert, action: \.alert)
    }

    /// Keeps each step waiting and emits nothing.
    private struct Waiting: Interactor {
        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<Screen> {
            upstream.compactMap { _ in nil as Screen? }.eraseToStream()
        }
    }

    /// The state of a runtime after all that it has to do.
    private static func state(of runtime: Runtime<Screen, Action>, on executor: ControlledExecutor) -> Screen? {
        let states = Record<Screen?>()
        executor.task { states.append(await runtime.state) }
        executor.runUntilIdle()
        return states.elements.first ?? nil
    }

    @Test("A shared runtime hears of the answer alone, and the next dialog stays", arguments: [false, true])
    func shared(isHandled: Bool) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Self.feature(), executor: .on(executor))
        let model = DirectViewModel(initialValue: Screen(), runtime, instances: .many)
        let alert = model.binding(presenting: \.alert, action: \.alert)
        alert.value?.sendViewEvent(.yes)
        // The main actor, which the test has, cannot show the state.
        if isHandled { executor.runUntilIdle() }
        alert.value = nil
        let state = Self.state(of: runtime, on: executor)
        #expect(state?.log == ["yes"])
        #expect(state?.alert?.title == "Second")
    }

    @Test func `A dismissal behind that of the answer is one of its own`() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Self.feature(), executor: .on(executor))
        let model = DirectViewModel(initialValue: Screen(), runtime, instances: .many)
        let alert = model.binding(presenting: \.alert, action: \.alert)
        alert.value?.sendViewEvent(.yes)
        alert.value = nil
        alert.value = nil
        let state = Self.state(of: runtime, on: executor)
        #expect(state?.log == ["yes", "dismiss Second"])
    }

    @Test func `So does a graph whose step waits for a transformer`() async {
        let model = DirectViewModel(Interactors.Merge(Waiting(), Self.feature()), instances: .many)
        let alert = model.binding(presenting: \.alert, action: \.alert)
        alert.value?.sendViewEvent(.yes)
        alert.value = nil
        await model.sendViewEvent(.other).finish()
        #expect(model.log == ["yes", "other"])
        #expect(model.alert?.title == "Second")
    }

    @Test func `A dialog with a child that its action does not dismiss is dismissed by the view`() {
        let child = Interact<AlertState<Answer>, Answer> { _, _ in .state }
        let model = DirectViewModel(
            Self.parent(answeringWith: nil).presents(\.alert, action: \.alert) { child }, instances: .many)
        let alert = model.binding(presenting: \.alert, action: \.alert)
        alert.value?.sendViewEvent(.yes)
        alert.value = nil
        #expect(model.log == ["yes", "dismiss First"])
        #expect(model.alert == nil)
    }
}
