import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@testable import UnoStorage

/// A part that keeps a copy of its own, and may change the shared text.
private struct Chapter: Interactor {
    struct DomainState: Sendable, Equatable {
        var copy = ""
        var heard: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case save(String)
        case saved, touch
    }

    let text: Shared<String>

    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: DomainState()) { state, action, dispatch in
            switch action {
            case .save(let new):
                text.update { $0 = new }
                return dispatch.next(.saved)
            case .saved, .touch: return .none
            }
        }
        .onChange(of: \.copy) { state, _, new in
            state.heard.append(new)
            return .state
        }
        .observing(text, at: \.copy)
    }
}

/// Two pages, a sheet and rows with copies, and a copy of the whole, which handlers read.
private struct Book: Interactor {
    struct DomainState: Sendable, Equatable {
        var left = Chapter.DomainState()
        var right = Chapter.DomainState()
        var sheet: Chapter.DomainState?
        var rows: IdentifiedArray<Int, Leaf> = []
        var copy = ""
        var read: [String] = []

        /// All copies but those of rows.
        var copies: Set<String> { Set([left.copy, right.copy, copy] + (sheet.map { [$0.copy] } ?? [])) }
        var allCopies: Set<String> { copies.union(rows.map(\.page.copy)) }
    }

    struct Leaf: Sendable, Equatable, Identifiable {
        let id: Int
        var page = Chapter.DomainState()
    }

    @CasePathable enum Action: Sendable {
        case left(Chapter.Action)
        case right(Chapter.Action)
        case sheet(Chapter.Action)
        case row(IdentifiedAction<Int, Chapter.Action>)
        case change(@Sendable (inout DomainState) -> Void)
    }

    let text: Shared<String>

    var body: some Interactor<DomainState, Action> {
        Scope(state: \.left, action: \.left) { Chapter(text: text) }
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .left(.saved), .right(.touch):
                state.read.append(state.copy)
                return .state
            case .change(let change):
                change(&state)
                return .state
            default: return .none
            }
        }
        .observing(text, at: \.copy)
        .ifLet(\.sheet, action: \.sheet) { Chapter(text: text) }
        .forEach(\.rows, action: \.row) { Scope(state: \.page) { Chapter(text: text) } }
        Scope(state: \.right, action: \.right) { Chapter(text: text) }
    }
}

/// Copies of two values. A handler writes to the one alone, and changes the other value.
private struct Spread: Interactor {
    struct DomainState: Sendable, Equatable {
        var left = ""
        var right = ""
    }

    enum Action: Sendable {
        case edit(String)
        case saveRight(String)
        case touch
    }

    let left: Shared<String>
    let right: Shared<String>

    var body: some Interactor<DomainState, Action> {
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .edit(let new): state.left = new
            case .saveRight(let new): right.update { $0 = new }
            case .touch: break
            }
        }
        .observing(left, at: \.left)
        .observing(right, at: \.right)
    }
}

/// A value that another thread changes between two looks at it, and tells of it when the test says so.
private final class ChangingSource: SharedSource {
    private let cell = SharedCell("old")
    private let script = Mutex<[String]>([])
    private let observers = Record<@Sendable () -> Void>()

    /// Changes to the first of `values`; the next looks find the others, and after them, the last one stays.
    func change(to values: [String], telling count: Int) {
        set(values[0])
        script.withLock { $0 = Array(values.dropFirst()) }
        for observer in observers.elements.prefix(count) { observer() }
    }

