import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 7: a spread sheet whose cells hold numbers, texts and formulas such as `=A1+B2*2`.
@Interactor struct CellsStudy {
    struct State: Sendable, Equatable { var sheet = Sheet(), editing: String?, draft = "" }
    enum Action: Sendable {
        case tapped(String)
        case typed(String)
        case submitted
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action, dispatch in
            switch action {
            case .tapped(let cell) where state.editing != nil && state.editing != cell:
                return dispatch.next(.submitted).then(dispatch.next(.tapped(cell)))
            case .tapped(let cell): (state.editing, state.draft) = (cell, state.sheet.sources[cell] ?? "")
            case .typed(let text): state.draft = text
            case .submitted:
                guard let cell = state.editing else { return .none }
                state.sheet[cell] = state.draft
                (state.editing, state.draft) = (nil, "")
            }
            return .state
        }
    }
}

/// What was entered in each cell, and what each cell shows. A change evaluates only the cells that depend on it.
struct Sheet: Sendable, Equatable {
    private(set) var sources: [String: String] = [:]
    private(set) var values: [String: Value] = [:]
    /// For each cell, those whose formulas name it.
    private var dependents: [String: Set<String>] = [:]
    private(set) var evaluations = 0

    enum Value: Sendable, Equatable {
        case number(Double)
        case text(String)
        case error
    }

    subscript(_ cell: String) -> String {
        get { sources[cell] ?? "" }
        set {
            for other in Formula(sources[cell] ?? "").references { dependents[other]?.remove(cell) }
            sources[cell] = newValue
            for other in Formula(newValue).references { dependents[other, default: []].insert(cell) }
            evaluate(cellsFrom: cell)
        }
    }

    /// Each cell after those that it depends on; the cells of a circle are errors.
    private mutating func evaluate(cellsFrom changed: String) {
        var (order, finished, open): ([String], Set<String>, Set<String>) = ([], [], [])
        var circle: Set<String> = []
        func visit(_ cell: String) {
            guard !finished.contains(cell) else { return }
            guard open.insert(cell).inserted else {
                circle.formUnion(open)
                return
            }
            for next in (dependents[cell] ?? []).sorted() { visit(next) }
            open.remove(cell)
            finished.insert(cell)
            order.append(cell)
        }
        visit(changed)
        for cell in order.reversed() {
            evaluations += 1
            values[cell] = circle.contains(cell) ? .error : Formula(sources[cell] ?? "").value(in: values)
        }
    }
}

/// A number, a text, or sums of products of numbers and cells.
struct Formula {
    private let source: String

    init(_ source: String) { self.source = source }

    private var sums: [[Substring]] {
        guard source.hasPrefix("=") else { return [] }
        return source.dropFirst().filter { $0 != " " }.split(separator: "+", omittingEmptySubsequences: false)
            .map { $0.split(separator: "*", omittingEmptySubsequences: false) }
    }

    var references: Set<String> { Set(sums.joined().map(String.init).filter { $0.first?.isLetter ?? false }) }

    func value(in cells: [String: Sheet.Value]) -> Sheet.Value {
        guard source.hasPrefix("=") else { return Double(source).map { .number($0) } ?? .text(source) }
        func number(_ term: Substring) -> Double? {
            guard term.first?.isLetter ?? false else { return Double(term) }
            return switch cells[String(term)] {
            case .number(let number): number
            case .text(let text): text.isEmpty ? 0 : nil
            case .error: nil
            case nil: 0
            }
        }
        var sum = 0.0
        for product in sums {
            let factors = product.map(number)
            guard !factors.contains(nil) else { return .error }
            sum += factors.reduce(1) { $0 * $1! }
        }
        return .number(sum)
    }
}

@Suite("Case study: cells", .timeLimit(.minutes(20))) struct CellsStudyTests {
    @MainActor private func enter(
        _ text: String, in cell: String, _ model: DirectViewModel<CellsStudy.Action, CellsStudy.State>
    ) {
        model.sendViewEvent(.tapped(cell))
        model.sendViewEvent(.typed(text))
        model.sendViewEvent(.submitted)
    }

    @Test("A formula follows the cells that it names, and only those that depend on a change are evaluated")
    @MainActor func formulas() {
        let model = ViewModel(CellsStudy())
        enter("2", in: "A1", model)
        enter("3", in: "B1", model)
        enter("=A1+B1*2", in: "C1", model)
        enter("=C1*C1", in: "D1", model)
        #expect(model.viewState.sheet.values["D1"] == .number(64))
        let before = model.viewState.sheet.evaluations
        enter("1", in: "B1", model)
        #expect(model.viewState.sheet.values["C1"] == .number(4))
        #expect(model.viewState.sheet.values["D1"] == .number(16))
        #expect(model.viewState.sheet.evaluations - before == 3)
    }

    @Test("A circle and a text are errors, until they are corrected")
    @MainActor func errors() {
        let model = ViewModel(CellsStudy())
        enter("=B1", in: "A1", model)
        enter("=A1", in: "B1", model)
        #expect(model.viewState.sheet.values["A1"] == .error)
        enter("5", in: "B1", model)
        #expect(model.viewState.sheet.values["A1"] == .number(5))
        enter("five", in: "B1", model)
        #expect(model.viewState.sheet.values["A1"] == .error)
    }

    @Test func `Tapping another cell submits the one that is edited, within the same event`() async {
        func isSubmission(_ action: CellsStudy.Action) -> Bool { if case .submitted = action { true } else { false } }
        func isTap(_ action: CellsStudy.Action) -> Bool { if case .tapped("B1") = action { true } else { false } }
        let harness = InteractorTestHarness(CellsStudy())
        await harness.send(.tapped("A1")) { $0.editing = "A1" }
        await harness.send(.typed("7")) { $0.draft = "7" }
        await harness.send(.tapped("B1"))
        await harness.receive(where: isSubmission) {
            $0.sheet["A1"] = "7"
            ($0.editing, $0.draft) = (nil, "")
        }
        await harness.receive(where: isTap) { $0.editing = "B1" }
        await harness.finish()
    }
}
