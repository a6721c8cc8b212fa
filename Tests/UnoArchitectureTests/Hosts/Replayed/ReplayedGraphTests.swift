import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Graphs whose steps are asked for, one at a time.
@Suite(.timeLimit(.hang))
struct ReplayedGraphTests {
    struct Page: Sendable {
        let canary: Canary
        var part: Int?
    }

    @CasePathable
    enum Action: Sendable {
        case begin
        case part(Int)
    }

    /// Ends a graph in the step of an update, which makes a part with a transformer.
    private func endInTheStepOfAnEffect() async -> Canary.Watch {
        let canary = Canary()
        let feature = Interact<Page, Action>(initialValue: Page(canary: canary)) { _, _ in .perform { _, _ in } }
            .ifLet(\.part, action: \.part) { PullingTransformer() }
        let graph = ReplayedGraph(feature, listener: ReplayListener())
        let obstacle = await graph.drive { driver -> ReplayObstacle? in
            _ = driver.start()
            _ = driver.send(.begin, event: nil)
            guard let effect = driver.underWay.effects.first else { return .noEffect }
            return driver.update(by: effect) { _ in Page(canary: canary, part: 1) }
        }
        #expect(obstacle?.description.contains("stream transformer") == true)
        await graph.end()
        return canary.watch
    }

    @Test("A graph that ends in the step of an effect, which a transformer keeps open, releases the effect's state")
    func endsInAnOpenStep() async {
        let watch = await endInTheStepOfAnEffect()
        await watch.freed()
    }

    private func cancelsALine() async -> Canary.Watch {
        let canary = Canary()
        let feature = Interact<Page, Int>(initialValue: Page(canary: canary)) { _, number in
            switch number {
            case 1: .perform(id: "line") { _, _ in }
            case 2: .concatenate([.perform(id: "line", policy: .waitTurn) { _, _ in }, .state])
            default: .cancel(id: "line")
            }
        }
        let graph = ReplayedGraph(feature, listener: ReplayListener())
        await graph.drive { driver in
            _ = driver.start()
            for number in 1...3 { _ = driver.send(number, event: nil) }
        }
        await graph.end()
        return canary.watch
    }

    @Test("A replay that cancels an effect which waits for its turn and is followed is freed")
    func freed() async {
        let watch = await cancelsALine()
        await watch.freed()
    }
}
