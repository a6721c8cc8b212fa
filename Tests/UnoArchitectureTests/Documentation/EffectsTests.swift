import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The features of the article on effects", .timeLimit(.hang))
struct EffectsTests {
    struct Refusal: Error {}

    static func office(failing: Bool = false) -> PostOffice {
        PostOffice(
            letters: { if failing { throw Refusal() } else { [Letter(id: 1, text: "Hello")] } },
            deliver: { if failing { throw Refusal() } else { Letter(id: 2, text: $0) } },
            arrivals: { AsyncStream { $0.yield(Letter(id: 3, text: "Post")) } }
        )
    }

    @Test("The test of the article passes")
    func article() async { await testLetterbox(Self.office()) }

    @Test("An error becomes an action, in the same step or later")
    func errors() async {
        let harness = InteractorTestHarness { Letterbox(office: Self.office(failing: true), clock: $0) }
        await harness.send(.load) { $0.isLoading = true }
        await harness.receive(\.loaded.failure) { $0.isLoading = false }
        await harness.receive(\.failed) { $0.failure = "Refusal()" }
        await harness.send(.submit)
        await harness.receive(\.failed)
        await harness.finish()
    }

    @Test("A letter that is delivered arrives; an open box counts the minutes")
    func opened() async {
        let harness = InteractorTestHarness { Letterbox(office: Self.office(), clock: $0) }
        await harness.send(.submit)
        await harness.receive(\.delivered)
        await harness.receive(\.arrived) { $0.letters = [Letter(id: 2, text: "")] }
        await harness.send(.open)
        await harness.receive(\.arrived) { $0.letters.append(Letter(id: 3, text: "Post")) }
        await harness.advance(by: .seconds(60))
        await harness.receive { $0.minutes = 1 }
        await harness.send(.close)
        await harness.finish()
    }

    @Test("A search emits what has changed, and forgets the query that is cleared")
    func search() async {
        let harness = InteractorTestHarness(NameSearch { [$0 + "a", $0 + "o"] })
        await harness.send(.typed("Iv")) { $0.query = "Iv" }
        await harness.receive(\.found) { $0.names = ["Iva", "Ivo"] }
        await harness.send(.found(["Iva", "Ivo"]), emitting: 0)
        await harness.send(.typed("Jo"), .cleared) { $0 = NameSearch.DomainState() }
        await harness.finish()
    }

    @Test("Emissions are composed and mapped")
    func composition() {
        let stage = Stage(Volume())
        stage.send("A")
        #expect(stage.last == Volume.DomainState(cover: Cover(title: "A."), changes: 1))
        for emission in emissions({ Archive(pages: 3) }) {
            let stage = Stage(Interact<Archive, Int>(initialValue: Archive()) { _, _ in emission })
            stage.send(0)
            #expect(stage.last.pages == 3)
        }
    }

    @Test("Operators filter and report")
    func operators() {
        let reports = Record<String>()
        let stage = Stage(
            Volume().allowing { _, title in title != "B" }.reporting { reports.append("\($0.changes) \($1.changes)") })
        stage.send("A", "B")
        #expect(stage.last.changes == 1)
        #expect(reports.elements == ["0 1", "1 1"])
    }
}
