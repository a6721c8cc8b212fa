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

func flood<Action: Sendable>(
    _ interactor: some Interactor<CountState, Action>,
    _ action: Action,
    count: Int
) async -> Int {
    let runtime = Runtime(interactor, mailbox: .unbounded)
    for _ in 1..<count { runtime.send(action) }
    await runtime.send(action).finish()
    return await runtime.state.count
}

func deliverAll<Action: Sendable>(
    _ interactor: some Interactor<CountState, Action>,
    _ action: Action,
    count: Int
) async -> Int {
    let runtime = Runtime(interactor)
    for _ in 1..<count { await runtime.deliver(action) }
    await runtime.deliver(action).finish()
    return await runtime.state.count
}

func stream(_ count: Int) async -> Int {
    let (actions, continuation) = AsyncStream<Tick>.makeStream()
    for _ in 0..<count { continuation.yield(.tick) }
    continuation.finish()
    var last = 0
    for await state in Counting().interact(actions) { last = state.count }
    return last
}
