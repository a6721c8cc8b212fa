import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A child whose slice is a case of an enum: entering and leaving the case.
@Suite(.timeLimit(.hang))
struct WhenLeavingTests {
    let works = Screen.Works()

    typealias State = Screen.State

    @Test("A child action enters the case, from the child's initial value", arguments: Host.allCases)
    func enter(host: Host) {
        let stage = Stage(Screen.feature(Screen.Works()), in: host)
        #expect(stage.send(.child(.add(1)), .child(.add(1))).states == [.idle(0), .results(51), .results(52)])
    }

    @Test("The child starts from the slice when the parent enters the case", arguments: Host.allCases)
    func slice(host: Host) {
        let stage = Stage(Screen.feature(Screen.Works()), in: host)
        #expect(stage.send(.enter(3), .child(.add(1))).states == [.idle(0), .results(3), .results(4)])
    }

    @Test("Leaving the case drops the child's state: the next child action starts afresh", arguments: Host.allCases)
    func afresh(host: Host) {
        let stage = Stage(Screen.feature(Screen.Works()), in: host)
        stage.send(.child(.add(1)), .leave, .child(.add(2)))
        #expect(stage.states == [.idle(0), .results(51), .idle(0), .results(52)])
    }

    /// The ways in which the slice becomes absent while an effect of the child runs.
    static let ways: [[Screen.Action]] = [[.leave], [.leaveLater]]

