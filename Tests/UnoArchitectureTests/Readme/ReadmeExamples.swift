import UnoArchitecture
import UnoTesting

// The code of the README, compiled as it stands there; `ReadmeTests` holds the two together.

enum ReadmeFirstFeature {
    struct API: Sendable {
        let count: @Sendable () async -> Int
        static let live = API { 42 }
    }

    @Interactor
    struct Counter {
        struct State: Sendable, Equatable { var count = 0 }
        enum Action: Sendable { case increment, load }
        let api: API
        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .increment:
                    state.count += 1
                    return .state
                case .load:
                    return .perform { state, send in
                        let count = await api.count()
                        await send { $0.count = count }  // atomic: nothing is lost
                    }
                }
            }
        }
    }

    static func run() async -> Runtime<Counter.DomainState, Counter.Action> {
        let runtime = Runtime(Counter(api: .live))
        await runtime.send(.load).finish()  // the step, its effects, and what they fed back
        return runtime
    }

    static func watch(
        _ runtime: Runtime<Counter.DomainState, Counter.Action>,
        actions: AsyncStream<Counter.Action>,
        print: (Int) -> Void
    ) async -> AsyncStream<Counter.DomainState> {
        for await state in runtime.states() {  // every subscriber chooses its buffer: .latest, .bounded(8), ...
            print(state.count)
        }
        let states = Counter(api: .live).interact(actions)  // AsyncStream in, AsyncStream out
        return states
    }

    static func test() async {
        let harness = InteractorTestHarness(Counter(api: .live))
        await harness.send(.increment) { $0.count = 1 }
        await harness.send(.load)
        await harness.receive { $0.count = 42 }
        await harness.finish()
    }
}

/// The code of the documentation of `validate`.
enum ReadmeMarbles {
    struct Counter: Interactor {
        enum Action: Sendable { case increment }
        let clock: TestClock

        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { count, _ in
                count += 1
                return .state
            }
        }
    }

    static func sequence() async {
        await validate("ab--c|", yields: "---b-[c|]") {
            $0.input.debounce(for: .steps(2), clock: $0.clock)
        }
    }

    static func interactor() async {
        await validate("+-+|", yields: "[01]-2|", actions: ["+": .increment]) { clock in Counter(clock: clock) }
    }
}
