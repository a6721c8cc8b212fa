import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoTesting

@Suite("The articles on running features, on collections and on lifting", .timeLimit(.hang))
struct RunningArticlesTests {
    @Test("The marbles of the article on streams hold, and a bounded reader misses no state")
    func streams() async {
        await Streams.marbles()
        await Streams.debounced()
        let (every, newest) = await Streams.readers(of: 5)
        #expect(every == [0, 1, 3, 6, 10, 15])
        #expect(newest == 15)
        await validate("1-2-3|", yields: "1---3|", actions: ["1": 1, "2": -2, "3": 3]) { _ in Streams.Positive() }
    }

    @Test("A runtime is sent to, awaited, read through a projection and ended, on every executor")
    func runtimes() async {
        let stored = Locked<[Int]>([])
        #expect(await Runtimes.run { total in stored.withLock { $0.append(total) } } == 2)
        await Runtimes.executors { total in stored.withLock { $0.append(total) } }
        #expect(stored.withLock { $0 } == [0, 0, 0])
    }

    @Test("An array with ids is changed, and a row's effects end with it")
    func collections() async {
        var laps: IdentifiedArrayOf<Collections.Lap> = []
        Collections.change(&laps)
        #expect(laps == [.init(id: 1, note: "Fast")])
        await Collections.test()
    }

    @Test("A lifted reducer and a lifted middleware make an app, and a failure is an action")
    func lifting() async {
        Lifted.testReducer()
        await Lifted.testApp()
        let harness = InteractorTestHarness(Lifted.makeApp { _ in throw CancellationError() })
        await harness.send(.weather(.load("Oslo"))) {
            $0.weather.city = "Oslo"
            $0.loads = 1
        }
        await harness.receive(.weather(.failed))
        await harness.send(.reset) { $0 = .init() }
        await harness.finish()
    }
}
