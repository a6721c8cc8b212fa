import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoStateMachines

/// Feeds a result back with a note.
private struct NotingChild: StateMachine {
    enum State: Sendable, Equatable { case only }
    enum Input: Sendable, Equatable { case start }
    typealias IOEffect = Never
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, Int>
    let initialValue = State.only
    var body: some Interactor<State, Action> {
        transitions
        Interact<State, Action> { _, action, dispatch in
            guard case .input = action else { return .none }
            return .perform { _, _ in _ = await dispatch(.ioResult(7), note: "the child's") }
        }
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
    static func reduceIOResult(_ state: State, _ result: Int) -> Transition { identity }
}

private struct NoteListener: StateMachine {
    struct State: Sendable, Equatable { var child = NotingChild.State.only }
    enum Input: Sendable, Equatable { case start }
    typealias IOEffect = Never
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, Int>
    let initialValue = State()
    let notes: Record<String?>
    var body: some Interactor<State, Action> {
        Store(
            reducer: Reducer<Action, State>.identity,
            middleware: AnyMiddleware<Action, Action, State> { action, source, _ in
                if case .ioResult = action { notes.append(source.note) }
                return .none
            })
        NestedStateMachine(
            state: \State.child,
            toChildAction: { (action: Action) -> NotingChild.Action? in
                switch action {
                case .input: .input(.start)
                case .ioResult(let result): .ioResult(result)
                }
            },
            fromChildAction: { (action: NotingChild.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(result) } else { nil }
            }, child: NotingChild())
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
    static func reduceIOResult(_ state: State, _ result: Int) -> Transition { identity }
}

@Suite("What a nested machine's child feeds back", .timeLimit(.hang)) struct NestedSourceTests {
    @Test("has the source and the note that the child has given it", arguments: Host.allCases)
    fileprivate func note(host: Host) {
        let notes = Record<String?>()
        let stage = Stage(NoteListener(notes: notes), in: host)
        stage.send(.input(.start))
        #expect(notes.elements == ["the child's"])
    }
}
