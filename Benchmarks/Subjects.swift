import UnoArchitecture

struct CountState: Sendable, Equatable { var count = 0 }
enum Tick: Sendable { case tick }

struct Counting: Interactor {
    var body: some Interactor<CountState, Tick> {
        Interact(initialValue: CountState()) { state, _ in
            state.count += 1
            return .state
        }
    }
}

func bareStream(_ count: Int) async -> Int {
    let (stream, continuation) = AsyncStream<Tick>.makeStream()
    for _ in 0..<count { continuation.yield(.tick) }
    continuation.finish()
    var sum = 0
    for await _ in stream { sum += 1 }
    return sum
}

func flood(_ interactor: some Interactor<CountState, Tick>, count: Int) async -> Int {
    let runtime = Runtime(interactor, mailbox: .unbounded)
    for _ in 1..<count { runtime.send(.tick) }
    await runtime.send(.tick).finish()
    return await runtime.state.count
}

func deliverAll(_ interactor: some Interactor<CountState, Tick>, count: Int) async -> Int {
    let runtime = Runtime(interactor)
    for _ in 1..<count { await runtime.deliver(.tick) }
    await runtime.deliver(.tick).finish()
    return await runtime.state.count
}
