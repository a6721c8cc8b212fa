import TestSupport
import Testing
import UnoArchitecture

@Suite(.timeLimit(.hang)) struct ChoosingACompositionTests {
    typealias Examples = ChoosingACompositionExamples

    static let features: [(name: String, feature: AnyInteractor<Examples.AppState, Examples.AppAction>)] = [
        ("when", Examples.WithWhen().eraseToAnyInteractor()),
        ("scope", Examples.WithScope().eraseToAnyInteractor()),
        ("lifted", Examples.lifted.eraseToAnyInteractor()),
        ("machine", Examples.WithMachine().eraseToAnyInteractor()),
    ]

    @Test(arguments: features.indices)
    func `Each way of composing counts`(index: Int) async {
        let (name, feature) = Self.features[index]
        let states = await Host.runtime.states(of: feature, [.counter(.increment), .counter(.increment)])
        #expect(states.map(\.count) == [0, 1, 2], "\(name)")
    }

    @Test func `With when the parent has the last word`() async {
        let states = await Host.runtime.states(
            of: Examples.WithWhen(),
            Array(repeating: .counter(.increment), count: 12)
        )
        #expect(states.last == .init(count: 10, proposals: 12))
    }
}
