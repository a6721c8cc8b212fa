import AsyncKit
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Which state the child of a `when` steps on.
@Suite(.timeLimit(.hang))
struct WhenStateTests {
    typealias State = Screen.State
    typealias Action = Screen.Action

    /// Does not store the child's states in the slice; in `idle` the child is absent.
    static func refusing(_ works: Screen.Works, initial: State = .idle(0)) -> Interact<State, Action> {
        Interact(initialValue: initial) { state, action in
            switch action {
            case .enter(let count): state = .results(count)
            case .leave: state = .idle(-1)
            case .leaveLater:
                return .perform { _, send in
                    await works.parent.run()
                    await send { $0 = .idle(-1) }
                }
            case .child: return .none
            case .childState(let count):
                if case .idle = state { state = .idle(count) }
            }
            return .state
        }
    }

    static func feature(_ works: Screen.Works, initial: State = .idle(0)) -> AnyInteractor<State, Action> {
        embedded(in: refusing(works, initial: initial), works)
    }

    static func embedded(
        in parent: some Interactor<State, Action>, _ works: Screen.Works
    ) -> AnyInteractor<State, Action> {
        parent
            .when(stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState) { Screen.child(works) }
            .eraseToAnyInteractor()
    }

    // MARK: The slice, or the child's own last state

    @Test("A child starts each step from the slice while the slice is present", arguments: LawHost.allCases)
    func slice(host: LawHost) async {
        let feature = Self.feature(Screen.Works())
        let states = await host.states(of: feature, [.enter(3), .child(.add(1)), .enter(7), .child(.add(1))])
        // The parent stores none of the child's states in the slice.
        #expect(states == [.idle(0), .results(3), .results(3), .results(7), .results(7)])
        let storing = Screen.feature(Screen.Works())
        let stored = await host.states(of: storing, [.enter(3), .child(.add(1)), .enter(7), .child(.add(1))])
        #expect(stored == [.idle(0), .results(3), .results(4), .results(7), .results(8)])
    }

    @Test("While the slice is absent, a child continues from its own last state", arguments: LawHost.allCases)
    func ownState(host: LawHost) async {
        let states = await host.states(
            of: Self.feature(Screen.Works()), [.child(.add(1)), .child(.add(1)), .child(.add(1))])
        #expect(states == [.idle(0), .idle(51), .idle(52), .idle(53)])
    }

    @Test("After a present slice becomes absent, the child starts afresh", arguments: LawHost.allCases)
    func afresh(host: LawHost) async {
        let states = await host.states(
            of: Self.feature(Screen.Works()),
            [.child(.add(5)), .enter(3), .child(.add(1)), .leave, .child(.add(1)), .child(.add(1))]
        )
        #expect(states.suffix(3) == [.idle(-1), .idle(51), .idle(52)])
    }

    /// The part that removes the slice, with the feature and the actions that lead to it.
    enum Taker: CaseIterable, Sendable {
        case handler, handlerThatSeesAState, effect, partBefore, partBehind, delayedPart, transformer, scopedPart

        func feature(_ works: Screen.Works, _ clock: TestClock) -> AnyInteractor<State, Action> {
            let refusing = WhenStateTests.refusing(works)
            let feature = WhenStateTests.feature(works)
            let leaving = Interact<State, Action>(initialValue: .idle(0)) { state, action in
                guard action == (self == .scopedPart ? .enter(8) : .child(.watch)), case .results = state else {
                    return .none
                }
                state = .idle(-1)
                return .state
            }
            switch self {
            case .handler, .effect: return feature
            case .handlerThatSeesAState:
                let parent = Interact<State, Action>(initialValue: .idle(0)) { state, action in
                    switch (action, state) {
                    case (.enter(let count), _): state = .results(count)
                    case (.childState, .results): state = .idle(-1)
                    case (.childState(let count), .idle): state = .idle(count)
                    default: return .none
                    }
                    return .state
                }
                return WhenStateTests.embedded(in: parent, works)
            case .partBefore: return Interactors.Merge(leaving, feature).eraseToAnyInteractor()
            case .partBehind: return Interactors.Merge(feature, leaving).eraseToAnyInteractor()
            case .delayedPart:
                return Interactors.Merge(
                    feature, DebounceInteractor(for: .seconds(1), clock: clock) { leaving }
                ).eraseToAnyInteractor()
            case .transformer:
                return WhenStateTests.embedded(in: Interactors.Merge(refusing, LeavingTransformer()), works)
            case .scopedPart:
                let path = AnyCasePath<Action, Action>(embed: { $0 }, extract: { $0 })
                let scope = Scope(state: \.self, actionPath: path) { leaving }
                return WhenStateTests.embedded(in: Interactors.Merge(refusing, scope), works)
            }
        }

