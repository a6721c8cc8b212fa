import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The faults of a merge that is built from a stream per action.
@Suite("Faults of merging", .timeLimit(.hang), .misuse)
struct MergeFaultTests {
    @Test("Child state lost per action", .tags(.stateLives), arguments: Host.allCases)
    func stateLost(host: Host) async {
        let merged = Interactors.Merge(Sum.digits(), Sum.constant(0))
        #expect(await host.states(of: merged, [1, 2, 3]).last == 102_030)
    }

    @Test("Initial state re-emitted per action", .tags(.start), arguments: Host.allCases)
    func initialAgain(host: Host) async {
        let silent = Interact<Int, Int>(initialValue: 7) { _, _ in .none }
        #expect(await host.states(of: Interactors.Merge(silent, silent), [1, 2, 3]) == [7])
    }

    @Test("Initial state missing without an action", .tags(.start), arguments: Host.allCases)
    func initialMissing(host: Host) async {
        #expect(await host.states(of: Interactors.Merge(Sum.digits(from: 7), Sum.digits())) == [7])
    }

    @Test(".perform never delivered", arguments: Host.allCases) func performLost(host: Host) async {
        let performing = Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, send in await send { $0 += 1 } } }
        #expect(await host.states(of: Interactors.Merge(performing, EmptyInteractor()), [1]) == [0, 0, 1])
    }

    @Test(".observe blocks the second child", arguments: Host.allCases) func observeBlocks(host: Host) {
        let work = HeldWork()
        let observing = Interact<Int, Int>(initialValue: 0) { _, _ in .observe { _, _ in await work.run() } }
        let stage = Stage(Interactors.Merge(observing, Sum.digits()), in: host)
        stage.send(1, 2)
        #expect(work.waitingCount == 2)
        #expect(stage.states == [0, 0, 1, 1, 12])
    }

    @Test("Debounce inside it never coalesces", arguments: Host.allCases) func debounceInside(host: Host) {
        let clock = TestClock()
        let delayed = DebounceInteractor(for: .seconds(1), clock: clock) { Sum.digits() }
        let stage = Stage(Interactors.Merge(delayed, EmptyInteractor()), in: host)
        stage.send(1, 2, 3)
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 3])
    }

    @Test("MergeMany: no way to say which child an effect belongs to", arguments: Host.allCases)
    func whichChild(host: Host) {
        struct Load: Hashable, Sendable { let row: Int }
        let works = (0..<3).map { _ in HeldWork() }
        let rows = works.indices.map { row in
            Interact<Int, Int>(initialValue: 0) { _, action in
                if action == 10 + row { return .cancel(id: Load(row: row)) }
                guard action < 10 else { return .none }
                return .perform(id: Load(row: row), policy: .dropNew) { _, _ in await works[row].run() }
            }
        }
        let stage = Stage(Interactors.MergeMany(interactors: rows), in: host)
        stage.send(1, 11)
        #expect(works.map(\.waitingCount) == [1, 0, 1])
    }
}
