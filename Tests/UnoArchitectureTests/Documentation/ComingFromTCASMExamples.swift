import Testing
import UnoArchitecture
import UnoStateMachines

// The code of the article "Coming from TCA-SM", compiled as it stands there; `ArticleTests` holds the two together.

enum FromTCASM {
    @StateMachine
    struct Search: StateMachine {
        enum State: Equatable {
            case idle
            case searching(String)
            case found([String])
        }

        enum Input {
            case typed(String)
            case clear
        }
        enum IOResult { case found([String]) }
        enum IOEffect: Equatable { case find(String) }

        let initialValue = State.idle
        let catalogue: Catalogue

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .typed(let query): transition(.searching(query), effect: .find(query))
            case .clear: nextState(.idle)
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.searching, .found(let titles)): nextState(.found(titles))
            default: undefined  // does not happen
            }
        }

        func runIOEffect(_ effect: IOEffect) -> IOResultStream {
            switch effect {
            case .find(let query): .single { .found((try? await catalogue.titles(query)) ?? []) }
            }
        }
    }

    static func run(_ catalogue: Catalogue) async -> Search.State? {
        let runtime = Runtime(Search(catalogue: catalogue))
        await runtime.send(.input(.typed("Emma"))).finish()
        let state = await runtime.state
        await runtime.shutdown(.drain)
        return state
    }

    static func test() {
        let transition = Search.reduceInput(.idle, .typed("Emma"))
        #expect(transition.state == .searching("Emma"))
        #expect(transition.effects == .find("Emma"))
    }
}
