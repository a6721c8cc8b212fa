import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Suite("The features of the articles on coming from elsewhere", .timeLimit(.hang))
struct ComingFromElsewhereTests {
    private struct Closed: Error {}

    private let library = Catalogue { ["\($0) I", "\($0) II"] }
    private let closed = Catalogue { _ in throw Closed() }

    @Test("The Composable Architecture: the test of the article passes, and a failure is shown")
    func composableArchitecture() async {
        await FromComposableArchitecture.test()
        let harness = InteractorTestHarness { FromComposableArchitecture.Search(catalogue: closed, clock: $0) }
        await harness.send(.typed("Emm")) { $0.query = "Emm" }
        await harness.send(.typed("Emma")) { $0.query = "Emma" }
        await harness.advance(by: .milliseconds(300))
        await harness.receive(\.found.failure) { $0.failure = "Closed()" }
        await harness.finish()
    }

    @Test("The Composable Architecture: one destination takes the place of another")
    func destinations() async {
        let harness = InteractorTestHarness { clock in
            FromComposableArchitecture.Desk(search: .init(catalogue: library, clock: clock))
        }
        await harness.send(.searchTapped) { $0.destination = .search(.init()) }
        await harness.send(\.destination.search, .typed("Emma")) { $0.destination = .search(.init(query: "Emma")) }
        await harness.send(.leaveTapped) {
            $0.destination = .question(.init("Leave?") { ButtonState("Leave", action: .leave) })
        }
        await harness.send(\.destination.question, .leave) {
            $0.destination = nil
            $0.hasLeft = true
        }
        await harness.advance(by: .milliseconds(300), wakingNothing: true)
        await harness.finish()
    }

    @Test("ReactorKit: a subscriber sees one state a step")
    func reactorKit() async {
        typealias State = FromReactorKit.Search.State
        let loading = State(query: "Emma", isLoading: true)
        let titles = ["Emma I", "Emma II"]
        let seen = await FromReactorKit.run(library)
        #expect(seen == [State(), State(query: "Emma"), loading, State(query: "Emma", titles: titles)])
        #expect(await FromReactorKit.run(closed) == [State(), State(query: "Emma"), loading, State(query: "Emma")])
    }

    @MainActor
    @Test("Combine: a burst is one search, and its titles are shown")
    func combine() async {
        let clock = TestClock()
        let (model, first) = FromCombine.type(library, clock: clock)
        let last = model.sendViewEvent(.typed("Emma!"))
        await first.finish()
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        await last.finish()
        #expect(model.titles == ["Emma! I", "Emma! II"])
    }

    @Test("Mobius: the decision is a value, and the effect is run")
    func mobius() async {
        FromMobius.test()
        #expect(await FromMobius.run(library) == .found(["Emma I", "Emma II"]))
        #expect(await FromMobius.run(closed) == .failed("Closed()"))
    }

    @Test("SwiftRex: a lifted reducer and a lifted middleware make a runtime")
    func swiftRex() async {
        let runtime = FromSwiftRex.makeRuntime(library)
        await runtime.send(.search(.typed("Emma"))).finish()
        #expect(await runtime.state?.search.titles == ["Emma I", "Emma II"])
        await runtime.shutdown(.drain)
    }

    @Test("Actomaton: the task of an action is awaited with its effects")
    func actomaton() async {
        #expect(await FromActomaton.run(library)?.titles == ["Emma I", "Emma II"])
        #expect(await FromActomaton.run(closed)?.titles == [])
        let harness = InteractorTestHarness(FromActomaton.Search(catalogue: library))
        await harness.send(.typed("Emma")) { $0.query = "Emma" }
        await harness.receive(\.found) { $0.titles = ["Emma I", "Emma II"] }
        await harness.send(.clear) { $0 = .init() }
        await harness.finish()
    }

    @MainActor
    @Test("Lattice: a debounced child finds, its parent shows it")
    func lattice() async {
        await FromLattice.test()
        let clock = TestClock()
        let (titles, find) = FromLattice.find(library, clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        await find.finish()
        #expect(titles() == ["Emma I", "Emma II"])
    }

    @Test("TCA-SM: the decision is a value, and the effect is run")
    func tcaSM() async {
        FromTCASM.test()
        #expect(await FromTCASM.run(library) == .found(["Emma I", "Emma II"]))
        #expect(await FromTCASM.run(closed) == .found([]))
    }
}
