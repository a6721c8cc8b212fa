import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("A view model's graph", .timeLimit(.hang)) struct ViewModelGraphTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interactor: AnyInteractor<Int, Int>
        /// The states after 1 and after 2.
        let states: [Int]

        init(_ name: String, _ interactor: some Interactor<Int, Int>, _ states: Int...) {
            testDescription = name
            self.interactor = interactor.eraseToAnyInteractor()
            self.states = states
        }
    }

    @CasePathable enum Route: Sendable {
        case child(Int)
        case state(Int)
    }

    nonisolated static let table: [Row] = [
        Row("Interact", Sum.digits(), 1, 12),
        Row("Interact with dispatch", Sum.dispatching(), 1, 12),
        Row("Merge", Interactors.Merge(Sum.digits(), Sum.constant(0)), 10, 1020),
        Row("MergeMany", Interactors.MergeMany(interactors: [Sum.digits(), Sum.constant(9)]), 19, 1929),
        Row(
            "MergeMany of nothing",
            Interactors.Merge(Sum.digits(), Interactors.MergeMany<Interact<Int, Int>>(interactors: [])), 1, 12),
        Row("CollectInteractors", Interactors.CollectInteractors { Sum.digits() }, 1, 12),
        Row(
            "Conditional", Interactors.Conditional<Interact<Int, Int>, EmptyInteractor<Int, Int>>.first(Sum.digits()),
            1, 12),
        Row("EmptyInteractor", Interactors.Merge(EmptyInteractor(), Sum.digits()), 1, 12),
        Row("AnyInteractor", Sum.digits().eraseToAnyInteractor(), 1, 12),
        Row("a body", Composed(), 10, 1020),
        Row("Debounce of nothing", DebounceInteractor(for: .zero, clock: TestClock()) { Sum.digits() }, 1, 12),
    ]

    @Test(arguments: table) func `has handled an action when the call returns`(row: Row) {
        let model = DirectViewModel(row.interactor, instances: .many)
        #expect(model.viewState == 0)
        model.sendViewEvent(1)
        #expect(model.viewState == row.states[0])
        model.sendViewEvent(2)
        #expect(model.viewState == row.states[1])
    }

    @Test func `has handled an embedded child's action when the call returns`() {
        let parent = Interact<Int, Route>.showing(5) { state, action in
            if case .state(let number) = action { state = number }
        }
        let model = DirectViewModel(
            parent.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) { Sum.digits() }, instances: .many)
        model.sendViewEvent(.child(1))
        #expect(model.viewState == 51)
        model.sendViewEvent(.child(2))
        #expect(model.viewState == 512)
    }

    @Test func `shows a debounced action when it is due`() async {
        let clock = TestClock()
        let model = DirectViewModel(
            DebounceInteractor(for: .seconds(1), clock: clock) { Sum.digits() }, instances: .many)
        model.sendViewEvent(1)
        let event = model.sendViewEvent(2)
        #expect(model.viewState == 0)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await event.finish()
        #expect(model.viewState == 2)
    }

    @Test func `with a stream transformer in it waits, and shows the states in order: the stated exception`() async {
        let work = HeldWork()
        let transformer = HeldTransformer<Int>(work: work, begun: Record()) { $0 * 100 }
        let model = DirectViewModel(Interactors.Merge(Sum.digits(), transformer), instances: .many)
        let first = model.sendViewEvent(1)
        let second = model.sendViewEvent(2)
        await work.starts.waitFor(1)
        // The first part's state does not wait for the transformer; the second action does.
        #expect(model.viewState == 1)
        work.release()
        await first.finish()
        await work.starts.waitFor(2)
        #expect(model.viewState == 1_002)
        work.release()
        await second.finish()
        #expect(model.viewState == 200)
    }

    @Test func `of a transformer alone shows the initial value that was given until it emits`() async {
        let model = DirectViewModel(initialValue: -1, PullingTransformer(factor: 2), instances: .many)
        #expect(model.viewState == -1)
        await model.sendViewEvent(4).finish()
        #expect(model.viewState == 8)
        // The transformer has started by now, and rests.
        let event = model.sendViewEvent(5)
        #expect(model.viewState == 8)
        await event.finish()
        #expect(model.viewState == 10)
    }

    @Test func `rejects and reports actions for which the mailbox has no room while a transformer is busy`() async {
        let (work, diagnostics) = (HeldWork(), DiagnosticsRecorder())
        let transformer = HeldTransformer<Int>(work: work, begun: Record()) { $0 }
        let model = diagnostics {
            DirectViewModel(initialValue: 0, transformer, mailbox: .suspend(capacity: 2), instances: .many)
        }
        model.sendViewEvent(1)
        await work.starts.waitFor(1)
        let events = (2...4).map { model.sendViewEvent($0) }
        #expect(events.map(\.outcome) == [.accepted, .accepted, .rejected(.mailboxFull)])
        #expect(diagnostics.kinds == [.mailboxFull])
        for _ in 1...3 { work.release() }
        await events[1].finish()
        #expect(model.viewState == 3)
    }
}
