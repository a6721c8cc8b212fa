import UnoArchitecture

/// A feature that writes down what it handles: the same on both sides.
struct Journal: Interactor {
    struct DomainState: Sendable, Codable, Equatable {
        var entries: [Int] = []
        /// The entries whose work is done.
        var done: [Int] = []
    }

    enum Action: Sendable, Codable, Equatable {
        case note(Int)
        /// Is done a while later.
        case work(Int)
    }

    let pause: @Sendable () async -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [pause] state, action in
            switch action {
            case .note(let number):
                state.entries.append(number)
                return .state
            case .work(let number):
                state.entries.append(number)
                return .perform { _, send in
                    await pause()
                    await send { $0.done.append(number) }
                }
            }
        }
    }
}