    @Test(
        "Whoever of the parent leaves the case, the child's effect is cancelled and does not flip it back",
        arguments: ways,
        Host.allCases)
    func lateState(way: [Screen.Action], host: Host) {
        let stage = Stage(Screen.feature(works), in: host)
        stage.send(.enter(3), .child(.work))
        for action in way { stage.send(action) }
        stage.release(works.parent)
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.release(works.child).last == .idle(way == [.leave] ? 0 : 7))
    }

    @Test(
        "A child that goes with the state of its first part gives the action to no later one", arguments: Host.allCases)
    func leavingBetweenParts(host: Host) {
        let handled = Record<Int>()
        func part(_ number: Int) -> Interact<Tree, Act> {
            Interact(initialValue: Tree()) { _, _ in
                handled.append(number)
                return .perform { _, _ in handled.append(number * 10) }
            }
        }
        let leaving = Interact<Tree, Act>.changing(Tree()) { tree, act in
            if case .step = act { tree.optional = Tree() } else { tree.optional = nil }
        }
        let feature = leaving.when(stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState) {
            part(1)
            part(2)
        }
        let stage = Stage(feature, in: host)
        stage.send(.step(0), .optional(.step(0)))
        #expect(handled.elements == [1])
        #expect(stage.last.optional == nil)
    }

    @Test("A delayed action that leaves the case cancels the child's effect", arguments: Host.allCases)
    func delayedLeaving(host: Host) {
        let clock = TestClock()
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) { Screen.parent(works, initial: .results(1)) }
            .when(stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState) { Screen.child(works) }
        let stage = Stage(feature, in: host)
        stage.send(.child(.watch))
        stage.advance(clock, by: .seconds(1))
        stage.send(.leave)
        stage.advance(clock, by: .seconds(1))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.last == .idle(0))
    }

    @Test("A sibling of the parent that leaves the case cancels the child's effect", arguments: Host.allCases)
    func siblingLeaving(host: Host) {
        let sibling = Interact<State, Screen.Action>(initialValue: .results(1)) { state, action in
            guard action == .leaveLater else { return .none }
            state = .idle(9)
            return .state
        }
        let stage = Stage(Interactors.Merge(Screen.feature(works, initial: .results(1)), sibling), in: host)
        stage.send(.child(.watch), .leaveLater)
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.last == .idle(9))
    }

    @Test("No effect of the child starts if the parent leaves the case when it handles the child's state")
    func leavingAtOnce() {
        let refusing = Interact<State, Screen.Action>.changing(.results(1)) { state, action in
            if case .childState = action { state = .idle(2) }
        }
        let feature = refusing.when(stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState) {
            Screen.child(works)
        }
        let stage = Stage(feature)
        stage.send(.child(.work))
        #expect(works.child.starts.count == 0)
        #expect(stage.states == [.results(1), .idle(2)])
    }

    struct House: Sendable, Hashable {
        var screen = State.results(1)
    }

    @CasePathable enum HouseAction: Sendable {
        case screen(Screen.Action)
        case screenState(State)
        case close
    }

    @Test("A grandparent that leaves the case cancels the grandchild's effect at once", arguments: Host.allCases)
    func grandparentLeaving(host: Host) {
        let house = Interact<House, HouseAction>(initialValue: House()) { house, action in
            switch action {
            case .screenState(let state): house.screen = state
            case .close: house.screen = .idle(3)
            case .screen: break
            }
            return .state
        }
        let feature = house.when(stateIs: \.screen, actionIs: \.screen, stateAction: \.screenState) {
            Screen.feature(works, initial: .results(1))
        }
        let stage = Stage(feature, in: host)
        stage.send(.screen(.child(.watch)), .close)
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.last.screen == .idle(3))
        #expect(stage.send(.screen(.child(.add(1)))).last.screen == .results(51))
    }

    @Test("The continuation of an effect of the child starts from the current slice", arguments: Host.allCases)
    func concatenation(host: Host) {
        let stage = Stage(Screen.feature(works, initial: .results(1)), in: host)
        stage.send(.child(.concatenated), .enter(9))
        #expect(stage.release(works.child).states == [.results(1), .results(1), .results(9), .results(9)])
    }

    @Test("An observing child reads the slice, not its own last state", arguments: Host.allCases)
    func reading(host: Host) {
        let stage = Stage(Screen.feature(works, initial: .results(1)), in: host)
        stage.send(.child(.watch), .enter(9))
        #expect(stage.release(works.child).last == .results(10))
    }

    @CasePathable enum Place: Sendable, Equatable {
        case outside
        case inside(Int)
    }

    @CasePathable enum Move: Sendable, Equatable {
        case enter(Int)
        case child(Int)
        case childState(Int)
    }

    @Test(
        "What a child does to its state after it was dropped, in the same step, is gone when it starts again",
        arguments: Host.allCases)
    func changedAfterwards(host: Host) {
        let seen = Record<Int>()
        let parent = Interact<Place, Move>(initialValue: .outside) { place, move in
            switch move {
            case .enter(let number): place = .inside(number)
            case .child: break
            case .childState(let number):
                seen.append(number)
                // The child's last state is negative.
                place = number < 0 ? .outside : .inside(number)
            }
            return .state
        }
        let feature = parent.when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) {
            Interact(initialValue: 0) { count, number in
                count += number
                return .state
            }
            // The first part has dropped the child by now.
            Interact(initialValue: 0) { count, _ in
                count += 1_000
                return .unshown
            }
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(.enter(5), .child(-6)).last == .outside)
        stage.send(.child(2))
        #expect(seen.elements == [-1, 2])
        #expect(stage.last == .inside(2))
    }

    /// Gives two states for each action: the action, and the number after it.
    private struct Counting: Interactor {
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            let last = Locked<Int?>(nil)
            return AsyncStream {
                if let number = last.withLock({ $0.take() }) { return number + 1 }
                let number = await upstream.first { _ in true }
                last.withLock { $0 = number }
                return number
            }
        }
    }

    @Test("A transformer with whose first state the parent leaves the case tells it no other", arguments: Host.allCases)
    func leavingTransformer(host: Host) {
        let seen = Record<Int>()
        let parent = Interact<Place, Move>(initialValue: .inside(0)) { place, move in
            switch move {
            case .enter(let number): place = .inside(number)
            case .child: break
            case .childState(let number):
                seen.append(number)
                place = .outside
            }
            return .state
        }
        let stage = Stage(
            parent.when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) { Counting() },
            in: host)
        stage.send(.child(1))
        #expect(seen.elements == [1])
        stage.send(.enter(5), .child(7))
        #expect(seen.elements == [1, 7])
        #expect(stage.last == .outside)
        #expect(stage.finish().hasEnded)
    }
}
