import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("A user dismisses what the feature has replaced", .timeLimit(.hang)) struct LateDismissalTests {
    struct Sheet: Sendable, Equatable, Identifiable { var id: Int }
    struct Panel: Sendable, Equatable {}
    struct Page: Sendable, Equatable { var name: String }

    struct Screen: Sendable {
        var title = ""
        var sheet: Sheet?
        var panel: Panel?
        var path: StackState<Page> = []
        var log: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout Screen) -> Void)
        case sheet(PresentationAction<Never>)
        case panel(PresentationAction<Never>)
        case path(StackAction<Page, Never>)
    }

    let model = DirectViewModel<Action, Screen>(
        Interact<Screen, Action>.showing(Screen()) { state, action in
            switch action {
            case .change(let change): change(&state)
            case .sheet(.dismiss): state.log.append("dismiss sheet \(state.sheet?.id ?? 0)")
            case .panel(.dismiss): state.log.append("dismiss panel")
            case .path(.popTo(let id)): state.log.append("pop to \(id.map { "\($0)" } ?? "the root")")
            case .path: break
            }
        }, instances: .many)

    private func change(_ change: @escaping @Sendable (inout Screen) -> Void) { model.sendViewEvent(.change(change)) }

    @Test func `A child with another id stays`() {
        let sheet = model.binding(presenting: \.sheet, action: \.sheet)
        change { $0.sheet = Sheet(id: 1) }
        let shown = sheet.value
        change { $0.sheet = Sheet(id: 2) }
        sheet.value = nil
        #expect(model.log == [])
        #expect(shown != nil)
        #expect(sheet.value?.id == 2)
        sheet.value = nil
        #expect(model.log == ["dismiss sheet 2"])
    }

    @Test("A child without an id that has come after the one that was read stays", arguments: [false, true])
    func nextChild(isReadInBetween: Bool) {
        let panel = model.binding(presenting: \.panel, action: \.panel)
        change { $0.panel = Panel() }
        #expect(panel.value != nil)
        change { $0.panel = nil }
        if isReadInBetween { #expect(panel.value == nil) }
        change { $0.panel = Panel() }
        panel.value = nil
        #expect(model.log == [])
        #expect(panel.value != nil)
        panel.value = nil
        #expect(model.log == ["dismiss panel"])
    }

    @Test func `The child that was read is dismissed although its handle has been released many steps ago`() {
        let panel = model.binding(presenting: \.panel, action: \.panel)
        change { $0.panel = Panel() }
        #expect(panel.value != nil)
        for number in 1...200 { change { $0.title = "\(number)" } }
        panel.value = nil
        #expect(model.log == ["dismiss panel"])
    }

    @Test func `A binding that has not been read dismisses the child that is there`() {
        change { $0.panel = Panel() }
        model.binding(presenting: \.panel, action: \.panel).value = nil
        #expect(model.log == ["dismiss panel"])
        change { $0.panel = nil }
        model.binding(presenting: \.panel, action: \.panel).value = nil
        #expect(model.log == ["dismiss panel"])
    }

    @Test(arguments: [["x", "y", "z"], ["x", "y"]])
    func `Another stack stays, with equal ids, too, and the view learns of it`(names: [String]) {
        let (path, watch) = (model.binding(path: \.path, action: \.path), Watch())
        change { $0.path = [Page(name: "a"), Page(name: "b")] }
        watch("path") { path.value }
        #expect(path.value.count == 2)
        change { $0.path = StackState(names.map { Page(name: $0) }) }
        #expect(watch.changes == ["path"])
        path.value = [0]
        #expect(model.log == [])
        #expect(path.value.count == names.count)
        path.value = [0]
        #expect(model.log == ["pop to #0"])
    }

    @Test func `A stack that comes after an empty one that was read stays`() {
        let path = model.binding(path: \.path, action: \.path)
        #expect(path.value == [])
        change { $0.path = [Page(name: "a"), Page(name: "b")] }
        path.value = []
        #expect(model.log == [])
        #expect(path.value.count == 2)
        path.value = []
        #expect(model.log == ["pop to the root"])
    }

    @Test func `A path that has not been read pops the stack that is there`() {
        change { $0.path = [Page(name: "a"), Page(name: "b")] }
        model.binding(path: \.path, action: \.path).value = [0, 1]
        #expect(model.log == [])
        model.binding(path: \.path, action: \.path).value = []
        #expect(model.log == ["pop to the root"])
    }
}
