import UnoArchitecture

@Interactor
struct Counter {
    struct State: Sendable, Equatable { var count = 0 }
    enum Action: Sendable {
        case increment
        case add(Int)
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .increment: state.count += 1
            case .add(let number): state.count += number
            }
            return .state
        }
    }
}

func run() async {
    let runtime = Runtime(Counter())
    await runtime.send(.add(2)).finish()
    for await state in runtime.states() { print(state.count) }
}
