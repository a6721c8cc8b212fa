import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStorage
import UnoTesting

/// Whatever stands between a child and a part of it passes the child's start and its end on.
@Suite("A part starts and stops with the child that it belongs to", .timeLimit(.hang))
struct NodeTests {
    struct Nest: Sendable, Equatable {
        var number = 0
        var copy = 0
        var part: Int? = 0
        var rows = [0]
        var stack = StackState([0])
    }

    @CasePathable enum NestAction: Sendable {
        case number(Int)
        case row(IdentifiedAction<Int, Int>)
        case shown(PresentationAction<Int>)
        case pushed(StackAction<Int, Int>)
    }

    @CasePathable enum Action: Sendable {
        case set(Nest?)
        case nest(NestAction)
    }

    /// Never yields and never reads an action.
    struct Silent<State: Sendable, Action: Sendable>: Interactor {
        let starts: Record<Void>
        let ends: Record<Void>
        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
            starts.append()
            let (states, continuation) = AsyncStream<State>.makeStream()
            continuation.onTermination = { [ends] _ in ends.append() }
            return states
        }
    }

    enum Place: CaseIterable, Sendable {
        case first, second, oneOfMany, parentOfScope, scope, parentOfOptional, optional, parentOfRows, row,
            parentOfChild
        case child, parentOfShown, shown, parentOfPushed, pushed, debounced, throttled, wrapped, watched, following,
            erased, ending
    }

    let starts = Record<Void>()
    let ends = Record<Void>()

    private var inner: Silent<Int, Int> { Silent(starts: starts, ends: ends) }

    private func nest(with place: Place) -> AnyInteractor<Nest, NestAction> {
        let outer = Silent<Nest, NestAction>(starts: starts, ends: ends)
        let idle = Interact<Nest, NestAction>(initialValue: Nest()) { _, _ in .none }
        let still = Interact<Int, Int>(initialValue: 0) { _, _ in .none }
        let both = Interactors.Merge(idle, outer)
        let clock = TestClock()
        return switch place {
        case .first: Interactors.Merge(outer, idle).eraseToAnyInteractor()
        case .second: both.eraseToAnyInteractor()
        case .oneOfMany:
            Interactors.MergeMany(interactors: [idle.eraseToAnyInteractor(), both.eraseToAnyInteractor()])
                .eraseToAnyInteractor()
        case .parentOfScope:
            Interactors.Merge(both, Scope(state: \.number, action: \.number) { still }).eraseToAnyInteractor()
        case .scope: Interactors.Merge(idle, Scope(state: \.number, action: \.number) { inner }).eraseToAnyInteractor()
        case .parentOfOptional: both.ifLet(\.part, action: \.number) { still }.eraseToAnyInteractor()
        case .optional: idle.ifLet(\.part, action: \.number) { inner }.eraseToAnyInteractor()
        case .parentOfRows: both.forEach(\.rows, id: \.self, action: \.row) { still }.eraseToAnyInteractor()
        case .row: idle.forEach(\.rows, id: \.self, action: \.row) { inner }.eraseToAnyInteractor()
        case .parentOfChild:
            both.when(stateIs: \.number, actionIs: \.number, stateAction: \.number) { still }.eraseToAnyInteractor()
        case .child:
            idle.when(stateIs: \.number, actionIs: \.number, stateAction: \.number) { inner }.eraseToAnyInteractor()
        case .parentOfShown: both.presents(\.part, action: \.shown) { still }.eraseToAnyInteractor()
        case .shown: idle.presents(\.part, action: \.shown) { inner }.eraseToAnyInteractor()
        case .parentOfPushed: both.presents(stack: \.stack, action: \.pushed) { still }.eraseToAnyInteractor()
        case .pushed: idle.presents(stack: \.stack, action: \.pushed) { inner }.eraseToAnyInteractor()
        case .debounced: DebounceInteractor(for: .seconds(1), clock: clock) { both }.eraseToAnyInteractor()
        case .throttled: ThrottleInteractor(for: .seconds(1), clock: clock) { both }.eraseToAnyInteractor()
        case .wrapped: both.wrap { $0.proceed() }.eraseToAnyInteractor()
        case .watched: both.onChange(of: \.number) { _, _, _ in .none }.eraseToAnyInteractor()
        case .following: both.observing(Shared(0), at: \.copy).eraseToAnyInteractor()
        case .erased: both.eraseToAnyInteractor().eraseToAnyInteractor()
        case .ending: both.atEnd(.cancel).eraseToAnyInteractor()
        }
    }

    @Test("whatever is in between", arguments: Place.allCases, Host.allCases)
    func between(place: Place, host: Host) {
        let stage = Stage(
            Interact<Nest?, Action>(initialValue: Nest()) { nest, action in
                guard case .set(let value) = action else { return .none }
                nest = value
                return .state
            }
            .ifLet(\.self, action: \.nest) { nest(with: place) },
            in: host)
        #expect((starts.count, ends.count) == (1, 0))
        stage.send(.set(nil))
        #expect((starts.count, ends.count) == (1, 1))
        stage.send(.set(Nest()))
        #expect((starts.count, ends.count) == (2, 1))
    }
}
