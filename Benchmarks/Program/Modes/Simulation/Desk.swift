import UnoArchitecture

/// A feature with one part of each kind, so that a plain model can say what its state has to be.
struct Desk: Interactor {
    struct Typed: Sendable, Equatable {
        var last = 0
        var count = 0
    }

    struct State: Sendable {
        var added = OrderedSum()
        var inTurn = OrderedSum()
        var both = 0
        var fedBack = 0
        var newest = 0
        var onceCount = 0
        var child = 0
        var relayed = 0
        var machine = CountState()
        var typed = Typed()
    }

    @CasePathable
    enum Action: Sendable {
        case add(Int)
        /// Effects, one action for each policy.
        case both(Int)
        case inTurn(Int)
        case newest(Int)
        case once(Int)
        /// An effect that feeds `fedBack` back.
        case feedBack(Int)
        case fedBack(Int)
        /// Of these, a debounced child handles the last.
        case type(Int)
        case typed(Typed)
        case child(Int)
        case childChanged(Int)
        case machine(CountingMachine.Action)
        case machineChanged(CountState)
        /// For a stream transformer.
        case relay(Int)
        case relayed(Int)
    }

    private enum EffectID: Sendable { case inTurn, newest, once }

    /// Held by the running graph, and by nothing else.
    let presence: Presence

    var body: some Interactor<State, Action> {
        Interact(initialValue: State()) { [presence] state, action, dispatch in
            presence.keep()
            return Self.handle(action, &state, dispatch)
        }
        .when(stateIs: \.child, actionIs: \.child, stateAction: \.childChanged) {
            Interact<Int, Int>(initialValue: 0) { sum, number in
                sum += number
                return .state
            }
        }
        .when(stateIs: \.machine, actionIs: \.machine, stateAction: \.machineChanged) { CountingMachine() }
        .when(stateIs: \.typed, actionIs: \.type, stateAction: \.typed) {
            DebounceInteractor(for: .milliseconds(1), clock: ContinuousClock()) {
                Interact<Typed, Int>(initialValue: Typed()) { typed, number in
                    typed.last = number
                    typed.count += 1
                    return .state
                }
            }
        }
        .when(stateIs: \.relayed, actionIs: \.relay, stateAction: \.relayed) { RunningSum() }
    }

    private static func handle(
        _ action: Action,
        _ state: inout State,
        _ dispatch: Dispatcher<Action>
    ) -> Emission<State> {
        switch action {
        case .add(let number):
            state.added.append(number)
            return .state
        case .both(let number):
            return .perform { _, send in await send { $0.both += number } }
        case .inTurn(let number):
            return .perform(id: EffectID.inTurn, policy: .waitTurn) { _, send in
                await Task.yield()
                await send { $0.inTurn.append(number) }
            }
        case .newest(let number):
            return .perform(id: EffectID.newest, policy: .cancelPrevious) { _, send in
                await Task.yield()
                await send { $0.newest = number }
            }
        case .once:
            return .perform(id: EffectID.once, policy: .dropNew) { _, send in
                await Task.yield()
                await send { $0.onceCount += 1 }
            }
        case .feedBack(let number):
            return .perform { _, _ in await dispatch(.fedBack(number)) }
        case .fedBack(let number): state.fedBack += number
        case .childChanged(let sum): state.child = sum
        case .machineChanged(let count): state.machine = count
        case .typed(let typed): state.typed = typed
        case .relayed(let sum): state.relayed = sum
        case .child, .machine, .type, .relay: return .none
        }
        return .state
    }
}

/// A stream transformer that emits the sum so far.
private struct RunningSum: Interactor {
    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        AsyncStream { continuation in
            let task = Task {
                var sum = 0
                for await number in upstream {
                    sum += number
                    continuation.yield(sum)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// A number that tells sequences apart: by their elements, their order and their length.
struct OrderedSum: Sendable, Equatable {
    private(set) var count = 0
    private var digest: UInt64 = 0

    mutating func append(_ number: Int) {
        count += 1
        digest = (digest &* 6_364_136_223_846_793_005) &+ UInt64(bitPattern: Int64(number)) &+ 1
    }
}
