import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("Observation of a view model", .timeLimit(.hang)) struct ObservationTests {
    struct User: Sendable, Equatable { var name = "Ada", age = 36 }

    enum Phase: Sendable, Equatable {
        case idle
        case loaded(Int)
    }

    /// Cannot be compared.
    struct Opaque: Sendable { var number = 0 }

    struct Screen: Sendable {
        var title = ""
        var user = User()
        var guest: User?
        var phase = Phase.idle
        var rows: [User] = []
        var scores: [String: Int] = [:]
        var opaque = Opaque()
        var initials: String { String(user.name.prefix(1)) }
    }

    typealias Change = @Sendable (inout Screen) -> Void

    let model = DirectViewModel<Change, Screen>(
        Interact<Screen, Change>.showing(Screen()) { state, change in change(&state) }, instances: .many)
    let watch = Watch()

    private func watchAll() {
        watch("title") { model.title }
        watch("user") { model.user }
        watch("user.name") { model[\.user.name] }
        watch("user.age") { model[\.user.age] }
        watch("initials") { model.initials }
        watch("guest") { model.guest }
        watch("guest.name") { model[\.guest?.name] }
        watch("phase") { model.phase }
        watch("rows") { model.rows }
        watch("rows.count") { model[\.rows.count] }
        watch("rows[0]") { model[\.rows, at: 0] }
        watch("rows[1]") { model[\.rows, at: 1] }
        watch("scores") { model.scores }
        watch("scores.a") { model[\.scores["a"]] }
    }

    nonisolated static let changes: [(Change, Set<String>)] = [
        ({ _ in }, []),
        ({ $0.title = "" }, []),
        ({ $0.title = "x" }, ["title"]),
        ({ $0.user.age = 37 }, ["user", "user.age"]),
        ({ $0.user.name = "Al" }, ["user", "user.name"]),
        ({ $0.user.name = "Bo" }, ["user", "user.name", "initials"]),
        ({ $0.guest = User() }, ["guest", "guest.name"]),
        ({ $0.phase = .loaded(1) }, ["phase"]),
        ({ $0.rows.append(User()) }, ["rows", "rows.count", "rows[0]"]),
        ({ $0.scores["b"] = 1 }, ["scores"]),
        ({ $0.scores["a"] = 1 }, ["scores", "scores.a"]),
        ({ $0.opaque.number = 1 }, []),
    ]

    @Test(arguments: changes.indices) func `notifies of exactly the fields that a step changes`(index: Int) {
        let (change, expected) = Self.changes[index]
        watchAll()
        model.sendViewEvent(change)
        #expect(Set(watch.changes) == expected)
        #expect(watch.changes.count == expected.count)
    }

    @Test func `notifies of a field that cannot be compared, and of the whole state, at every step that emits`() {
        watch("opaque") { model.opaque }
        watch("opaque.number") { model[\.opaque.number] }
        watch("all") { model.viewState }
        model.sendViewEvent { _ in }
        #expect(Set(watch.changes) == ["opaque", "all"])
        model.sendViewEvent { $0.opaque.number = 1 }
        #expect(Set(watch.changes) == ["opaque", "all", "opaque.number"])
    }

    /// Does not know that a state is `Equatable`.
    private func whole<State: Sendable>(_ model: DirectViewModel<Int, State>) -> State { model.viewState }

    @Test("notifies of a field that can be compared only when it changes, also if generic code has read it before")
    func readByGenericCode() {
        let user = DirectViewModel(
            Interact<User, Int>.showing(User()) { user, age in user.age = age }, instances: .many)
        watch("generic") { whole(user) }
        watch("user") { user.viewState }
        user.sendViewEvent(36)
        #expect(watch.changes == ["generic"])
        user.sendViewEvent(37)
        #expect(Set(watch.changes) == ["generic", "user"])
    }

    @Test func `shows the old state during the notification, and the new one afterwards`() {
        let seen = Record<String>()
        let model = model
        beforeNextChange(of: model.title) { seen.append(model.title) }
        model.sendViewEvent { $0.title = "new" }
        #expect(seen.elements == [""])
        #expect(model.title == "new")
    }

    @Test func `follows a collection that shrinks below an observed index`() {
        model.sendViewEvent { $0.rows = [User(), User()] }
        watch("rows[1]") { model[\.rows, at: 1] }
        model.sendViewEvent { $0.rows.removeLast() }
        #expect(watch.changes == ["rows[1]"])
        #expect(model[\.rows, at: 1] == nil)
        #expect(model[\.rows, at: -1] == nil)
    }

    @Test func `keeps nothing of fields that are no longer observed`() {
        _ = model.title
        #expect(model.observedFieldCount == 0)
        watchAll()
        #expect(model.observedFieldCount == 14)
        model.sendViewEvent { $0.title = "x" }
        #expect(model.observedFieldCount == 13)
        // Reading a field that is already observed adds nothing.
        watch("user again") { model.user }
        #expect(model.observedFieldCount == 13)
        // Nor does one that has moved to the place of the title, which is one of the fields again.
        watch("scores.a again") { model[\.scores["a"]] }
        #expect(model.observedFieldCount == 13)
        watch("title again") { model.title }
        #expect(model.observedFieldCount == 14)
        model.sendViewEvent { $0.title = "y" }
        #expect(watch.changes == ["title", "title again"])
        #expect(model.observedFieldCount == 13)
        for index in 0..<1_000 {
            watch("row") { model[\.rows, at: index] }
            model.sendViewEvent { $0.rows.append(User()) }
            model.sendViewEvent { $0.rows[index].age = index + 1_000 }
        }
        #expect(model.observedFieldCount <= 13)
    }

    @Test func `tracks a read through a key path subscript like a read of the field`() {
        let path: KeyPath<Screen, String> = \.title
        watch("title") { model[path] }
        model.sendViewEvent { $0.title = "x" }
        #expect(watch.changes == ["title"])
        #expect(model[path] == "x")
    }

    @Test func `works with the asynchronous sequence of observations`() async throws {
        guard #available(macOS 26, iOS 26, *) else { return }
        let model = model
        let titles = Observations { model.title }
        let seen = Record<String>()
        let consumer = Task { @MainActor in
            for await title in titles {
                seen.append(title)
                // A change of another field does not wake the consumer.
                if title.isEmpty { model.sendViewEvent { $0.user.age += 1 } }
                if title.count < 2 { model.sendViewEvent { $0.title += "x" } } else { break }
            }
        }
        await consumer.value
        #expect(seen.elements == ["", "x", "xx"])
    }
}
