public import UnoArchitecture

@Interactor
public struct Counter {
    public struct State: Sendable, Equatable {
        public var count = 0

        public init() {}
    }

    public enum Action: Sendable {
        case add(Int)
    }

    public init() {}

    public var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .add(let number): state.count += number
            }
            return .state
        }
    }
}
