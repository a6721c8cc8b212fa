import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Decisions of the contract about the order within a step, on every host.
@Suite("Decisions on every host", .timeLimit(.hang))
struct DecisionTableTests {
    @Test("dropNew does not drop an effect for a cancelled one that has not ended", arguments: LawHost.allCases)
    func dropNew(host: LawHost) async {
        let (gate, opener) = AsyncStream<Never>.makeStream()
        let feature = Interact<[Int], Int>(initialValue: []) { state, number in
            state.append(number)
            switch number {
            // The task inside is not cancelled with the effect.
            case 0: return .perform(id: "x", policy: .dropNew) { _, _ in await Task { for await _ in gate {} }.value }
            default:
                return .merge([
                    .cancel(id: "x"),
                    .perform(id: "x", policy: .dropNew) { _, send in
                        opener.finish()
                        await send { $0.append(10) }
                    },
                ])
            }
        }
        let states = await host.states(of: feature, [0, 1])
        #expect(states == [[], [0], [0, 1], [0, 1, 10]])
    }

    @Test("A when child that goes with its first part's state has no second part's", arguments: LawHost.allCases)
    func leavingBetweenParts(host: LawHost) async {
        let handled = Record<Int>()
        func part(_ number: Int) -> Interact<Tree, Act> {
            Interact(initialValue: Tree()) { _, _ in
                handled.append(number)
                return .state
            }
        }
        let leaving = Interact<Tree, Act>.changing(Tree()) { tree, act in
            if case .step = act { tree.optional = Tree() } else { tree.optional = nil }
        }
        let feature = leaving.when(stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState) {
            part(1)
            part(2)
        }
        let states = await host.states(of: feature, [.step(0), .optional(.step(0)), .step(0)])
        #expect(handled.elements == [1])
        #expect(states.map { $0.optional != nil } == [false, true, false, true])
    }

    @Test("An effect's action that an earlier part has cancelled with it is not held", arguments: LawHost.allCases)
    func held(host: LawHost) async {
        let clock = TestClock()
        let cancelling = Interact<[Int], Int>(initialValue: []) { _, number, dispatch in
            switch number {
            case 0: .perform(id: "x") { _, _ in await dispatch(1) }
            case 1: .cancel(id: "x")
            default: .none
            }
        }
        // The finish handles at once what is held.
        let debounced = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<[Int], Int>.changing { numbers, number in numbers.append(number) }
        }
        #expect(await host.states(of: Interactors.Merge(cancelling, debounced), [0]).last?.contains(1) == false)
    }
}
