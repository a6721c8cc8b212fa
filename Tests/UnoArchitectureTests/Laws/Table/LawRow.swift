import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoStateMachines
import UnoTesting

/// An interactor, wrapped around a part so that nothing of the part shows or is hidden: what the part does alone, every
/// row does, in every host. Another interactor joins the laws with another row.
struct LawRow: Sendable, CustomTestStringConvertible {
    typealias Part = AnyInteractor<Int, LawAction>

    let testDescription: String
    /// How a number is sent to the part.
    let action: @Sendable (Int) -> LawAction
    /// - Parameter executor: the executor of the tasks that a row starts outside the host.
    let make: @Sendable (_ leaf: LawLeaf, _ executor: RuntimeExecutor) -> Part

    init(
        _ name: String, action: @escaping @Sendable (Int) -> LawAction = { .act($0) },
        _ make: @escaping @Sendable (_ leaf: LawLeaf, _ executor: RuntimeExecutor) -> Part
    ) {
        testDescription = name
        self.action = action
        self.make = make
    }

    init(_ name: String, _ make: @escaping @Sendable (LawLeaf) -> some Interactor<Int, LawAction>) {
        self.init(name) { leaf, _ in make(leaf).eraseToAnyInteractor() }
    }

    /// Whether the graph around it waits for each of its states within a step.
    var isTransformer: Bool { testDescription.hasPrefix("a stream transformer") }

    static let table: [LawRow] = [
        LawRow("Interact") { $0.part },
        LawRow("AnyInteractor") { AnyInteractor(AnyInteractor($0.part)) },
        LawRow("Merge with nothing behind") { Interactors.Merge($0.part, EmptyInteractor()) },
        LawRow("Merge with nothing before") { Interactors.Merge(EmptyInteractor(), $0.part) },
        LawRow("MergeMany of one") { Interactors.MergeMany(interactors: [$0.part]) },
        LawRow("MergeMany of none before") { leaf in
            Interactors.Merge(Interactors.MergeMany<Interact<Int, LawAction>>(interactors: []), leaf.part)
        },
        LawRow("Conditional, first") { leaf in
            Interactors.Conditional<LawLeaf.Part, EmptyInteractor<Int, LawAction>>.first(leaf.part)
        },
        LawRow("Conditional, second") { leaf in
            Interactors.Conditional<EmptyInteractor<Int, LawAction>, LawLeaf.Part>.second(leaf.part)
        },
        LawRow("CollectInteractors") { leaf in Interactors.CollectInteractors { leaf.part } },
        LawRow("a body") { Wrapped(part: $0.part) },
        LawRow("Debounce of nothing") { leaf in DebounceInteractor(for: .zero, clock: TestClock()) { leaf.part } },
        LawRow("Throttle of nothing") { leaf in ThrottleInteractor(for: .zero, clock: TestClock()) { leaf.part } },
        LawRow("wrap that proceeds") { $0.part.wrap { step in step.proceed() } },
        LawRow("onChange that asks for nothing") { $0.part.onChange(of: \.self) { _, _, _ in .none } },
        LawRow("Requiring, and providing what it requires") { leaf in
            Requiring(Offset.self) { _ in leaf.part }.providing(Offset())
        },
        LawRow("an initial value of its own") { $0.part.starting(with: 0) },
        LawRow("an end of transformers") { $0.part.atEnd(.cancel) },
        LawRow("a child of When") { leaf in
            storing.when(stateIs: \.self, actionIs: \.act, stateAction: \.state) { leaf.child }
        },
        LawRow("a child of a child of When") { leaf in
            storing.when(stateIs: \.self, actionIs: \.act, stateAction: \.state) {
                Interact<Int, Int>(initialValue: 0) { state, number in
                    if number < 0 { state = -number }
                    return number < 0 ? .state : .none
                }
                Scope(state: \.self) { leaf.child }
            }
        },
        LawRow("Scope") { leaf in Interactors.Merge(storing, Scope(state: \.self, action: \.act) { leaf.child }) },
        LawRow("ifLet") { leaf in storing.ifLet(\.wrapped, action: \.act) { leaf.child } },
        LawRow("ifCaseLet") { leaf in
            Interactors.Merge(
                storing,
                Scope(state: \.shape) {
                    EmptyInteractor<NumberShape, LawAction>().ifCaseLet(\.number, action: \.act) { leaf.child }
                }
            )
        },
        LawRow("forEach", action: forTheRow) { leaf, _ in
            storing.forEach(\.rows, action: \.row) { Scope(state: \.number) { leaf.child } }.eraseToAnyInteractor()
        },
        LawRow("beside a Store") { leaf in
            Interactors.Merge(Store(initialValue: 0, reducer: .identity, middleware: IdentityMiddleware()), leaf.part)
        },
        LawRow("the body of a machine") { LawActionMachine(leaf: $0) },
        LawRow("the body of a nested machine") { leaf in
            Interactors.Merge(
                NestedStateMachine(
                    state: \Int.self, toChildAction: { LawAction.map($0) }, fromChildAction: { $0.lawAction },
                    child: LawMachine(leaf: leaf)
                ),
                storing)
        },
        LawRow("the body of a machine nested twice") { leaf in
            Interactors.Merge(
                NestedStateMachine(
                    state: \Int.self, toChildAction: { LawAction.map($0) }, fromChildAction: { $0.lawAction },
                    child: LawMachineAround(child: LawMachine(leaf: leaf))
                ),
                storing)
        },
        LawRow("the body of a machine in an optional") { leaf in
            Interactors.Merge(
                NestedStateMachine(
                    state: \Int.wrapped, toChildAction: { LawAction.map($0) }, fromChildAction: { $0.lawAction },
                    child: LawMachine(leaf: leaf)
                ),
                storing)
        },
        LawRow("the body of a machine in a child of When") { leaf in
            storing.when(stateIs: \.self, actionIs: \.act, stateAction: \.state) {
                Interactors.Merge(
                    NestedStateMachine(
                        state: \Int.self, toChildAction: { (number: Int) in .input(number) },
                        fromChildAction: { if case .input(let number) = $0 { number } else { nil } },
                        child: LawMachine(leaf: leaf)
                    ),
                    Interact<Int, Int>(initialValue: 0) { _, _ in .none }
                )
            }
        },
        LawRow("the body of a machine in a row", action: forTheRow) { leaf, _ in
            storing.forEach(\.rows, action: \.row) {
                NestedStateMachine(
                    state: \NumberRow.number, toChildAction: { (number: Int) in .input(number) },
                    fromChildAction: { if case .input(let number) = $0 { number } else { nil } },
                    child: LawMachine(leaf: leaf))
            }.eraseToAnyInteractor()
        },
        LawRow("a stream transformer") { leaf, executor in
            Streamed(part: leaf.part, executor: executor).eraseToAnyInteractor()
        },
        LawRow("a stream transformer beside a part") { leaf, executor in
            Interactors.Merge(Streamed(part: leaf.part, executor: executor), EmptyInteractor()).eraseToAnyInteractor()
        },
    ]

