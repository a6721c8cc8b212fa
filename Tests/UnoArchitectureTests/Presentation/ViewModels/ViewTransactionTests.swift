import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("Transactions of a view", .timeLimit(.hang)) struct ViewTransactionTests {
    @CasePathable enum Action: Sendable {
        case increment
        case animated(ViewTransaction)
        case later(ViewTransaction)
        case quiet
        case quietLater(ViewTransaction)
        case silent(ViewTransaction)
    }

    private struct Counter: Interactor {
        typealias DomainState = Int
        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { state, action in
                switch action {
                case .increment:
                    state += 1
                    return .state
                case .quiet: return .unshown
                case .silent(let transaction): return .none.shown(with: transaction)
                case .quietLater(let transaction):
                    return .perform { _, send in
                        await send(with: transaction) { _ in }
                        await send { $0 += 1 }
                    }
                case .animated(let transaction):
                    state += 1
                    return .state.shown(with: transaction)
                case .later(let transaction):
                    return .perform { _, send in
                        await send { $0 += 1 }
                        await send(with: transaction) { $0 += 10 }
                    }
                }
            }
        }
    }

    private let log = Record<String>()
    private var transaction: ViewTransaction {
        ViewTransaction { [log] body in
            log.append("begin")
            body()
            log.append("end")
        }
    }

    private func watch(_ model: ViewModel<Action, Int, Int>) {
        beforeNextChange(of: model.viewState) { [log] in log.append("change") }
    }

    @Test("A change that an event, an emission or an update has said a transaction for is shown inside it")
    func inside() async {
        let model = ViewModel(Counter(), instances: .many)
        watch(model)
        model.sendViewEvent(.increment)
        #expect(log.elements == ["change"])
        watch(model)
        model.sendViewEvent(.increment, with: transaction)
        #expect(log.elements == ["change", "begin", "change", "end"])
        watch(model)
        model.scope().sendViewEvent(.animated(transaction))
        #expect(log.elements.suffix(3) == ["begin", "change", "end"])
        #expect(model.viewState == 3)
        let before = log.elements.count
        await model.sendViewEvent(.later(transaction)).finish()
        #expect(model.viewState == 14)
        #expect(log.elements.dropFirst(before) == ["begin", "end"])
    }

    @Test func `A transaction ends with its event, and one that forgets its argument loses nothing`() {
        let model = ViewModel(Counter(), instances: .many)
        model.sendViewEvent(.increment, with: transaction)
        model.sendViewEvent(.increment)
        #expect(log.elements == ["begin", "end"])
        watch(model)
        model.sendViewEvent(.increment, with: ViewTransaction { _ in })
        #expect(model.viewState == 3)
    }

    @Test(
        "A transaction of an event that shows nothing is not kept for the next one, and one of a step shows one state")
    func endsUnused() async {
        let model = ViewModel(Counter(), instances: .many)
        model.sendViewEvent(.quiet, with: transaction)
        model.sendViewEvent(.increment)
        #expect(log.elements.isEmpty && model.viewState == 1)
        model.sendViewEvent(.animated(transaction))
        model.sendViewEvent(.increment)
        #expect(log.elements == ["begin", "end"] && model.viewState == 3)
        await model.sendViewEvent(.quietLater(transaction)).finish()
        #expect(log.elements == ["begin", "end", "begin", "end"] && model.viewState == 4)
    }

    @Test func `A transaction of an emission that shows nothing is not kept for the next step`() {
        let model = ViewModel(Counter(), instances: .many)
        model.sendViewEvent(.silent(transaction))
        model.sendViewEvent(.increment)
        #expect(log.elements.isEmpty && model.viewState == 1)
    }

    @Test("An event that an observer sends is shown with its own transaction, or with none", arguments: [true, false])
    func ofAnObserver(hasOwn: Bool) {
        let model = ViewModel(Counter(), instances: .many)
        let inner = ViewTransaction { [log] body in
            log.append("inner begin")
            body()
            log.append("inner end")
        }
        beforeNextChange(of: model.viewState) { model.sendViewEvent(.increment, with: hasOwn ? inner : nil) }
        model.sendViewEvent(.increment, with: transaction)
        #expect(log.elements == ["begin", "end"] + (hasOwn ? ["inner begin", "inner end"] : []))
        #expect(model.viewState == 2)
    }

    /// Returns when `model` has shown what `send` leads to.
    private func show(on model: ViewModel<Action, Int, Int>, _ send: () -> Void) async {
        let shown = Record<Void>()
        beforeNextChange(of: model.viewState) { [log] in
            log.append("change")
            shown.append()
        }
        send()
        await shown.waitFor(1)
    }

    @Test func `Of a shared runtime, the next state is shown inside it, unless the event is refused`() async {
        let runtime = Runtime(Counter())
        let accepted = runtime.projection(
            action: { (action: Action) -> Action? in if case .quiet = action { nil } else { action } },
            state: { (state: Int) -> Int in state }, emitting: .removeDuplicates)
        let model = DirectViewModel(initialValue: 0, accepted, instances: .many)
        #expect(model.sendViewEvent(.quiet, with: transaction).outcome == .rejected(.notForwarded))
        await show(on: model) { model.sendViewEvent(.increment) }
        #expect(log.elements == ["change"])
        await show(on: model) { model.sendViewEvent(.increment, with: transaction) }
        #expect(log.elements == ["change", "begin", "change", "end"])
        await show(on: model) { model.sendViewEvent(.increment) }
        #expect(log.elements == ["change", "begin", "change", "end", "change"])
    }

    @Test func `Other hosts ignore transactions`() async {
        let harness = InteractorTestHarness(Counter())
        await harness.send(.animated(transaction)) { $0 = 1 }
        await harness.send(.later(transaction))
        await harness.receive { $0 = 2 }
        await harness.receive { $0 = 12 }
        await harness.finish()
        #expect(log.elements.isEmpty)
    }
}
