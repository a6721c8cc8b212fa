import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("What looks at the end of a step", .timeLimit(.hang))
struct FollowingOrderTests {
    /// Gives no states, and tells when it gets one of the child.
    private struct Observer: Interactor {
        let story: Record<String>

        func interact(_ upstream: AsyncStream<Act>) -> AsyncStream<Tree> {
            upstream.compactMap { [story] act -> Tree? in
                if case .fixedState = act { story.append("parent") }
                return nil
            }.eraseToStream()
        }
    }

    @Test("waits until a transformer has handled the state that the one before it emits", arguments: Host.allCases)
    func order(host: Host) {
        let story = Record<String>()
        let parent = Interactors.Merge(
            Interact<Tree, Act>(initialValue: Tree()) { state, act in
                if case .fixedState(let child) = act { state.fixed = child }
                return .unshown
            },
            Observer(story: story))
        let feature = parent.when(stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState) {
            Interact<Tree, Act>.changing(Tree()) { state, _ in state.mix(1) }
                .onChange(of: \.number) { _, _, _ in
                    story.append("first")
                    return .state
                }
                .onChange(of: \.number) { _, _, _ in
                    story.append("second")
                    return .none
                }
        }
        let stage = Stage(feature, in: host)
        stage.send(.fixed(.step(1)))
        #expect(story.elements == ["parent", "first", "parent", "second"])
        #expect(stage.finish().hasEnded)
    }
}
