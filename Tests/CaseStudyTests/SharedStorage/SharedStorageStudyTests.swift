import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoStorageTesting
import UnoTesting

@Suite("Case study: statistics shared by two tabs, in memory and in a file", .timeLimit(.hang))
struct SharedStorageStudyTests {
    @Test func `Each tab sees what the other one does`() async {
        let stats = SharedRecorder(Stats())
        let harness = InteractorTestHarness(SharedStorageStudy(stats: stats.shared))
        await harness.send(.counter(.increment)) {
            $0.counter.stats.add(1)
            $0.profile.add(1)
        }
        stats.expect { $0.add(1) }
        await harness.send(.selected(.profile)) { $0.tab = .profile }
        await harness.send(.profile(.reset)) { ($0.profile, $0.counter.stats) = (Stats(), Stats()) }
        stats.expect { $0 = Stats() }
        await harness.send(.counter(.askWhetherPrime)) { $0.counter.isPrime = false }
        await harness.finish()
        stats.finish()
    }

    @Test func `The statistics survive a relaunch, in a file`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func launch() -> Shared<Stats> {
            Shared(Stats(), storage: FileStorage(folder.appending(path: "stats.json")), clock: TestClock())
        }
        let stats = launch()
        let harness = InteractorTestHarness(CounterTab(stats: stats), exhaustivity: .off)
        for _ in 1...3 { await harness.send(.increment) }
        await harness.finish()
        try await stats.flush()

        let next = InteractorTestHarness(CounterTab(stats: launch()))
        await next.send(.askWhetherPrime) { $0.isPrime = true }
        await next.finish()
    }
}