        /// The action that removes the slice; sent while the slice is present.
        var actions: [Action] {
            switch self {
            case .handler, .transformer: [.leave]
            case .handlerThatSeesAState: [.child(.add(1))]
            case .effect: [.leaveLater]
            case .partBefore, .partBehind, .delayedPart: [.child(.watch)]
            case .scopedPart: [.enter(8)]
            }
        }
    }

    @Test("Whichever part of the parent removes the slice, the next child starts afresh", arguments: Taker.allCases)
    func takers(taker: Taker) {
        for host in Host.allCases {
            let works = Screen.Works()
            let clock = TestClock()
            let stage = Stage(taker.feature(works, clock), in: host)
            stage.send(.enter(3), .child(.add(1)))
            if taker == .handlerThatSeesAState { stage.send(.enter(3)) }
            for action in taker.actions { stage.send(action) }
            stage.release(works.parent)
            stage.advance(clock, by: .seconds(1))
            // An earlier part removes the slice in the step of a child action, with which the child starts afresh.
            #expect(stage.last == .idle(taker == .partBefore ? 50 : -1))
            #expect(stage.send(.child(.add(1)), .child(.add(1))).last == .idle(52))
        }
    }

    @Test(
        "What other parts of a child do after it was dropped, in the same step, is forgotten", arguments: Host.allCases)
    func leftover(host: Host) {
        let leaving = Interact<State, Screen.Action>(initialValue: .results(1)) { state, action in
            switch (action, state) {
            case (.childState, .results): state = .idle(-1)
            case (.childState(let count), .idle): state = .idle(count)
            default: return .none
            }
            return .state
        }
        let adding = Interact<Int, Screen.ChildAction>.changing(50) { count, _ in count += 1 }
        let feature = leaving.when(stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState) {
            adding
            adding
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(.child(.watch), .child(.watch)).states == [.results(1), .idle(-1), .idle(51), .idle(52)])
    }

    @Test("A child that was dropped keeps nothing of its state") func freed() async {
        struct Kept: Sendable {
            var canary: Canary?
        }
        enum Outer: Sendable, CasePathable {
            case outside
            case inside(Kept)

            struct AllCasePaths: Sendable {
                let inside = AnyCasePath<Outer, Kept>(
                    embed: { .inside($0) }, extract: { if case .inside(let kept) = $0 { kept } else { nil } })
            }
            static let allCasePaths = AllCasePaths()
        }
        enum OuterAction: Sendable, CasePathable {
            case leave
            case keep(Canary)
            case kept(Kept)

            struct AllCasePaths: Sendable {
                let keep = AnyCasePath<OuterAction, Canary>(
                    embed: { .keep($0) }, extract: { if case .keep(let canary) = $0 { canary } else { nil } })
                let kept = AnyCasePath<OuterAction, Kept>(
                    embed: { .kept($0) }, extract: { if case .kept(let kept) = $0 { kept } else { nil } })
            }
            static let allCasePaths = AllCasePaths()
        }
        let feature = Interact<Outer, OuterAction>(initialValue: .outside) { state, action in
            switch action {
            case .leave: state = .outside
            case .kept(let kept): state = .inside(kept)
            case .keep: break
            }
            return .state
        }
        .when(stateIs: \Case<Outer>.inside, actionIs: \.keep, stateAction: \.kept) {
            Interact<Kept, Canary>.changing(Kept()) { kept, canary in kept.canary = canary }
        }
        let runtime = Runtime(feature)
        let watch = await {
            let canary = Canary()
            await runtime.deliver(.keep(canary)).finish()
            return canary.watch
        }()
        await runtime.deliver(.leave).finish()
        await watch.freed()
        await runtime.shutdown(.cancel)
    }

    // MARK: Between two parts of one child

