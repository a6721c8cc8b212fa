import UnoArchitecture

// The code of the article "Runtimes and executors", compiled as it stands there; `ArticleTests` holds the two together.

enum Runtimes {
    struct Meter: Interactor {
        struct DomainState: Sendable, Equatable {
            var total = 0
            var isSaving = false
        }

        @CasePathable
        enum Action: Sendable {
            case count(Int)
            case save
        }

        let store: @Sendable (Int) async -> Void

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { state, action in
                switch action {
                case .count(let number):
                    state.total += number
                    return .state
                case .save:
                    state.isSaving = true
                    return .perform { [total = state.total] _, send in
                        await store(total)
                        await send { $0.isSaving = false }
                    }
                }
            }
        }
    }

    static func run(_ store: @escaping @Sendable (Int) async -> Void) async -> Int? {
        let runtime = Runtime(Meter(store: store), name: "meter")
        let event = runtime.send(.save)
        await event.finish()
        guard event.outcome == .accepted else { return nil }
        let saved = await runtime.states().first { @Sendable in !$0.isSaving }
        guard saved?.total == 0 else { return nil }
        let totals = runtime.projection(action: \.count, state: \.total)
        await totals.send(2).finish()
        let total = await totals.state
        await runtime.shutdown(.drain)
        return total
    }

    static func executors(_ store: @escaping @Sendable (Int) async -> Void) async {
        let onMain = Runtime(Meter(store: store), executor: .mainActor)
        let urgent = Runtime(Meter(store: store), executor: .default.basePriority(.userInitiated))
        for runtime in [onMain, urgent] {
            await runtime.send(.save).finish()
            await runtime.shutdown(.drain)
        }
    }
}
