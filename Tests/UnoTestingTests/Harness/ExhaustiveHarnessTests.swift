import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("An exhaustive harness", .timeLimit(.hang))
struct ExhaustiveHarnessTests {
    static let row = Loader.Row(id: 1, name: "one")
    let loader = Loader(clock: TestClock())

    func harness() -> InteractorTestHarness<Loader.DomainState, Loader.Action> {
        InteractorTestHarness(loader, clock: loader.clock, line: 1)
    }

    @Test func `passes where everything is said`() async {
        let harness = harness()
        await harness.send(.increment) { $0.count = 1 }
        await harness.send(.load) { $0.phase = .loading(since: 1) }
        loader.work.release()
        await harness.receive(.loaded([Self.row])) { $0.phase = .loaded([Self.row]) }
        await harness.send(.loadDirectly)
        loader.work.release()
        await harness.receive { $0.phase = .loaded([]) }
        await harness.send(.watch)
        await harness.advance(by: .seconds(2))
        await harness.receive { $0.ticks = 1 }
        await harness.receive { $0.ticks = 2 }
        await harness.send(.unwatch)
        await harness.finish()
    }

    @Test func `points at the call that a failure belongs to`() async {
        let start = #line
        let found = await failures {
            let harness = harness()
            await harness.send(.increment)
        }
        #expect(found.map(\.line) == [start + 3])
        #expect(found.map(\.file) == ["ExhaustiveHarnessTests.swift"])
    }

    @Test(arguments: HarnessFault.all) func `tells what is wrong, and where`(_ fault: HarnessFault) async {
        let found = await failures {
            await fault.test(harness(), loader.work)
        }
        #expect(found.map { "\($0.line): \($0.text)" } == fault.told)
    }
}
