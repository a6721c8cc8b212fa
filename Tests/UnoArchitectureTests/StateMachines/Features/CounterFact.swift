import UnoArchitecture
import UnoStateMachines

/// A counter that asks for a fact about its number. Written without macros, in the form that they expand to.
struct CounterFact: StateMachine {
    struct State: Equatable { var count = 0, fact: String?, isAsking = false, log: [String] = [] }

    enum Input: Equatable {
        case increment
        case set(to: Int)
        case ask
    }

    enum IOEffect: Equatable {
        case fetch(Int)
        case note(String, times: Int)
        struct Composed: ComposedEffects, Equatable {
            let composition: ComposableEffect<IOEffect>
            init(_ composition: ComposableEffect<IOEffect>) { self.composition = composition }
            static var none: Self { Self(.none) }
            static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
            static func fetch(_ value: Int) -> Self { Self(.just(.fetch(value))) }
            static func note(_ value0: String, times: Int) -> Self { Self(.just(.note(value0, times: times))) }
        }
    }

    enum IOResult: Equatable {
        case fetched(Result<String, FactError>)
        case noted(String)
    }

    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = IOEffect.Composed
    let service: FactService
    var initialValue = State()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .increment: nextState(withVar(state, \.count, state.count + 1))
        case .set(let count): nextState(withVar(state, \.count, count))
        case .ask where state.isAsking: undefined
        case .ask:
            transition(
                withVar(state, \.isAsking, true),
                effect: .concatenate([
                    .merge([.note("asking", times: 1), .note("about \(state.count)", times: 2)]),
                    .fetch(state.count),
                    .note("asked", times: 1),
                ]))
        }
    }

    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
        switch ioResult {
        case .fetched(let result):
            nextState(
                withVar(state) {
                    $0.isAsking = false
                    $0.fact = try? result.get()
                })
        case .noted(let line): nextState(withVar(state) { $0.log.append(line) })
        }
    }

    func runIOEffect(_ ioEffect: IOEffect) -> AsyncStream<IOResult> {
        switch ioEffect {
        case .fetch(let value): runFetch(value)
        case .note(let value0, let times): runNote(value0, times: times)
        }
    }

    protocol EffectRunner {
        func runFetch(_ value: Int) -> AsyncStream<IOResult>
        func runNote(_ value0: String, times: Int) -> AsyncStream<IOResult>
    }
}

extension CounterFact: CounterFact.EffectRunner {
    func runFetch(_ number: Int) -> IOResultStream {
        .single({ [service] () throws(FactError) in try await service.fact(number) }, as: { .fetched($0) })
    }

    func runNote(_ line: String, times: Int) -> IOResultStream {
        IOResultStream { continuation in
            for _ in 0..<times { continuation.yield(.noted(line)) }
            continuation.finish()
        }
    }
}
