import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

/// Asks to be dismissed at each action, and presents itself.
private struct Folding: Interactor {
    var body: some Interactor<Doll, DollAction> {
        Interact<Doll, DollAction> { _, _ in .dismiss() }
        EmptyInteractor<Doll, DollAction>().presents(\.inner, action: \.shown) { Folding().eraseToAnyInteractor() }
    }
}

@Suite("Dismissals of many levels in one step", .timeLimit(.hang)) struct DismissalDepthTests {
    @Test(arguments: [2, Sanitizer.stackFactor == 1 ? 300 : 20]) func `each hold the emission back`(levels: Int) {
        let feature = Interact<Doll, DollAction>(initialValue: Doll.levels(levels)) { _, _ in .state }
            .presents(\.inner, action: \.shown) { Folding() }
        // Made here: releasing a deeply nested value takes stack, too.
        let action = (0..<levels).reduce(DollAction.close) { action, _ in .shown(.presented(action)) }
        let states = onStack(ofBytes: 256 << 20) {
            let stage = Stage(feature, watching: .steps)
            stage.send(action)
            return stage.states.map { $0.inner == nil }
        }
        #expect(states == [false, true])
        withExtendedLifetime((feature, action)) {}
    }
}
