import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoStateMachines
import UnoStorage

/// Several parts of one scope that bring an initial value.
@Suite("Initial values", .timeLimit(.hang))
struct InitialValueTests {
    private let diagnostics = DiagnosticsRecorder()

    private func starting(_ value: Int, line: UInt = #line) -> Interact<Int, Int> {
        Interact(initialValue: value, line: line) { state, action in
            state += action
            return .state
        }
    }

    /// The states of `feature` on `host`, where a harness records each report as an issue.
    private func states<State: Sendable & Equatable, Action: Sendable>(
        of feature: some Interactor<State, Action>, on host: LawHost, _ actions: [Action], reports: Int
    ) async -> [State] {
        guard host == .harness else { return await diagnostics.during { await host.states(of: feature, actions) } }
        var states: [State] = []
        let failures = await failures { states = await host.states(of: feature, actions) }
        #expect(failures.count == reports)
        #expect(failures.allSatisfy { $0.text.contains("is ignored") })
        return states
    }

    private func expectReports(_ lines: [UInt?], on host: LawHost) {
        guard host != .harness else { return }
        #expect(diagnostics.kinds == lines.map { _ in .ignoredInitialValue })
        #expect(diagnostics.reports.elements.map(\.line) == lines)
    }

    @Test("Values of one byte are compared, too; a state without a value has nothing to compare")
    func small() {
        func merge<State: Sendable & Equatable>(_ first: State, _ second: State) -> [Diagnostic.Kind] {
            let reports = DiagnosticsRecorder()
            reports {
                _ = Runtime(
                    Interactors.Merge(
                        Interact<State, Int>(initialValue: first) { _, _ in .state },
                        Interact<State, Int>(initialValue: second) { _, _ in .state })
                )
            }
            return reports.kinds
        }
        struct Nothing: Sendable, Equatable {}
        #expect(merge(true, false) == [.ignoredInitialValue] && merge(true, true) == [])
        #expect(merge(Nothing(), Nothing()) == [])
    }

    @Test("The first counts; the others are reported, each at its place", arguments: LawHost.allCases)
    func first(host: LawHost) async {
        let feature = Interactors.Merge(
            EmptyInteractor(),
            Interactors.Merge(
                Interactors.Merge(starting(5, line: 1), starting(6, line: 2)).eraseToAnyInteractor(),
                Interactors.MergeMany(interactors: [starting(5, line: 3), starting(7, line: 4)]))
        )
        #expect(await states(of: feature, on: host, [1], reports: 2) == host.shown([5, 6, 7, 8, 9], steps: [5, 9]))
        expectReports([2, 4], on: host)
    }

    private struct Nested: Interactor {
        let value: Int
        var body: some Interactor<Int, Int> { Interact(initialValue: value, line: 20) { _, _ in .none } }
    }

    @Test("In bodies, conditions and loops", arguments: LawHost.allCases)
    func places(host: LawHost) async {
        struct Feature: Interactor {
            let isOn: Bool
            var body: some Interactor<Int, Int> {
                Nested(value: 1)
                if isOn { Interact<Int, Int>(initialValue: 2, line: 21) { _, _ in .none } }
                for value in 3...4 { Interact<Int, Int>(initialValue: value, line: 20 + UInt(value)) { _, _ in .none } }
            }
        }
        #expect(await states(of: Feature(isOn: true), on: host, [1], reports: 3) == [1])
        expectReports([21, 23, 24], on: host)
    }

    @Test("The first counts, also if a part beside it brings none, before it or behind it")
    func besideNone() {
        let none = Interact<Int, Int> { _, _ in .none }
        #expect(Interactors.Merge(Interactors.Merge(starting(1), none), starting(2)).initialValue == 1)
        #expect(Interactors.Merge(Interactors.Merge(none, starting(1)), starting(2)).initialValue == 1)
        #expect(Interactors.Merge(Interactors.Merge(none, none), starting(2)).initialValue == 2)
    }

    /// Says itself what its body, which brings no value, starts with.
    private struct Declaring: Interactor {
        var initialValue: Int { 8 }

        var body: some Interactor<Int, Int> { Interact<Int, Int> { _, _ in .none } }
    }

