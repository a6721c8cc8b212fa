import TestSupport
import UnoArchitecture

/// A parent whose state has two cases, and a child in the second.
enum Screen {
    @CasePathable enum State: Sendable, Hashable {
        case idle(Int)
        case results(Int)
    }

    enum ChildAction: Sendable, Hashable {
        case add(Int)
        case work, concatenated, watch
    }

    @CasePathable enum Action: Sendable, Hashable {
        case enter(Int)
        case leave, leaveLater
        case child(ChildAction)
        case childState(Int)
    }

    /// Lets a test control and observe the effects.
    struct Works: Sendable {
        let child = HeldWork()
        let parent = HeldWork()
        /// The actions that the parent's handler received.
        let seen = Record<Action>()
    }

    static func child(_ works: Works, initial: Int = 50) -> Interact<Int, ChildAction> {
        Interact(initialValue: initial) { count, action in
            switch action {
            case .add(let summand):
                count += summand
                return .state
            case .work:
                return .perform { _, send in
                    guard await works.child.run() == .released else { return }
                    await send { $0 += 1_000 }
                }
            case .concatenated: return .concatenate([.perform { _, _ in await works.child.run() }, .state])
            case .watch:
                return .observe { state, send in
                    while await works.child.run() == .released {
                        let count = await state.current
                        await send { $0 = count + 1 }
                    }
                }
            }
        }
    }

    static func parent(_ works: Works, initial: State) -> Interact<State, Action> {
        Interact(initialValue: initial) { state, action in
            works.seen.append(action)
            switch action {
            case .enter(let count): state = .results(count)
            case .leave: state = .idle(0)
            case .leaveLater:
                return .perform { _, send in
                    await works.parent.run()
                    await send { $0 = .idle(7) }
                }
            case .child: break
            case .childState(let count): state = .results(count)
            }
            return .state
        }
    }

    static func feature(
        _ works: Works, initial: State = .idle(0), childActions: ChildActions = .consumed
    ) -> AnyInteractor<State, Action> {
        parent(works, initial: initial)
            .when(
                stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState, childActions: childActions
            ) { child(works) }
            .eraseToAnyInteractor()
    }
}
