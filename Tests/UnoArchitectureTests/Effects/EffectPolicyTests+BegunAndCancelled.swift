import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

// Effects that one step both begins and cancels.

extension EffectPolicyTests {
    /// A part starts an effect, and a later part of the step cancels it, by its id or by removing the part's state.
    private static func startingAndCancelling(_ starts: Record<Int>) -> [(name: String, AnyInteractor<Tree, Act>)] {
        let starting = Interact<Tree, Act>(initialValue: Tree()) { _, _ in
            .concatenate([
                .merge([
                    .perform(id: "x") { _, _ in starts.append(1) },
                    .observe(id: "y", policy: .waitTurn) { _, _ in starts.append(2) },
                    .perform { _, _ in if Task.isCancelled { starts.append(3) } },
                ]),
                .perform { _, _ in starts.append(4) },
            ])
        }
        let cancelling = Interact<Tree, Act> { _, _ in .merge([.cancel(id: "x"), .cancel(id: "y")]) }
        let transformer = Passing<Tree, Act>()
        let leaving = Interact<Tree, Act>.changing(Tree(1)) { tree, act in
            if case .step = act { tree.optional = Tree() } else { tree.optional = nil }
        }
        return [
            ("merge", Interactors.Merge(starting, cancelling).eraseToAnyInteractor()),
            (
                "a transformer in between",
                Interactors.Merge(starting, Interactors.Merge(transformer, cancelling)).eraseToAnyInteractor()
            ),
            (
                "when",
                leaving.when(
                    stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState,
                    childActions: .forwarded
                ) { starting }.eraseToAnyInteractor()
            ),
            ("ifLet", leaving.ifLet(\.optional, action: \.optional) { starting }.eraseToAnyInteractor()),
        ]
    }

    /// Passes its actions and emits nothing.
    private struct Passing<State: Sendable, Action: Sendable>: Interactor {
        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
            upstream.compactMap { _ in nil as State? }.eraseToStream()
        }
    }

    @Test("An effect that one step both begins and cancels never starts", arguments: Host.allCases, 0..<4)
    func begunAndCancelled(host: Host, index: Int) {
        let starts = Record<Int>()
        let (name, feature) = Self.startingAndCancelling(starts)[index]
        let stage = Stage(feature, in: host)
        // The first effect of each follows what was cancelled by its id, and is dropped with its scope.
        for _ in 0..<2 { stage.send(.step(0), .optional(.step(0))) }
        #expect(starts.elements == (index < 2 ? [4, 4, 4, 4] : []), "\(name)")
        #expect(stage.finish().hasEnded)
    }

    @Test("An effect of a row that is removed in the step never starts", arguments: Host.allCases)
    func begunAndRemoved(host: Host) {
        let works = Board.Works()
        let feature = Interact<Board, Board.Action>(initialValue: Board(3)) { board, action in
            if case .row = action { board.rows = [] }
            return .state
        }.forEach(\.rows, action: \.row) { Board.RowFeature(works: works) }
        let stage = Stage(feature, in: host)
        #expect(stage.send(.row(1, .work)).last.rows.isEmpty)
        #expect(works.begun.elements == [])
    }

    /// A step cancels an effect, is suspended by a transformer while the effect's task ends, and then cancels an effect
    /// that waits its turn. A part before or after the transformer started the waiting effect.
    @Test("An effect that one step both queues and cancels never starts", arguments: [true, false])
    func turnWithinAStep(waitsBeforeTheTransformer: Bool) {
        let (first, second) = (HeldWork(), HeldWork())
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        func part(_ emission: @escaping @Sendable (Int) -> Emission<Int>) -> Interact<Int, Int> {
            Interact(initialValue: 0) { _, number in emission(number) }
        }
        let beginning = part { number in
            switch number {
            case 1: .perform(id: 0) { _, _ in await first.run() }
            case 2: .cancel(id: 0)
            default: .state
            }
        }
        let waiting = part { number in
            number == 2 ? .perform(id: 0, policy: .waitTurn) { _, _ in await second.run() } : .none
        }
        let cancelling = part { number in number == 2 ? .cancel(id: 0) : .none }
        let parts: [AnyInteractor<Int, Int>] =
            waitsBeforeTheTransformer
            ? [AnyInteractor(waiting), AnyInteractor(slow)] : [AnyInteractor(slow), AnyInteractor(waiting)]
        let stage = Stage(
            Interactors.CollectInteractors {
                beginning
                Interactors.MergeMany(interactors: parts)
                cancelling
            }
        )
        stage.send(1)
        stage.release(slow.work)
        stage.send(2)
        #expect(first.endings.elements == [.cancelled] && second.starts.count == 0)
        stage.release(slow.work)
        stage.send(3)
        stage.release(slow.work)
        #expect(second.starts.count == 0)
    }
}
