import UnoArchitecture
import UnoStateMachines

/// A machine that only runs the behaviour of a ``LawLeaf``.
struct LawMachine: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Int, Never>

    let initialValue = 0
    let leaf: LawLeaf

    var body: some Interactor<Int, Action> {
        Scope(action: \.input) { leaf.child }
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
}

/// The same with the law table's actions, so that it stands in a graph as it is.
struct LawActionMachine: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = LawAction

    let initialValue = 0
    let leaf: LawLeaf

    var body: some Interactor<Int, LawAction> {
        leaf.part
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
}

/// A machine with a nested machine.
struct LawMachineAround: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Int, Never>

    let initialValue = 0
    let child: LawMachine

    var body: some Interactor<Int, Action> {
        NestedStateMachine(
            state: \Int.self, toChildAction: { (action: Action) -> Action? in action },
            fromChildAction: { (action: Action) -> Action? in action }, child: child)
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
}

extension LawAction: StateMachineEventConvertible {
    static func input(_ input: Int) -> LawAction { .act(input) }

    static func ioResult(_ ioResult: Never) -> LawAction {}

    static func map(_ action: LawAction) -> StateMachineEvent<Int, Never>? {
        if case .act(let number) = action { .input(number) } else { nil }
    }
}

extension StateMachineEvent<Int, Never> {
    /// The law table's action for the event.
    var lawAction: LawAction? { if case .input(let number) = self { .act(number) } else { nil } }
}
