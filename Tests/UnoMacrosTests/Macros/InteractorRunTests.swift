import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

/// What `@Interactor` and `@ViewStateReducer` make, at work.
@Suite("Interactors by macro", .timeLimit(.hang)) struct InteractorRunTests {
    typealias Counter = InteractorSamples.Counter
    private func states<Feature: Interactor>(of feature: Feature, _ actions: [Feature.Action]) async
        -> [Feature.DomainState]
    {
        let upstream = AsyncStream { continuation in
            for action in actions { continuation.yield(action) }
            continuation.finish()
        }
        var states: [Feature.DomainState] = []
        for await state in feature.interact(upstream) { states.append(state) }
        return states
    }

    @Test func `A feature with its types nested steps`() async {
        #expect(await states(of: Counter(), [.increment, .increment, .decrement]).map(\.count) == [0, 1, 2, 1])
    }

    @Test("The builder composes the parts of a body", arguments: [(false, [0, 1, 2]), (true, [0, 1, 2, 3])])
    func builder(isThrice: Bool, counts: [Int]) async {
        let feature = InteractorSamples.Twice(isThrice: isThrice)
        #expect(await states(of: feature, [.increment]).map(\.count) == counts)
    }

    @Test("A stream transformer, a body with a return, a generic type, a class and a public type are interactors")
    func others() async {
        #expect(await states(of: InteractorSamples.Transformer(), [4, 5]) == [4, 5])
        #expect(await states(of: InteractorSamples.Returning(), [.increment]).map(\.count) == [0, 1])
        #expect(await states(of: InteractorSamples.Generic(initial: "a"), ["b"]) == ["a", "b"])
        #expect(await states(of: InteractorSamples.Reference(), [2]) == [1, 2])
        #expect(await states(of: PublicInteractor(), ["abc", "d"]) == [0, 3, 4])
    }

    @Test func `The types that a body names are those of its interactor`() async {
        #expect(await states(of: InteractorSamples.Typed(), ["abc", ""]) == [0, 3, 3, 3, 103])
        #expect(await states(of: InteractorSamples.ErasedBody(), ["abc"]) == [0, 3])
        #expect(await states(of: InteractorSamples.Aliased(), ["abc"]) == [0, 3])
        #expect(await states(of: InteractorSamples.Inlinable(), ["abc"]) == [0, 3])
    }

    @Test func `A view-state reducer brings the view state up to date, by its function or by its body`() {
        var title = InteractorSamples.TitleView.ViewState()
        InteractorSamples.TitleView().reduce(Counter.DomainState(count: 3), into: &title)
        #expect(title.text == "3 clicks")
        InteractorSamples.ShoutingView().reduce(Counter.DomainState(count: 4), into: &title)
        #expect(title.text == "4 clicks!")
        InteractorSamples.TypedView().reduce(Counter.DomainState(count: 5), into: &title)
        #expect(title.text == "5 clicks!")
    }
}
