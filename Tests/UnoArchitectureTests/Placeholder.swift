import Testing
import UnoArchitecture

struct Counter: Interactor {
    struct DomainState: Sendable, Equatable { var count = 0 }
    enum Action: Sendable { case increment, load }
    let api: @Sendable () async -> Int
    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .increment:
                state.count += 1
                return .state
            case .load:
                return .perform { state, send in
                    let n = await api()
                    await send { $0.count = n }
                }
            }
        }
    }
}

@Test func sample() async {
    let runtime = Runtime(Counter(api: { 7 }))
    await runtime.send(.increment).finish()
    #expect(await runtime.state.count == 1)
    await runtime.send(.load).finish()
    #expect(await runtime.state.count == 7)
    var seen: [Int] = []
    for await state in runtime.states() {
        seen.append(state.count)
        break
    }
    #expect(seen == [7])
    let (actions, c) = AsyncStream<Counter.Action>.makeStream()
    c.yield(.increment)
    c.yield(.increment)
    c.yield(.load)
    c.finish()
    var got: [Int] = []
    for await s in Counter(api: { 9 }).interact(actions) { got.append(s.count) }
    #expect(got == [0, 1, 2, 2, 9])
    await runtime.shutdown(.drain)
}

struct Doubler: Interactor {
    func interact(_ upstream: AsyncStream<Counter.Action>) -> AsyncStream<Counter.DomainState> {
        AsyncStream { c in
            let t = Task {
                for await _ in upstream {
                    c.yield(.init(count: 100))
                    c.yield(.init(count: 200))
                }
                c.yield(.init(count: 300))
                c.finish()
            }
            c.onTermination = { _ in t.cancel() }
        }
    }
}

@Test func bridge() async {
    for _ in 0..<200 {
        let (actions, c) = AsyncStream<Counter.Action>.makeStream()
        c.yield(.increment)
        c.yield(.increment)
        c.finish()
        var got: [Int] = []
        for await s in Interactors.Merge(Doubler(), Counter(api: { 9 })).interact(actions) { got.append(s.count) }
        #expect(got == [0, 100, 200, 201, 100, 200, 201, 300])
    }
}
