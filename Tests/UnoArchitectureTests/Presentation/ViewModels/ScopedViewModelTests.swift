import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("A part of a view model", .timeLimit(.hang)) struct ScopedViewModelTests {
    struct Note: Sendable, Equatable, Identifiable { var id = 1, text = "" }
    struct Detail: Sendable, Equatable { var title = "", count = 0, note: Note?, opaque = Opaque() }

    /// Cannot be compared.
    struct Opaque: Sendable, Equatable {
        var number = 0
        static func == (left: Opaque, right: Opaque) -> Bool { left.number == right.number }
    }

    @CasePathable enum Destination: Sendable, Equatable {
        case edit(Note)
        case list([Int])
    }

    struct Screen: Sendable {
        var title = ""
        var detail = Detail()
        var sheet: Detail?
        var destination: Destination?
        var phase = Destination.list([])
    }

    @CasePathable enum DetailAction: Sendable {
        case change(@Sendable (inout Detail) -> Void)
        case note(NoteAction)
    }

    @CasePathable enum NoteAction: Sendable, Equatable { case type(String) }

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout Screen) -> Void)
        case detail(DetailAction)
        case sheet(DetailAction)
        case note(NoteAction)
    }

    let reports = DiagnosticsRecorder()
    let model: DirectViewModel<Action, Screen>
    let watch = Watch()

    init() {
        model = reports {
            ViewModel(
                Interact<Screen, Action>.showing(Screen()) { state, action in
                    switch action {
                    case .change(let change): change(&state)
                    case .detail(.change(let change)): change(&state.detail)
                    case .sheet(.change(let change)): if state.sheet != nil { change(&state.sheet!) }
                    case .detail(.note(.type(let text))): state.detail.note?.text = text
                    case .sheet(.note(.type(let text))): state.sheet?.note?.text = text
                    case .note(.type(let text)):
                        if case .edit(var note)? = state.destination {
                            note.text = text
                            state.destination = .edit(note)
                        }
                    }
                }, instances: .many)
        }
    }

    private func change(_ change: @escaping @Sendable (inout Screen) -> Void) { model.sendViewEvent(.change(change)) }

    @Test func `shows its part and sends its actions`() {
        let detail = model.scope(state: \.detail, action: \.detail)
        detail.sendViewEvent(.change { $0.title = "x" })
        #expect(detail.title == "x")
        #expect(model.detail.title == "x")
        #expect(detail.isInViewState)
    }

    @Test func `Only what is read of the part notifies`() {
        let detail = model.scope(state: \.detail, action: \.detail)
        watch("title") { detail.title }
        watch("count") { detail.count }
        watch("all") { detail.viewState }
        watch("opaque") { detail[\.opaque.number] }
        change { $0.title = "screen" }
        #expect(watch.changes == [])
        change { $0.detail.title = "part" }
        #expect(Set(watch.changes) == ["title", "all"])
        change { $0.detail.count = 1 }
        #expect(Set(watch.changes) == ["title", "all", "count"])
    }

    @Test func `A step that leaves the part as it was reads no field of it`() {
        struct Counted: Sendable, Equatable {
            let reads: Record<Void>
            var number = 0
            static func == (left: Counted, right: Counted) -> Bool {
                left.reads.append()
                return left.number == right.number
            }
        }
        struct Whole: Sendable { var part: Part }
        struct Part: Sendable { var counted: Counted }
        let reads = Record<Void>()
        let model = ViewModel(
            Interact<Whole, Int>.showing(Whole(part: Part(counted: Counted(reads: reads)))) { state, number in
                state.part.counted.number = number
            }, instances: .many)
        let part = model.scope(state: \.part)
        watch("counted") { part.counted }
        model.sendViewEvent(0)
        #expect(reads.elements.isEmpty)
        model.sendViewEvent(1)
        #expect(reads.elements.count == 1)
        #expect(watch.changes == ["counted"])
    }

    @Test func `One part has one handle as long as the handle exists`() {
        let first = model.scope(state: \.detail, action: \.detail)
        #expect(first === model.scope(state: \.detail, action: \.detail))
        #expect(first == model.scope(state: \.detail, action: \.detail))
        let id = first.id
        change { $0.detail.count += 1 }
        #expect(first.id == id)
        change { $0.sheet = Detail() }
        #expect(model.scope(state: \.sheet, action: \.sheet) != first)
        #expect(model.scope() === model.scope())
    }

    @Test func `An optional part has a handle while it is there, and whether it is is observed`() {
        watch("is there") { model.scope(state: \.sheet, action: \.sheet) == nil }
        #expect(model.scope(state: \.sheet, action: \.sheet) == nil)
        change { $0.title = "x" }
        #expect(watch.changes == [])
        change { $0.sheet = Detail(title: "sheet") }
        #expect(watch.changes == ["is there"])
        let sheet = model.scope(state: \.sheet, action: \.sheet)
        #expect(sheet?.title == "sheet")
        watch("is still there") { model.scope(state: \.sheet, action: \.sheet) == nil }
        watch("title") { sheet?.title }
        change { $0.sheet?.count += 1 }
        #expect(watch.changes == ["is there"])
        change { $0.sheet = nil }
        #expect(watch.changes == ["is there", "is still there"])
        #expect(model.scope(state: \.sheet, action: \.sheet) == nil)
    }

    @Test func `The handle of a part that has gone shows the last state, and drops and reports what is sent`() throws {
        change { $0.sheet = Detail(title: "first", note: Note(text: "n")) }
        let sheet = try #require(model.scope(state: \.sheet, action: \.sheet))
        let note = try #require(sheet.scope(state: \.note, action: \.note))
        change { $0.sheet?.count = 7 }
        change { $0.sheet = nil }
        #expect(!sheet.isInViewState)
        #expect(sheet.title == "first")
        #expect(sheet.count == 7)
        #expect(note.text == "n")
        let task = sheet.sendViewEvent(.change { $0.count = 9 })
        #expect(task.outcome == .rejected(.childEnded))
        #expect(note.sendViewEvent(.type("late")).outcome == .rejected(.childEnded))
        #expect(reports.kinds == [.childMissing, .childMissing])

        // Another sheet is another part.
        change { $0.sheet = Detail(title: "second") }
        #expect(sheet.title == "first")
        #expect(model.scope(state: \.sheet, action: \.sheet) !== sheet)
        #expect(model.scope(state: \.sheet, action: \.sheet)?.title == "second")
    }

    @Test func `A value with another id has another handle, whose id it is`() throws {
        let detail = model.scope(state: \.detail, action: \.detail)
        change { $0.detail.note = Note(id: 1, text: "one") }
        let one = try #require(detail.scope(state: \.note, action: \.note))
        watch("note") { detail.scope(state: \.note, action: \.note) }
        change { $0.detail.note?.text = "uno" }
        #expect(watch.changes == [])
        #expect(one.text == "uno")
        change { $0.detail.note = Note(id: 2, text: "two") }
        #expect(watch.changes == ["note"])
        let two = try #require(detail.scope(state: \.note, action: \.note))
        #expect(two !== one)
        #expect((one.text, two.text) == ("uno", "two"))
        let (id, stateID): (AnyHashable, Int) = (two.id, two.id)
        #expect(id == AnyHashable(2))
        #expect(stateID == 2)
    }

    @Test func `A case has a handle while the enum is in it`() throws {
        #expect(model.scope(state: \.destination, case: \.edit, action: \.note) == nil)
        change { $0.destination = .edit(Note(text: "e")) }
        let edit = try #require(model.scope(state: \.destination, case: \.edit, action: \.note))
        edit.sendViewEvent(.type("typed"))
        #expect(edit.text == "typed")
        watch("edit") { model.scope(state: \.destination, case: \.edit, action: \.note) }
        change { $0.destination = .list([1]) }
        #expect(watch.changes == ["edit"])
        #expect(edit.text == "typed")

        let phase = model.scope(state: \.phase)
        #expect(phase.scope(case: \.list, action: \.detail)?.viewState == [])
        #expect(phase.scope(case: \.edit, action: \.detail) == nil)
    }

    @Test func `Handles that an observer makes in the middle of a step follow the step, too`() throws {
        change { $0.sheet = Detail(title: "first") }
        let made = Record<ScopedViewModel<DetailAction, Detail>?>()
        let model = model
        beforeNextChange(of: model.title) { made.append(model.scope(state: \.sheet, action: \.sheet)) }
        change {
            $0.title = "x"
            $0.sheet = nil
        }
        let sheet = try #require(made.elements.first ?? nil)
        #expect(!sheet.isInViewState)
        #expect(sheet.title == "first")
    }

    @Test func `A handle keeps its view model, and a view model with handles is released`() async throws {
        weak var released: DirectViewModel<Action, Screen>?
        do {
            let handle: ScopedViewModel<DetailAction, Detail>
            do {
                let model = DirectViewModel<Action, Screen>(
                    Interact<Screen, Action>.showing(Screen()) { state, _ in state.title += "x" }, instances: .many)
                released = model
                handle = model.scope(state: \.detail, action: \.detail)
                watch("title") { handle.title }
            }
            #expect(released != nil)
            #expect(handle.title == "")
        }
        #expect(released == nil)
    }

    @Test func `Without observers and handles nothing is compared`() {
        do {
            let detail = model.scope(state: \.detail, action: \.detail)
            watch("title") { detail.title }
        }
        #expect(model.observedFieldCount == 1)
        change { $0.detail.title = "x" }
        #expect(watch.changes == ["title"])
        #expect(model.observedFieldCount == 0)
        let whole = model.scope()
        watch("title of the whole") { whole.title }
        change { $0.title = "y" }
        #expect(watch.changes == ["title", "title of the whole"])
        #expect(model.observedFieldCount == 0)
    }

    @Test func `Parts of a shared runtime and of a projection`() async {
        let runtime = Runtime(
            Interact<Screen, Action>.showing(Screen()) { state, action in
                if case .detail(.change(let change)) = action { change(&state.detail) }
            })
        let whole = DirectViewModel(initialValue: Screen(), runtime, instances: .many)
        let detail = whole.scope(state: \.detail, action: \.detail)
        let projected = ViewModel(
            initialValue: Detail(title: "none"), runtime.projection(action: \.detail, state: \.detail), instances: .many
        )
        let changed = Record<String>()
        for (name, part) in [("scope", detail), ("projection", projected.scope())] {
            beforeNextChange(of: part.count) { changed.append(name) }
        }
        #expect(projected.title == "")
        detail.sendViewEvent(.change { $0.count = 1 })
        #expect(Set(await changed.waitFor(2)) == ["scope", "projection"])
        await runtime.shutdown(.drain)
    }
}