    private static let forTheRow: @Sendable (Int) -> LawAction = { .row(.element(id: 0, action: $0)) }

    /// A parent that stores the state that its child proposes.
    private static var storing: Interact<Int, LawAction> {
        Interact(initialValue: 0) { state, action in
            guard case .state(let number) = action else { return .none }
            state = number
            return .state
        }
    }
}

private struct Offset: FeatureDependency {
    static var unprovided: Offset { Offset() }
}

private struct Wrapped: Interactor {
    let part: LawLeaf.Part
    var body: some Interactor<Int, LawAction> { part }
}

/// A graph behind a stream, so that the graph around it sees a stream transformer.
private struct Streamed: Interactor {
    let part: LawLeaf.Part
    let executor: RuntimeExecutor

    func interact(_ upstream: AsyncStream<LawAction>) -> AsyncStream<Int> {
        HostedStream.states(of: part, upstream: upstream, executor: executor)
    }
}

/// The one row of a number.
private struct NumberRow: Identifiable, Sendable {
    var id = 0
    var number: Int
}

/// A state with cases, of which one holds the number.
@CasePathable private enum NumberShape: Sendable {
    case number(Int)
    case nothing
}

extension Int {
    fileprivate var wrapped: Int? {
        get { self }
        set { self = newValue ?? self }
    }

    fileprivate var rows: [NumberRow] {
        get { [NumberRow(number: self)] }
        set { self = newValue.first?.number ?? self }
    }

    fileprivate var shape: NumberShape {
        get { .number(self) }
        set { if case .number(let number) = newValue { self = number } }
    }
}
