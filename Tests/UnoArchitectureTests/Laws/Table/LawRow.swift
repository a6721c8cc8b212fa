import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// An interactor, wrapped around a part so that nothing of the part shows or is hidden: what the part does alone, every
/// row does, in every host. Another interactor joins the laws with another row.
struct LawRow: Sendable, CustomTestStringConvertible {
    typealias Part = AnyInteractor<Int, LawAction>

    let testDescription: String
    /// How a number is sent to the part.
    let action: @Sendable (Int) -> LawAction
    /// - Parameter executor: where a row runs what is not the host's.
    let make: @Sendable (_ leaf: LawLeaf, _ executor: RuntimeExecutor) -> Part

    init(
        _ name: String,
        action: @escaping @Sendable (Int) -> LawAction = { .act($0) },
        _ make: @escaping @Sendable (_ leaf: LawLeaf, _ executor: RuntimeExecutor) -> Part
    ) {
        testDescription = name
        self.action = action
        self.make = make
    }

    init(_ name: String, _ make: @escaping @Sendable (LawLeaf) -> some Interactor<Int, LawAction>) {
        self.init(name) { leaf, _ in make(leaf).eraseToAnyInteractor() }
    }

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
            Interactors.Conditional<Interact<Int, LawAction>, EmptyInteractor<Int, LawAction>>.first(leaf.part)
        },
        LawRow("Conditional, second") { leaf in
            Interactors.Conditional<EmptyInteractor<Int, LawAction>, Interact<Int, LawAction>>.second(leaf.part)
        },
        LawRow("CollectInteractors") { leaf in Interactors.CollectInteractors { leaf.part } },
        LawRow("a body") { Wrapped(part: $0.part) },
        LawRow("Debounce of nothing") { leaf in DebounceInteractor(for: .zero, clock: TestClock()) { leaf.part } },
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
        LawRow("forEach", action: forTheRow) { leaf, _ in
            storing.forEach(\.rows, action: \.row) { Scope(state: \.number) { leaf.child } }.eraseToAnyInteractor()
        },
        LawRow("a stream transformer") { leaf, executor in
            Streamed(part: leaf.part, executor: executor).eraseToAnyInteractor()
        },
        LawRow("a stream transformer beside a part") { leaf, executor in
            Interactors.Merge(Streamed(part: leaf.part, executor: executor), EmptyInteractor()).eraseToAnyInteractor()
        },
    ]

    private static let forTheRow: @Sendable (Int) -> LawAction = { .row(IdentifiedAction(id: 0, action: $0)) }

    /// A parent that does as its child says.
    private static var storing: Interact<Int, LawAction> {
        Interact(initialValue: 0) { state, action in
            guard case .state(let number) = action else { return .none }
            state = number
            return .state
        }
    }
}

private struct Wrapped: Interactor {
    let part: Interact<Int, LawAction>
    var body: some Interactor<Int, LawAction> { part }
}

/// A graph behind a stream, so that the graph around it sees a stream transformer.
private struct Streamed: Interactor {
    let part: Interact<Int, LawAction>
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

extension Int {
    fileprivate var wrapped: Int? {
        get { self }
        set { self = newValue ?? self }
    }

    fileprivate var rows: [NumberRow] {
        get { [NumberRow(number: self)] }
        set { self = newValue.first?.number ?? self }
    }
}