    private struct DeclaringTransformer: Interactor {
        var initialValue: Int { 9 }

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream }
    }

    @Test("If no part brings one, that of the first part with a state counts, or else of the first part")
    func declared() {
        let none = Interact<Int, Int> { _, _ in .none }
        #expect(Interactors.Merge(Declaring(), none).initialValue == 8)
        #expect(Interactors.Merge(DeclaringTransformer(), Declaring()).initialValue == 8)
        #expect(Interactors.Merge(DeclaringTransformer(), EmptyInteractor()).initialValue == 9)
    }

    @Test("Equal ones, and those that starting(with:) replaces, are none of it", arguments: LawHost.allCases)
    func equal(host: LawHost) async {
        let same = Interactors.Merge(starting(5), starting(5))
        #expect(await states(of: same, on: host, [1], reports: 0) == host.shown([5, 6, 7], steps: [5, 7]))
        let replaced = Interactors.Merge(starting(5), starting(6)).starting(with: 1)
        #expect(await states(of: replaced, on: host, [1], reports: 0) == host.shown([1, 2, 3], steps: [1, 3]))
        let observing = Interactors.Merge(starting(5).observing(Shared(8)), starting(5))
        #expect(await states(of: observing, on: host, [1], reports: 0).first == 8)
        let none = Interact<Void, Int>(initialValue: ()) { _, _ in .none }
        _ = await diagnostics.during { await Host.runtime.states(of: Interactors.Merge(none, none), [1]) }
        expectReports([], on: host)
    }

    @Test("starting(with:), a store and a machine bring one, too; a reducer does not", arguments: LawHost.allCases)
    func kinds(host: LawHost) async {
        let reducer = Reducer<Int, Int> { action, state in state += action }
        let feature = Interactors.Merge(
            Interactors.Merge(reducer, starting(1)),
            Interactors.Merge(
                starting(1).starting(with: 2),
                Store(initialValue: 3, reducer: Reducer<Int, Int> { _, _ in }, middleware: IdentityMiddleware()))
        )
        #expect(await states(of: feature, on: host, [], reports: 2) == [1])
        expectReports([nil, nil], on: host)
    }

    private struct Machine: StateMachine {
        typealias State = Int
        typealias Input = Int
        typealias IOEffect = Never
        typealias IOResult = Never
        typealias Action = StateMachineEvent<Int, Never>

        let initialValue: Int
        static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
    }

    @Test("A machine's state", arguments: LawHost.allCases)
    func machine(host: LawHost) async {
        let machines = Interactors.Merge(Machine(initialValue: 1), Machine(initialValue: 2))
        #expect(await states(of: machines, on: host, [.input(1)], reports: 1) == [1])
        expectReports([nil], on: host)
    }

    struct Plain: Sendable { var number: Int }

    @Test("States that cannot be compared count as different", arguments: Host.allCases)
    func incomparable(host: Host) async {
        let part = Interact<Plain, Int>(initialValue: Plain(number: 1), line: 7) { _, _ in .none }
        _ = await diagnostics.during { await host.states(of: Interactors.Merge(part, part), [1]) }
        expectReports([7], on: .runtime)
    }

    @Test("A child of when has a scope of its own; one on a slice starts with the slice", arguments: Host.allCases)
    func children(host: Host) async {
        let child = Interactors.Merge(starting(2, line: 31), starting(3, line: 32))
        let parent = Interact<Tree, Act>(initialValue: Tree()) { _, _ in .none }
        let whole = parent.when(stateIs: \.number, actionIs: \.number, stateAction: \.numberState) { child }
        _ = await diagnostics.during { await host.states(of: whole, [Act.number(1)]) }
        expectReports([32], on: .runtime)
        let scoped = Interactors.Merge(parent, Scope(state: \.number, action: \.number) { child })
        _ = await diagnostics.during { await host.states(of: scoped, [Act.number(1)]) }
        expectReports([32], on: .runtime)
    }

    struct Tree: Sendable { var number = 0 }

    @CasePathable enum Act: Sendable {
        case number(Int)
        case numberState(Int)
    }
}