    var value: String {
        guard let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return cell.value }
        return set(next)
    }

    @discardableResult
    private func set(_ value: String) -> String { cell.update(at: CallSite(#fileID, #line)) { $0 = value } }

    var version: UInt64 { cell.version }

    func update(at site: CallSite, _ change: (inout String) -> Void) -> String { cell.update(at: site, change) }

    func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation {
        observers.append(changed)
        return SharedObservation {}
    }

    func flush() async throws {}
}

@Suite("The copies of a shared value in one graph", .timeLimit(.hang))
struct ObservingStepTests {
    private static let steps = StateSelection.steps
    private let text = Shared("old")

    @Test("follow a change from outside in one step", arguments: Host.allCases) func outside(host: Host) {
        let stage = Stage(Book(text: text), in: host, watching: Self.steps)
        stage.send(.change { $0.sheet = Chapter.DomainState() })
        let before = stage.states.count
        stage.settle(text.update { $0 = "new" })
        #expect(stage.last.copies == ["new"])
        #expect(stage.last.left.heard.last == "new" && stage.last.sheet?.heard.last == "new")
        if host == .runtime { #expect(stage.states.count == before + 1) }
    }

    @Test(
        "follow what a part changes in that part's step, so the next action is handled with them",
        arguments: Host.allCases)
    func next(host: Host) {
        let stage = Stage(Book(text: text), in: host)
        #expect(stage.send(.left(.save("one"))).last.read == ["one"])
        stage.send(.left(.save("two")), .right(.touch), .left(.save("three")), .right(.touch))
        #expect(stage.last.read == ["one", "two", "two", "three", "three"])
        #expect(stage.last.copies == ["three"])
        #expect(stage.last.right.heard == ["one", "two", "three"])
    }

    @Test("agree in each state that a subscriber sees") func agree() {
        let stage = Stage(Book(text: text), watching: Self.steps)
        for turn in 0..<20 {
            stage.send(
                .left(.save("left \(turn)")), .change { $0.sheet = $0.sheet == nil ? Chapter.DomainState() : nil })
            text.update { $0 = "outside \(turn)" }
            stage.send(.right(.save("right \(turn)")), .left(.touch))
        }
        #expect(stage.states.count >= 60)
        #expect(stage.states.allSatisfy { $0.copies.count == 1 })
    }

    @Test("agree when a change has been told to one of them only, and when the value changes while they look")
    func untold() {
        for told in 1...3 {
            for values in [
                ["new"], ["new", "newer"], ["new", "newer", "newest"], ["new", "new", "new", "new", "late"],
            ] {
                let source = ChangingSource()
                let stage = Stage(Book(text: Shared(source: source)), watching: Self.steps)
                stage.send(.change { _ in source.change(to: values, telling: told) })
                #expect(stage.states.allSatisfy { $0.copies.count == 1 }, "\(told) of \(values)")
                #expect(stage.last.copies == [source.value])
            }
        }
    }

    @Test("agree when no observer has been told of a change yet, in rows, too") func untoldRows() {
        let source = ChangingSource()
        let stage = Stage(Book(text: Shared(source: source)), watching: Self.steps)
        stage.send(.change { $0.rows = Self.leaves(20) })
        #expect(stage.send(.change { _ in source.change(to: ["new"], telling: 0) }).last.allCopies == ["new"])
    }

    private static func leaves(_ count: Int) -> IdentifiedArray<Int, Book.Leaf> {
        IdentifiedArray((0..<count).map { Book.Leaf(id: $0) })
    }

    @Test("in rows follow in the step that makes the change, whoever makes it", arguments: Host.allCases)
    func rows(host: Host) {
        let stage = Stage(Book(text: text), in: host, watching: Self.steps)
        #expect(stage.send(.change { $0.rows = Self.leaves(20) }).last.allCopies == ["old"])
        for action: Book.Action in [.row(.element(id: 2, action: .save("row"))), .left(.save("left"))] {
            #expect(stage.send(action).last.allCopies.count == 1)
        }
        #expect(Set(stage.last.rows.map(\.page.heard)) == [["row", "left"]])
        let before = stage.states.count
        stage.settle(text.update { $0 = "outside" })
        #expect(stage.last.allCopies == ["outside"])
        if host == .runtime {
            #expect(stage.states.count == before + 1)
            #expect(stage.states.allSatisfy { $0.rows.isEmpty || $0.allCopies.count == 1 })
        }
    }

    @Test("in many rows with handlers for the change follow in one step, on a small stack") func manyRows() {
        let stage = Stage(Book(text: text), watching: Self.steps)
        stage.send(.change { $0.rows = Self.leaves(2_000) })
        text.update { $0 = "outside" }
        _ = onStack(ofBytes: 512 * 1024) { [executor = stage.executor] in executor.runUntilIdle() }
        #expect(stage.last.rows.allSatisfy { $0.page.copy == "outside" && $0.page.heard == ["outside"] })
    }

    @Test("that are unequal to themselves are copied once") func notEqualToItself() {
        struct Reading: Sendable, Equatable, Identifiable {
            let id = 1
            var value: Double
        }
        struct Room: Sendable, Equatable {
            var id = 1
            var reading: Reading?
        }
        let readings = Shared(IdentifiedArray([Reading(value: 1)]))
        let feature = Update<Room, Double>(initialValue: Room()) { _, value, _ in
            readings.update { $0[id: 1]?.value = value }
        }
        .observing(element: \.id, of: readings, at: \.reading)
        let stage = Stage(feature)
        #expect(stage.send(.nan).last.reading?.value.isNaN == true)
        #expect(stage.send(2).last.reading?.value == 2)
    }

    @Test("ask for one turn, however many steps change the value before it") func oneTask() async {
        let executor = ControlledExecutor()
        let runtime = Runtime(Follower(number: Shared(0)), executor: .on(executor))
        for _ in 0..<100 { runtime.send(.incrementElsewhere) }
        while executor.readyCount > 0 {
            #expect(executor.readyCount <= 3)
            executor.runNext()
        }
        executor.runFreely()
        await runtime.shutdown(.cancel)
    }

    @Test("have lost at the end of the step what a handler has written to them alone", arguments: Host.allCases)
    func edited(host: Host) {
        let (left, right) = (Shared("left"), Shared("right"))
        let stage = Stage(Spread(left: left, right: right), in: host)
        #expect(stage.send(.edit("edited")).last == Spread.DomainState(left: "left", right: "right"))
        right.update { $0 = "new" }
        stage.send(.edit("edited again"), .saveRight("newer"), .edit("left"))
        #expect(stage.last == Spread.DomainState(left: "left", right: "newer") && left.value == "left")
    }

    @MainActor
    @Test("of a view model have followed when the event has been sent") func viewModel() {
        let model = ViewModel(Book(text: text))
        model.sendViewEvent(.left(.save("new")))
        #expect(model.viewState.copies == ["new"])
        #expect(model.viewState.read == ["new"])
    }

    @Test("are asserted in the step of the action") func harness() async {
        let harness = InteractorTestHarness(Book(text: text))
        await harness.send(.left(.save("new"))) {
            for copy in [\Book.DomainState.copy, \.left.copy, \.right.copy] { $0[keyPath: copy] = "new" }
            ($0.left.heard, $0.right.heard) = (["new"], ["new"])
        }
        await harness.receive(\.left.saved) { $0.read = ["new"] }
        await harness.finish()
    }
}
