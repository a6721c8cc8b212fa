import AsyncKit
import TestSupport
import UnoArchitecture
import UnoTesting

/// A parent that logs what it handles, and a child of its own that triples numbers.
enum Family {
    enum Action: Sendable, Hashable, CasePathable {
        case own(Int)
        case enter
        case leave
        case child(Int)
        case childState(Int)

        struct AllCasePaths: Sendable {
            let child = AnyCasePath<Action, Int>(
                embed: { .child($0) }, extract: { if case .child(let number) = $0 { number } else { nil } })
            let childState = AnyCasePath<Action, Int>(
                embed: { .childState($0) }, extract: { if case .childState(let number) = $0 { number } else { nil } })
        }
        static let allCasePaths = AllCasePaths()
    }

    struct State: Sendable, Hashable, CasePathable {
        var log: [String] = []
        var child: Int?

        struct AllCasePaths: Sendable {
            let child = AnyCasePath<State, Int>(embed: { State(child: $0) }, extract: { $0.child })
        }
        static let allCasePaths = AllCasePaths()
    }

    /// Logs, follows its child, and does as `effect` says with each action of its own.
    static func parent(
        _ effect: @escaping @Sendable (Int) -> Emission<State> = { _ in .state }
    ) -> Interact<State, Action> {
        Interact(initialValue: State(child: 0)) { state, action in
            switch action {
            case .own(let number):
                state.log.append("own \(number)")
                return effect(number)
            case .enter: state.child = 0
            case .leave: state.child = nil
            case .child: break
            case .childState(let number):
                state.log.append("child \(number)")
                if state.child != nil { state.child = number }
            }
            return .state
        }
    }
}

/// Takes actions for the family and tells its log.
protocol FamilyHost: Sendable {
    func send(_ action: Family.Action)
    func finish() async
}

struct RuntimeFamily: FamilyHost {
    let runtime: Runtime<Family.State, Family.Action>

    /// The child is a stream transformer.
    init(_ scenario: Scenario, log: @escaping @Sendable ([String]) -> Void) {
        let feature = Family.parent().when(
            stateIs: \Case<Family.State>.child, actionIs: \.child, stateAction: \.childState
        ) { Tripling() }
        runtime = scenario.runtime("the family", feature)
        let states = runtime.states(.unbounded)
        scenario.task("watcher") { for await state in states { log(state.log) } }
    }

    func send(_ action: Family.Action) { runtime.send(action) }
    func finish() async { await runtime.shutdown(.drain) }
}

/// A stream transformer that pulls.
struct Tripling: Interactor {
    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream.map { 3 * $0 }.eraseToStream() }
}

enum WhenScenarios {
    /// A child's state is handled within the step of its action, before the parent's next action.
    static func order(
        _ make: @escaping @Sendable (Scenario, _ log: @escaping @Sendable ([String]) -> Void) -> any FamilyHost
    ) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let (lines, complete) = (Locked<[String]>([]), Record<Void>())
            let host = make(scenario) { log in
                lines.withLock { $0 = log }
                if log.count == 4 { complete.append() }
            }
            for action in [Family.Action.child(1), .own(1), .child(2), .own(2)] { host.send(action) }
            await complete.waitFor(1)
            await host.finish()
            let log = lines.withLock { $0 }
            if log != ["child 3", "own 1", "child 6", "own 2"] { scenario.fail("\(log) was handled") }
        }
    }

    /// A child whose slice has gone is not heard of again, whatever its effects do.
    static let leaving: @Sendable (Scenario) async -> Void = { scenario in
        let child = Interact<Int, Int>(initialValue: 0) { count, number in
            count += number
            return .perform { state, send in
                _ = await state.current
                await send { $0 += 100 }
            }
        }
        let feature = Family.parent().when(
            stateIs: \Case<Family.State>.child, actionIs: \.child, stateAction: \.childState
        ) { child }
        let runtime = scenario.runtime("the family", feature)
        let states = runtime.states(.unbounded)
        scenario.task("watcher") {
            var hasLeft = false
            for await state in states {
                hasLeft = hasLeft || state.child == nil
                scenario.expect(!hasLeft || state.child == nil, "the child is back: \(state)")
            }
        }
        for action in [Family.Action.child(1), .child(2), .leave, .own(1)] {
            runtime.send(action)
            await scenario.checkpoint()
        }
        await runtime.shutdown(.drain)
        let last = await runtime.state
        scenario.expect(last?.child == nil && last?.log.last == "own 1", "\(String(describing: last))")
    }

    /// A runtime that is let go of after any number of steps leaves nothing: neither tasks nor a graph.
    static let abandoned: @Sendable (Scenario) async -> Void = { scenario in
        let feature = Family.parent { _ in
            .observe { state, send in
                while !Task.isCancelled {
                    _ = await state.current
                    await send { $0.log = ["observed"] }
                }
            }
        }
        .when(stateIs: \Case<Family.State>.child, actionIs: \.child, stateAction: \.childState) { Tripling() }
        let runtime = scenario.runtime("the family", feature)
        for action in [Family.Action.child(1), .own(1), .leave, .enter, .child(2)] {
            runtime.send(action)
            await scenario.checkpoint()
        }
    }
}