    /// Stores a hundred times the child's state; `rest` is merged with the handler.
    @InteractorBuilder<Int, Sums>
    static func multiplying(_ rest: some Interactor<Int, Sums>) -> some Interactor<Int, Sums> {
        Interact<Int, Sums>.changing(7, for: \.state) { sum, child in sum = child * 100 }
        rest
    }

    @CasePathable enum Sums: Sendable {
        case child(Int)
        case state(Int)
    }

    @Test("Between two parts of one child in one step the slice is not read again", arguments: LawHost.allCases)
    func betweenParts(host: LawHost) async {
        let feature = Self.multiplying(EmptyInteractor())
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
                Sum.digits()
                Sum.constant(0)
            }
        // 7, then 71 and 710 of the child; in the next step 71000, then 710002 and 7100020.
        let states = await host.states(of: feature, [.child(1), .child(2)])
        #expect(states == host.shown([7, 7_100, 71_000, 71_000_200, 710_002_000], steps: [7, 71_000, 710_002_000]))
    }

    @Test(
        "The slice is not read again when a transformer in the child or in the parent suspends the step",
        arguments: LawHost.allCases)
    func betweenSuspendedParts(host: LawHost) async {
        let inParent = Self.multiplying(SilentTransformer<Int, Sums>())
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
                Sum.digits()
                Sum.constant(0)
            }
        #expect(
            await host.states(of: inParent, [.child(1), .child(2)]) == [7, 7_100, 71_000, 71_000_200, 710_002_000])
        let inChild = Self.multiplying(EmptyInteractor())
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
                Sum.digits()
                SilentTransformer<Int, Int>()
                Sum.constant(0)
            }
        #expect(await host.states(of: inChild, [.child(1), .child(2)]) == [7, 7_100, 71_000, 71_000_200, 710_002_000])
    }

    @Test(
        "A child that starts with a transformer's state steps on what the parent has made of that state",
        arguments: Host.allCases)
    func greeted(host: Host) {
        typealias Place = WhenLeavingTests.Place
        let seen = Record<Int>()
        let parent = Interact<Place, WhenLeavingTests.Move>.changing(.outside, for: \.childState) { place, number in
            seen.append(number)
            place = .inside(100 + number)
        }
        let feature = parent.when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) {
            Sum.digits()
            PullingGreeter(greeting: 7)
        }
        let stage = Stage(feature, in: host)
        stage.send(.child(1))
        #expect(seen.elements == [7, 1_071, 1])
    }

    // MARK: A scope that is closed and reopened

    @Test(
        "What follows a cancelled effect of a child that went does not reach the one that came",
        arguments: Host.allCases)
    func following(host: Host) {
        let work = StubbornWork()
        let followed = Record<Void>()
        let child = Interact<Int, Screen.ChildAction>(initialValue: 0) { _, action in
            switch action {
            case .work:
                return .concatenate([
                    .perform(id: "work") { _, _ in await work.run() },
                    .merge([.state, .perform { _, _ in followed.append() }]),
                ])
            default: return .cancel(id: "work")
            }
        }
        let parent = Self.refusing(Screen.Works(), initial: .results(1))
        let stage = Stage(
            parent.when(stateIs: \Case<State>.results, actionIs: \.child, stateAction: \.childState) { child }, in: host
        )
        // Cancelling by id would run the continuation, but the child is dropped before the work ends.
        stage.send(.child(.work), .child(.watch), .leave, .enter(2))
        let count = stage.states.count
        stage.settle(work.release())
        #expect(stage.states.count == count && followed.count == 0)
    }
}

/// Ends when the test ends it, and not when it is cancelled.
private final class StubbornWork: Sendable {
    private let waiting = Locked<UnsafeContinuation<Void, Never>?>(nil)

    func run() async { await withUnsafeContinuation { continuation in waiting.withLock { $0 = continuation } } }

    func release() { waiting.withLock { $0.take() }?.resume() }
}

/// Never emits.
private struct SilentTransformer<State: Sendable, Action: Sendable>: Interactor {
    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
        upstream.compactMap { _ in nil }.eraseToStream()
    }
}

/// A part of the parent that leaves the case.
private struct LeavingTransformer: Interactor {
    func interact(_ upstream: AsyncStream<Screen.Action>) -> AsyncStream<Screen.State> {
        upstream.compactMap { $0 == .leave ? Screen.State.idle(-1) : nil }.eraseToStream()
    }
}
