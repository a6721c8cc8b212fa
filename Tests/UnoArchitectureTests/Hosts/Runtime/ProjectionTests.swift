import TestSupport
import Testing
import UnoArchitecture

@Suite(.timeLimit(.hang)) struct ProjectionTests {
    let works = Garden.Works()

    func runtime() -> Runtime<Garden, Garden.Action> {
        Runtime(
            Interactors.Merge(
                Scope(state: \Garden.plot, action: \Case<Garden.Action>.plot) { Garden.plotFeature(works) },
                Garden.parent(works))
        )
    }

    /// The states emitted for `plant(1)`, two changes of another part, and `plant(2)`.
    func states(_ make: (Runtime<Garden, Garden.Action>) -> RuntimeProjection<Garden.Plot, Garden.PlotAction>) async
        -> [[Int]]
    {
        let runtime = runtime()
        let projection = make(runtime)
        let states = projection.states(.unbounded)
        await projection.deliver(.plant(1)).finish()
        await runtime.deliver(.lend(nil)).finish()
        await runtime.deliver(.lend(.init())).finish()
        await projection.send(.plant(2)).finish()
        async let end: Void = runtime.shutdown(.drain)
        let collected = await states.reduce(into: []) { $0.append($1.plants) }
        await end
        return collected
    }

    @Test func `A projection emits the states in which its part has changed`() async {
        #expect(await states { $0.projection(action: \.plot, state: \.plot) } == [[], [1], [1, 2]])
    }

    @Test func `A projection can emit every state, or use a given comparison`() async {
        #expect(
            await states { $0.projection(action: \.plot, state: \.plot, emitting: .always) }
                == [[], [1], [1], [1], [1, 2]]
        )
        #expect(
            await states {
                $0.projection(
                    action: Garden.Action.plot, state: { $0.plot },
                    emitting: .when { $1.plants.count > $0.plants.count + 1 })
            } == [[], [1, 2]])
    }

    @Test func `A projection reads the current part`() async {
        let runtime = runtime()
        let projection = runtime.projection(action: \.plot, state: \.plot)
        await projection.send(.plant(3)).finish()
        #expect(await projection.state?.plants == [3])
    }

    @Test func `An action for which a projection has none is not sent`() async {
        let runtime = runtime()
        let projection = runtime.projection(
            action: { (plant: Int) in plant > 0 ? .plot(.plant(plant)) : nil }, state: \.plot.plants,
            emitting: .removeDuplicates)
        #expect(projection.send(-1).outcome == .rejected(.notForwarded))
        #expect(await projection.deliver(-2).outcome == .rejected(.notForwarded))
        await projection.send(3).finish()
        #expect(await projection.state == [3])
        #expect(runtime.counters.accepted == 1)
    }
}
