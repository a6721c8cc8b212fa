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

    @CasePathable enum Action: Sendable {
        case begin
        case part(Int)
    }

    /// Ends a graph in the step of an update, which makes a part with a transformer.
    private func endInTheStepOfAnEffect() async -> Canary.Watch {
        let canary = Canary()
        let feature = Interact<Page, Action>(initialValue: Page(canary: canary)) { _, _ in .perform { _, _ in } }
            // This effect would start at the end of the step.
            .onChange(of: \.part) { _, _, _ in .perform { _, _ in } }
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

    @Test("A graph that ends in the step of an effect, which a transformer keeps open, releases the states of effects")
    func endsInAnOpenStep() async {
        await endInTheStepOfAnEffect().freed()
    }

    @Test("A step that cannot be repeated is not taken, and the driver says why")
    func obstacles() async {
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            guard number != 1 else { return .perform { _, _ in } }
            state += number
            return .state
        }
        let graph = ReplayedGraph(feature, listener: ReplayListener())
        let obstacles = await graph.drive { driver -> [ReplayObstacle?] in
            var obstacles = [driver.start(), driver.send(1, event: 7)]
            guard let effect = driver.underWay.effects.first else { return obstacles }
            obstacles += [driver.handleHeld(at: 0), driver.handleNext(), driver.follow(effect)]
            obstacles.append(driver.update(by: effect) { _ in "text" })
            driver.cancel(8)
            obstacles.append(driver.update(by: effect) { _ in 5 })
            driver.cancel(7)
            obstacles.append(driver.update(by: effect) { _ in 6 })
            obstacles += [driver.feedBack(2, by: effect), driver.dismiss(by: effect)]
            driver.end(effect)
            return obstacles
        }
        #expect(
            obstacles == [
                nil, nil, .nothingHeld, .noNextAction, .noEffect, .otherState, nil, .noEffect, .noEffect, .noEffect,
            ])
        #expect(await graph.drive { $0.state } == 5)
        #expect(await graph.drive { $0.underWay.effects } == [])
        await graph.end()
    }

    /// - Parameter ends: whether the graph is ended; otherwise it is let go of.
    private func cancelsALine(ends: Bool) async -> Canary.Watch {
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
        if ends { await graph.end() }
        return canary.watch
    }

    @Test(
        "A replay that cancels an effect which waits for its turn and is followed is freed", arguments: [true, false])
    func freed(ends: Bool) async {
        await cancelsALine(ends: ends).freed()
    }

    private func leavesAnEffect() async -> Canary.Watch {
        let canary = Canary()
        let feature = Interact<Page, Int>(initialValue: Page(canary: canary)) { _, _ in .perform { _, _ in } }
        let graph = ReplayedGraph(feature, listener: ReplayListener())
        await graph.drive { driver in
            _ = driver.start()
            _ = driver.send(1, event: nil)
        }
        return canary.watch
    }

    @Test("A replay that is let go of with an effect under way is freed")
    func isLetGoOf() async {
        await leavesAnEffect().freed()
    }
}
