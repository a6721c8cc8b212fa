import Synchronization
import Testing
import UnoArchitecture
import UnoLifting
import UnoTesting

struct Counter: SynchronousInteractor {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case increment, load, watch, both, reset }

    let initialValue = State()

    func interact(state: inout State, action: Action) -> Emission<State> {
        switch action {
        case .increment:
            state.count += 1
            return .state
        case .load:
            return .perform { _, send in await send { $0.count = 7 } }
        case .watch:
            return .observe { _, _ in }
        case .both:
            return .merge([.perform { _, _ in }, .state])
        case .reset:
            state.count = 0
            return .cancel(id: "load")
        }
    }
}

/// With a body that returns `self`, as some write it.
struct Doubler: SynchronousInteractor {
    var body: some InteractorOf<Self> { self }

    func interact(state: inout Counter.State, action: Counter.Action) -> Emission<Counter.State> {
        guard case .increment = action else { return .none }
        state.count *= 2
        return .state
    }
}

/// With the macro, which finds the types.
@Interactor<Counter.State, Counter.Action>
struct Marked: SynchronousInteractor {
    func interact(state: inout DomainState, action: Action) -> Emission<DomainState> { .none }
}

/// A part that needs a graph.
struct Delayed: Interactor {
    var body: some Interactor<Counter.State, Counter.Action> {
        Counter()
        DebounceInteractor(for: .seconds(1), clock: ContinuousClock()) { Counter() }
    }
}

struct Both: Interactor {
    var body: some Interactor<Counter.State, Counter.Action> {
        Counter()
        Doubler()
        Marked()
        Interact { state, action, dispatch in .none }
        Reducer<Counter.Action, Counter.State> { action, state in }.lift(actionGetter: { _ in nil })
        Interactors.MergeMany(interactors: [Doubler(), Doubler()].map { $0.eraseToAnyInteractor() })
        Interactors.CollectInteractors { EmptyInteractor() }.atEnd(.cancel)
    }
}

@Suite("The words of the synchronous plan")
struct SynchronousWords {
    @Test("A step without a harness")
    func step() {
        let feature = Counter()
        var state = feature.initialValue
        let emission = feature.interact(state: &state, action: .increment)
        #expect(state.count == 1)
        guard case .state = emission.kind else {
            Issue.record("\(emission)")
            return
        }
    }

    @Test("The kinds of emissions")
    func kinds() {
        func kind(_ action: Counter.Action) -> Emission<Counter.State>.Kind {
            var state = Counter.State()
            return Counter().interact(state: &state, action: action).kind
        }
        if case .perform(let work) = kind(.load) { _ = work } else { Issue.record("no perform") }
        if case .observe = kind(.watch) {} else { Issue.record("no observe") }
        if case .merge(let emissions) = kind(.both) {
            #expect(emissions.count == 2)
            if case .state = emissions[1].kind {} else { Issue.record("no state") }
        } else {
            Issue.record("no merge")
        }
        if case .cancel(let id) = kind(.reset) { #expect("\(id)" == "load") } else { Issue.record("no cancel") }
    }

    @Test("A debounced emission is of the kind of what it delays, and parts keep their order")
    func heldKind() {
        let work = Emission<Int>.perform { _, _ in }
        let clock = ContinuousClock()
        let held = work.debounce(id: 1, for: .seconds(1), clock: clock).debounce(id: 2, for: .seconds(1), clock: clock)
        if case .perform = held.kind {} else { Issue.record("\(held.kind)") }
        func part(_ emission: Emission<Int>) -> Interact<Int, Int> { Interact(initialValue: 0) { _, _ in emission } }
        var state = 0
        let merged = Interactors.Merge(part(.state), part(work)).interact(state: &state, action: 1)
        guard case .merge(let parts) = merged.kind, case .state = parts[0].kind, case .perform = parts[1].kind else {
            Issue.record("\(merged.kind)")
            return
        }
    }

    @Test("A step of a body, as in its graph")
    func body() async {
        var state = Counter.State(count: 1)
        let emission = Both().interact(state: &state, action: .increment)
        #expect(state.count == 16)
        if case .merge(let emissions) = emission.kind {
            #expect(emissions.count == 4)
        } else {
            Issue.record("no merge")
        }
        let runtime = Runtime(Both().starting(with: Counter.State(count: 1)))
        await runtime.send(.increment).finish()
        #expect(await runtime.state?.count == 16)
        await runtime.send(.load).finish()
        #expect(await runtime.state?.count == 7)
        await runtime.shutdown(.drain)
    }

    @Test("A part that needs a graph is reported, and nothing changes")
    func needsGraph() {
        let reports = Reports()
        var state = Counter.State()
        let emission = Diagnostics.$local.withValue(Diagnostics { reports.add($0.kind) }) {
            Delayed().interact(state: &state, action: .increment)
        }
        #expect(state.count == 0)
        if case .none = emission.kind {} else { Issue.record("\(emission)") }
        #expect(reports.kinds == [.needsGraph])
    }
}

final class Reports: Sendable {
    private let all = Mutex<[Diagnostic.Kind]>([])

    var kinds: [Diagnostic.Kind] { all.withLock { $0 } }

    func add(_ kind: Diagnostic.Kind) { all.withLock { $0.append(kind) } }
}
