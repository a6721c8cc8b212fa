import BenchmarkKit
import UnoArchitecture
import UnoPresentation

/// The shapes of a server and of an app: effects that feed an action back, effects for a screen, many runtimes with one
/// effect each, and states that a consumer pulls one by one.
extension Workloads {
    static let effectDispatch = Workload(
        "effect-dispatch",
        "an effect that feeds an action back, started and awaited one at a time",
        operation: "effect",
        baseline: "task-and-actor",
        subjects: [
            Subject("task-and-actor") { count, _ in
                let counter = TickingActor()
                for _ in 0..<count { await Task { await counter.handle(.tick) }.value }
                return await counter.state.count
            },
            Subject("floor") { count, _ in
                let floor = EffectFloor()
                for _ in 0..<count { await floor.load() }
                return await floor.count
            },
            Subject("runtime") { count, meter in
                let runtime = Runtime(FeedingBack())
                meter.start()
                for _ in 0..<count { await runtime.send(.load).finish() }
                meter.stop()
                return await runtime.state?.count ?? 0
            },
        ]
    )

    static let effectsDispatched = Workload(
        "effects-dispatched",
        "the same, 1,000 effects at a time",
        operation: "effect",
        baseline: "task-and-actor",
        subjects: [
            Subject("task-and-actor") { count, _ in
                let counter = TickingActor()
                for batch in split(count) {
                    let tasks = (0..<batch).map { _ in Task { await counter.handle(.tick) } }
                    for task in tasks { await task.value }
                }
                return await counter.state.count
            },
            Subject("runtime") { count, meter in
                let runtime = Runtime(FeedingBack())
                meter.start()
                for batch in split(count) {
                    let events = (0..<batch).map { _ in runtime.send(.load) }
                    for event in events { await event.finish() }
                }
                meter.stop()
                return await runtime.state?.count ?? 0
            },
        ]
    )

    static let effectOnMainActor = Workload(
        "effect-main-actor",
        "an effect of a view model, started and awaited one at a time; the alternative is a task that calls the main actor",
        operation: "effect",
        baseline: "task-and-main-actor",
        subjects: [
            Subject("task-and-main-actor") { count, _ in
                await countOnMainActor(count)
            },
            Subject("viewmodel") { count, _ in
                await loadOnMainActor(count)
            },
        ]
    )

    static let server = Workload(
        "server",
        "many runtimes, each with one effect at a time; the alternative is an actor and a task each",
        operation: "effect",
        baseline: "task-and-actor",
        subjects: [
            Subject("task-and-actor", fixedCount: 10_000) { count, meter in
                let actors = (0..<count).map { _ in TickingActor() }
                meter.start()
                let tasks = actors.map { actor in Task { await actor.handle(.tick) } }
                for task in tasks { await task.value }
                meter.stop()
                var handled = 0
                for actor in actors { handled += await actor.state.count }
                return handled
            },
            Subject("runtime", fixedCount: 10_000) { count, meter in
                let runtimes = (0..<count).map { _ in Runtime(FeedingBack()) }
                meter.start()
                let events = runtimes.map { $0.send(.load) }
                for event in events { await event.finish() }
                meter.stop()
                var handled = 0
                for runtime in runtimes { handled += await runtime.state?.count ?? 0 }
                for runtime in runtimes { await runtime.shutdown(.cancel) }
                return handled
            },
        ]
    )

    static let pulledStates = Workload(
        "pulled-states",
        "64 states for each action, every one of them pulled; asyncstream yields them and the consumer takes them",
        operation: "state",
        baseline: "asyncstream",
        subjects: [
            Subject("asyncstream") { count, _ in
                let (stream, continuation) = AsyncStream<CountState>.makeStream()
                for number in 1...count { continuation.yield(CountState(count: number)) }
                continuation.finish()
                var last = 0
                for await state in stream { last = state.count }
                return last
            },
            Subject("stream") { count, _ in
                let rounds = (count + 63) / 64
                let (actions, continuation) = AsyncStream<Tick>.makeStream()
                for _ in 0..<rounds { continuation.yield(.tick) }
                continuation.finish()
                var seen = 0
                // The first state is the initial one.
                for await state in ManyCounting(width: 64).interact(actions) where seen < count && state.count > 0 {
                    seen += 1
                }
                return seen
            },
        ]
    )

    /// The cost of a level whose feature is generic over its child, beside that of one that is not.
    static let genericScope = Workload(
        "scope-generic",
        "four nested Scopes, of features that are generic over their child and of features that are not",
        baseline: "concrete",
        subjects: [
            RuntimeSubject.burst(ConcreteScopes(), .tick) { $0.count }.named("concrete"),
            RuntimeSubject.burst(Counting().scopedFourTimes, .tick) { $0.count }.named("generic"),
        ]
    )

    /// `count`, split into batches of a thousand.
    private static func split(_ count: Int) -> [Int] {
        stride(from: 0, to: count, by: 1_000).map { min(1_000, count - $0) }
    }

    @MainActor
    private static func countOnMainActor(_ count: Int) async -> Int {
        let counter = MainActorCounter()
        for _ in 0..<count { await Task.detached { await counter.increment() }.value }
        return counter.count
    }

    @MainActor
    private static func loadOnMainActor(_ count: Int) async -> Int {
        let model = DirectViewModel(FeedingBack(), instances: .many)
        for _ in 0..<count { await model.sendViewEvent(.load).finish() }
        return model.viewState.count
    }
}

@MainActor
private final class MainActorCounter {
    private(set) var count = 0

    func increment() { count += 1 }
}

/// Counts an action that an effect feeds back.
private struct FeedingBack: Interactor {
    enum Action: Sendable { case load, loaded }

    var body: some Interactor<CountState, Action> {
        Interact(initialValue: CountState()) { state, action, dispatch in
            switch action {
            case .load: return .perform { _, _ in await dispatch(.loaded) }
            case .loaded:
                state.count += 1
                return .state
            }
        }
    }
}

/// Four features around a counter, none of them generic.
private struct ConcreteScopes: Interactor {
    typealias State = ScopeState<ScopeState<ScopeState<ScopeState<CountState>>>>

    var initialValue: State { ScopeState(part: Three().initialValue) }

    var body: some Interactor<State, Tick> {
        Scope(state: \.part) { Three() }
    }

    struct Three: Interactor {
        var initialValue: ScopeState<ScopeState<ScopeState<CountState>>> { ScopeState(part: Two().initialValue) }

        var body: some Interactor<ScopeState<ScopeState<ScopeState<CountState>>>, Tick> {
            Scope(state: \.part) { Two() }
        }
    }

    struct Two: Interactor {
        var initialValue: ScopeState<ScopeState<CountState>> { ScopeState(part: One().initialValue) }

        var body: some Interactor<ScopeState<ScopeState<CountState>>, Tick> {
            Scope(state: \.part) { One() }
        }
    }

    struct One: Interactor {
        var initialValue: ScopeState<CountState> { ScopeState(part: CountState()) }

        var body: some Interactor<ScopeState<CountState>, Tick> {
            Scope(state: \.part) { Counting() }
        }
    }
}
