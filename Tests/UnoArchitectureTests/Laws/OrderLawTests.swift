import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 1 and law 2, as a table of every interactor.
@Suite(.timeLimit(.hang), .misuse, .tags(.start, .order))
struct OrderLawTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interactor: AnyInteractor<Int, Int>
        /// The states without an action, and after the actions 1 and 2.
        let start: [Int]
        let states: [Int]

        init(_ name: String, _ interactor: some Interactor<Int, Int>, start: [Int], _ states: [Int]) {
            testDescription = name
            self.interactor = interactor.eraseToAnyInteractor()
            self.start = start
            self.states = states
        }
    }

    typealias Many = Interactors.MergeMany<Interact<Int, Int>>
    typealias Either = Interactors.Conditional<Interact<Int, Int>, EmptyInteractor<Int, Int>>

    static let table: [Row] = [
        Row("Interact", Sum.digits(from: 7), start: [7], [7, 71, 712]),
        Row("Interact with dispatch", Sum.dispatching(from: 7), start: [7], [7, 71, 712]),
        Row("EmptyInteractor", EmptyInteractor(), start: [], []),
        Row(
            "Merge", Interactors.Merge(Sum.digits(from: 7), Sum.constant(0, from: 8)), start: [7],
            [7, 71, 710, 7102, 71020]
        ),
        Row(
            "Merge, second stateful", Interactors.Merge(EmptyInteractor(), Sum.digits(from: 8)), start: [8],
            [8, 81, 812]
        ),
        Row("MergeMany of none", Many(interactors: []), start: [], []),
        Row("MergeMany of one", Many(interactors: [Sum.digits()]), start: [0], [0, 1, 12]),
        Row(
            "MergeMany of three", Many(interactors: [Sum.digits(), Sum.constant(8), Sum.constant(9)]), start: [0],
            [0, 1, 18, 189, 1892, 18928, 189289]
        ),
        Row("Conditional, first", Either.first(Sum.digits(from: 7)), start: [7], [7, 71, 712]),
        Row("Conditional, second", Either.second(EmptyInteractor()), start: [], []),
        Row(
            "CollectInteractors",
            Interactors.CollectInteractors {
                Sum.digits()
                Sum.constant(5)
            },
            start: [0],
            [0, 1, 15, 152, 1525]
        ),
        Row("body", Composed(), start: [0], [0, 1, 10, 102, 1020]),
        Row("AnyInteractor", AnyInteractor(AnyInteractor(Sum.digits(from: 7))), start: [7], [7, 71, 712]),
        Row(
            "Debounce of nothing", DebounceInteractor(for: .zero, clock: TestClock()) { Sum.digits(from: 7) },
            start: [7], [7, 71, 712]
        ),
        Row(
            "Debounce at its finish",
            DebounceInteractor(for: .seconds(1), clock: TestClock()) { Sum.digits(from: 7) }, start: [7], [7, 72]
        ),
        Row("push transformer", PushingTransformer(), start: [], [1, 2, 2, 4]),
        Row("pull transformer", PullingTransformer(), start: [], [1, 2]),
        Row("transformer whose body is itself", SelfReferringTransformer(), start: [], [101, 102]),
        Row("greeting transformer", GreetingTransformer(greetings: [8, 9]), start: [8, 9], [8, 9, 1, 2]),
        Row(
            "transformer before a stateful part", Interactors.Merge(PushingTransformer(), Sum.constant(0, from: 7)),
            start: [7], [7, 1, 2, 20, 2, 4, 40]
        ),
        Row(
            "transformer behind a stateful part",
            Interactors.Merge(Sum.digits(from: 7), PullingTransformer(factor: 3)), start: [7], [7, 71, 3, 32, 6]
        ),
        Row(
            "transformer under debounce",
            DebounceInteractor(for: .seconds(1), clock: TestClock()) { PushingTransformer() }, start: [], [2, 4]
        ),
    ]

    @Test("A graph starts with its one initial state, action or not", arguments: table, Host.allCases)
    func start(row: Row, host: Host) async {
        #expect(await host.states(of: row.interactor) == row.start)
    }

    @Test(
        "Each action is handled by the first part, then the second, before the next one",
        arguments: table,
        Host.allCases)
    func order(row: Row, host: Host) async {
        #expect(await host.states(of: row.interactor, [1, 2]) == row.states)
    }

    @Test("Two graphs of one interactor share nothing", arguments: table, Host.allCases)
    func reuse(row: Row, host: Host) async {
        async let one = host.states(of: row.interactor, [1, 2])
        async let other = host.states(of: row.interactor, [1, 2])
        #expect(await [one, other] == [row.states, row.states])
    }
}
