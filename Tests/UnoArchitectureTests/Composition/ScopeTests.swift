import TestSupport
import Testing
import UnoArchitecture

@Suite(.timeLimit(.hang)) struct ScopeTests {
    let works = Garden.Works()

    /// A scope before the part that declares the state.
    @InteractorBuilder<Garden, Garden.Action>
    func garden() -> some Interactor<Garden, Garden.Action> {
        Scope(state: \.plot, action: \.plot) { Garden.plotFeature(works) }
        Garden.parent(works)
    }

    @Test(arguments: Host.allCases)
    func `A child changes its part of the parent's state, and its emissions emit the parent's state`(host: Host) async {
        let states = await host.states(of: garden(), [.plot(.plant(1)), .plot(.plant(2))])
        #expect(states.map(\.plot.plants) == [[], [1], [1, 2]])
    }

    @Test(arguments: Host.allCases) func `A child sees at once how the parent changed its part`(host: Host) async {
        let states = await host.states(of: garden(), [.replace(.init(plants: [7])), .plot(.plant(8))])
        #expect(states.last?.plot.plants == [7, 8])
    }

    @Test func `The parts beside a scope handle the child's actions, in the order written`()
        async
    {
        _ = await Host.runtime.states(of: garden(), [.plot(.plant(1))])
        #expect(works.seen.elements == [.plot(.plant(1))])
    }

    @Test(arguments: Host.allCases)
    func `An effect of a child changes the child's part and emits the parent's state`(host: Host) {
        let stage = Stage(garden(), in: host)
        stage.send(.plot(.work), .replace(.init(plants: [5])))
        #expect(stage.release(works.child).last.plot.plants == [5, 1_000])
    }

    @Test func `An effect of a child reads the child's current part`() {
        let stage = Stage(garden())
        stage.send(.plot(.watch), .replace(.init(plants: [5, 6, 7])))
        #expect(stage.release(works.child).last.plot.plants == [5, 6, 7, 3])
    }

    @Test func `Effect ids of a child and of the parent are separate`() {
        let stage = Stage(garden())
        stage.send(.plot(.work), .work, .stopWork)
        #expect(stage.release(works.child).last.plot.plants == [1_000])
        stage.send(.plot(.work), .work, .plot(.stopWork))
        #expect(stage.release(works.parent).last.plot.plants == [1_000, 2_000])
    }

    @Test func `A part is changed in place, through every kind of slice and level`() async {
        let runtime = Runtime(Farm())
        for _ in 0..<3 { await runtime.deliver(.grow(1)).finish() }
        let crops = await runtime.state?.crops ?? []
        #expect(crops.map { $0.numbers[0] } == [3, 3, 3, 3])
        #expect(crops.map(\.moves) == [0, 0, 0, 0])
    }

    @Test(arguments: Host.allCases)
    func `A stream transformer as the child changes the parent's part`(host: Host) async {
        let states = await host.states(of: TransformedTally(), [1, 2])
        #expect(states.map(\.sum) == [0, 10, 20])
    }

    @Test(arguments: Host.allCases)
    func `A graph of scopes starts from the initial value of the enclosing type`(host: Host) async {
        let states = await host.states(of: ScopedTally(), [7])
        #expect(states.map(\.sum) == [4, 47, 470])
    }

    @Test(arguments: Host.allCases)
    func `A when in a scope, and scopes in its child, obey the laws of both`(host: Host) async {
        let states = await host.states(of: BookOfTallies(), [.add(3), .add(4)])
        #expect(states.map(\.tally.sum) == [0, 3, 30, 304, 3040])
    }
}
