import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

@Suite("What a scope keeps of effects", .timeLimit(.hang))
struct AnyScopeTests {
    @Test("The line of an id is let go of with its last effect, however that ends")
    func lines() async {
        let work = HeldWork()
        let stage = Stage(
            Interact<Int, Int>(initialValue: 0) { _, id in
                id < 0 ? .cancel(id: -id) : .perform(id: id, policy: .waitTurn) { _, _ in await work.run() }
            }
        )
        let lines = Record<Int>()
        func count() -> Int? {
            stage.run { [isolation = stage.runtime.isolation] in
                lines.append(await isolation.visit { $0.engine.rootScope?.queues.count ?? -1 })
            }
            return lines.elements.last
        }
        for id in [1, 1, 2, 2, 3] { stage.send(id) }
        #expect(count() == 3)
        stage.send(-1, -2)
        #expect(count() == 1)
        stage.release(work)
        #expect(count() == 0)
        stage.send(1)
        #expect(count() == 1)
        stage.release(work)
        #expect(count() == 0)
    }
}
