import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A view model that shows an earlier state, and goes back to the present.
@MainActor @Suite(.timeLimit(.hang)) struct ViewModelPastTests {
    struct Sheet: Sendable, Equatable { var text = "" }
    struct Page: Sendable, Equatable { var count = 0, sheet: Sheet? }

    @CasePathable enum Action: Sendable {
        case set(Int)
        case load
        case open(String?)
        case sheet(String)
    }

    /// Lets the effect of `load` go on.
    private let gate = Gate()
    private final class Gate: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        func open() { continuation.finish() }
        func pass() async { for await _ in stream {} }
    }

    private var feature: some Interactor<Page, Action> {
        Interact<Page, Action>(initialValue: Page()) { [gate] page, action in
            switch action {
            case .set(let count): page.count = count
            case .open(let text): page.sheet = text.map { Sheet(text: $0) }
            case .sheet(let text): page.sheet?.text = text
            case .load:
                return .perform { _, send in
                    await gate.pass()
                    await send { $0.count += 100 }
                }
            }
            return .state
        }
    }

    private func makeModel() -> DirectViewModel<Action, Page> { DirectViewModel(feature, instances: .many) }

    @Test func `An earlier state is shown, its observers are told, and the present one comes back`() {
        let model = makeModel()
        model.sendViewEvent(.set(2))
        let watch = Watch()
        watch("past") { model.count }
        model.show(Page(count: 1))
        #expect(model.isShowingPast)
        #expect(model.count == 1)
        watch("another") { model.count }
        model.show(Page(count: 0))
        watch("no change") { model.count }
        model.show(Page(count: 0, sheet: Sheet()))
        #expect(model.sheet == Sheet())
        model.showPresent()
        #expect(watch.changes == ["past", "another", "no change"])
        #expect(!model.isShowingPast)
        #expect(model.viewState == Page(count: 2))
        model.showPresent()
        model.sendViewEvent(.set(3))
        #expect(model.count == 3)
    }

    @Test func `What is not observed comes back, too`() {
        let model = makeModel()
        model.sendViewEvent(.set(2))
        model.show(Page(count: 1))
        model.showPresent()
        #expect(model.count == 2)
    }

    @Test func `Actions and bindings of the past are refused, and said to be`() {
        let model = makeModel()
        model.sendViewEvent(.set(2))
        let binding = model.binding(\.count, send: { .set($0) })
        model.show(Page(count: 1))
        #expect(model.sendViewEvent(.set(9)).outcome == .rejected(.showsPast))
        binding.value = 7
        #expect(binding.value == 1)
        model.showPresent()
        #expect(binding.value == 2)
        binding.value = 7
        #expect(model.count == 7)
    }

    @Test func `Effects go on unseen, and the present has what they did`() async {
        let model = makeModel()
        let event = model.sendViewEvent(.load)
        model.show(Page(count: 1))
        gate.open()
        await event.finish()
        #expect(model.count == 1)
        model.showPresent()
        #expect(model.count == 100)
    }

    @Test func `A handle shows the part of the past, and whether that has it`() throws {
        let model = makeModel()
        model.sendViewEvent(.open("now"))
        let sheet = try #require(model.scope(state: \.sheet, action: \.sheet))
        model.show(Page(count: 1, sheet: Sheet(text: "then")))
        #expect(sheet.text == "then")
        #expect(sheet.sendViewEvent("later").outcome == .rejected(.showsPast))
        model.showPresent()
        #expect(sheet.text == "now")
        sheet.sendViewEvent("later")
        #expect(sheet.text == "later")
        // Where the past does not have the part, its handle ends, as when the part goes.
        model.show(Page(count: 1))
        #expect(!sheet.isInViewState)
        model.showPresent()
        #expect(!sheet.isInViewState)
        #expect(model.scope(state: \.sheet, action: \.sheet)?.text == "later")
    }

    @Test func `A view model whose graph has ended shows no past`() async {
        let model = makeModel()
        model.sendViewEvent(.set(2))
        await model.finish()
        model.show(Page(count: 1))
        #expect(!model.isShowingPast && model.count == 2)
        model.showPresent()
        #expect(model.count == 2)
    }

    @Test func `A reducer makes the view state of the past`() {
        let reducer = BuildViewState<Page, String> { $1 = "\($0.count) clicks" }
        let model = ViewModel(initialValue: "", feature, reducer, instances: .many)
        model.sendViewEvent(.set(2))
        model.show(Page(count: 1))
        #expect(model.viewState == "1 clicks")
        model.showPresent()
        #expect(model.viewState == "2 clicks")
    }

    @Test func `A shared runtime may end meanwhile`() async {
        let runtime = Runtime(feature)
        await runtime.send(.set(2)).finish()
        let model = DirectViewModel(initialValue: Page(), runtime, instances: .many)
        model.show(Page(count: 1))
        #expect(model.sendViewEvent(.set(9)).outcome == .rejected(.showsPast))
        await runtime.shutdown(.drain)
        #expect(model.count == 1)
        model.show(Page(count: 0))
        #expect(model.count == 0)
        model.showPresent()
        #expect(model.count == 2)
        model.show(Page(count: 1))
        #expect(model.count == 1)
    }

    @Test func `What an observer sends while the present comes back is refused, and not shown before it`() {
        let model = makeModel()
        model.sendViewEvent(.set(2))
        model.show(Page(count: 1))
        let outcomes = Record<SendOutcome>()
        beforeNextChange(of: model.count) { outcomes.append(model.sendViewEvent(.set(3)).outcome) }
        model.showPresent()
        #expect(outcomes.elements == [.rejected(.showsPast)])
        #expect(model.count == 2)
        model.sendViewEvent(.set(4))
        #expect(model.count == 4)
    }

    @Test func `The handle of a part that the past does not have refuses actions without a report`() throws {
        let recorder = DiagnosticsRecorder()
        let model = recorder { makeModel() }
        model.sendViewEvent(.open("now"))
        let sheet = try #require(model.scope(state: \.sheet, action: \.sheet))
        model.show(Page(count: 1))
        #expect(sheet.sendViewEvent("later").outcome == .rejected(.showsPast))
        #expect(recorder.kinds == [])
        model.showPresent()
        #expect(model.sheet?.text == "now")
    }
}
