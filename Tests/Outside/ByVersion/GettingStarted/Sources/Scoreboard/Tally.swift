import UnoArchitecture

@Interactor
struct Tally {
    struct State: Sendable, Equatable {
        var count = 0
        var isSaving = false
        var saved: Int?
    }

    enum Action: Sendable {
        case increment
        case save
    }

    let store: @Sendable (Int) async -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .increment:
                state.count += 1
                return .state
            case .save:
                state.isSaving = true
                return .perform { [count = state.count] _, send in
                    await store(count)
                    await send {
                        $0.isSaving = false
                        $0.saved = count
                    }
                }
            }
        }
    }
}
