import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Its fields lie in a state of the test's own: a `BindingInteractor` counts for all features with its state.
private struct Form<Owner>: Sendable, Equatable {
    var name = ""
    var size = Size.one
    var part = Part()

    @CasePathable enum Size: Sendable, Equatable {
        case one
        case many(Int)
    }

    struct Part: Sendable, Equatable { var title = "" }
    @CasePathable enum PartAction: Sendable, Equatable { case binding(BindingAction<Part>) }

    @CasePathable enum Action: Sendable, Equatable {
        case binding(BindingAction<Form>)
        case part(PartAction)
    }
}

@MainActor @Suite("A change of a field that no part of the feature carries out") struct BindingUseTests {
    private enum Forgetful {}
    private enum Manual {}
    private enum Reading {}
    private enum Waiting {}
    private enum Throttled {}
    private enum Ended {}
    private enum Matching {}
    private enum Working {}
    private enum Holding {}

    private func reports<Owner>(
        of feature: some Interactor<Form<Owner>, Form<Owner>.Action>,
        _ use: (DirectViewModel<Form<Owner>.Action, Form<Owner>>) -> Void
    ) -> [Diagnostic] {
        let recorder = DiagnosticsRecorder()
        recorder { use(DirectViewModel(feature)) }
        return recorder.reports.elements
    }

    private func ignoring<Owner>(_: Owner.Type) -> Interact<Form<Owner>, Form<Owner>.Action> {
        Interact(initialValue: Form()) { _, _ in .none }
    }

    private func applying<Owner>(_: Owner.Type) -> Interact<Form<Owner>, Form<Owner>.Action> {
        Interact(initialValue: Form()) { state, action in
            if case .binding(let change) = action { change.apply(to: &state) }
            return .state
        }
    }

    #if DEBUG
        @Test func `is reported by the view model, with the change and the place that sent it`() {
            let reports = reports(of: ignoring(Forgetful.self)) { model in
                model.name = "Ada"
                model.binding(\.name).value = "Eve"
                model.binding(\.size, case: \.many, default: 0).value = 3
                model.scope(state: \.part, action: \.part).title = "Dr"
                #expect(model.name == "")
            }
            #expect(reports.map(\.kind) == Array(repeating: .unhandledBinding, count: 4))
            let parts = [#"name = "Ada""#, #"name = "Eve""#, "size, case many = 3", #"title = "Dr""#]
            for (report, part) in zip(reports, parts) { #expect(report.message.contains(part)) }
            #expect(reports[1].fileID == #fileID)
        }
    #endif

    @Test func `is not reported where a handler makes it`() {
        let reports = reports(of: applying(Manual.self)) { model in
            model.name = "Ada"
            #expect(model.name == "Ada")
        }
        #expect(reports.isEmpty)
    }

    @Test func `is not reported where a handler reads it`() {
        let feature = Interact<Form<Reading>, Form<Reading>.Action>.showing(Form()) { state, action in
            if case .binding(let change) = action, let name = change[\.name] { state.name = name.uppercased() }
        }
        let reports = reports(of: feature) { model in
            model.name = "Ada"
            #expect(model.name == "ADA")
        }
        #expect(reports.isEmpty)
    }

    @Test func `is not reported where a BindingInteractor gets it later`() async {
        let (clock, recorder) = (TestClock(), DiagnosticsRecorder())
        let feature = Interactors.Merge(
            BindingInteractor<Form<Waiting>, Form<Waiting>.Action>(), ignoring(Waiting.self))
        let model = recorder { DirectViewModel(Interactors.Debounce(for: .seconds(1), clock: clock) { feature }) }
        model.name = "Ada"
        #expect(model.name == "")
        #expect(recorder.kinds == [])
    }

    @Test func `is not reported where a BindingInteractor never gets it`() {
        let feature = Interactors.Merge(
            BindingInteractor<Form<Throttled>, Form<Throttled>.Action>(), ignoring(Throttled.self))
        let throttled = ThrottleInteractor(for: .seconds(1), latest: false, clock: TestClock()) { feature }
        let reports = reports(of: throttled) { model in
            model.name = "Ada"
            model.name = "Eve"
            #expect(model.name == "Ada")
        }
        #expect(reports.isEmpty)
    }

    @Test func `is not reported where the action is refused`() async {
        let recorder = DiagnosticsRecorder()
        let runtime = recorder { Runtime(ignoring(Ended.self)) }
        await runtime.shutdown(.cancel)
        let model = recorder { DirectViewModel(initialValue: Form(), runtime) }
        model.name = "Ada"
        #expect(recorder.kinds == [.shutDown])
    }

    @Test func `is not reported where a handler matches the field, or starts an effect for it`() {
        let matching = Interact<Form<Matching>, Form<Matching>.Action>(initialValue: Form()) { _, action in
            if case .binding(\.name) = action { .state } else { .none }
        }
        #expect(reports(of: matching) { $0.name = "Ada" }.isEmpty)
        let gate = HeldWork()
        let working = Interact<Form<Working>, Form<Working>.Action>(initialValue: Form()) { _, _ in
            .perform { _, _ in await gate.run() }
        }
        #expect(reports(of: working) { $0.name = "Ada" }.isEmpty)
    }

    @Test func `is not reported where a handler gets it later`() {
        let held = Interactors.Debounce(for: .seconds(1), clock: TestClock()) { applying(Holding.self) }
        #expect(reports(of: held) { $0.name = "Ada" }.isEmpty)
    }
}
