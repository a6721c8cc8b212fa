import Testing
import UnoArchitecture
import UnoStateMachines

// The code of the article "Coming from Mobius", compiled as it stands there; `ArticleTests` holds the two together.

enum FromMobius {
    @StateMachine
    struct Search {
        enum State: Equatable {
            case idle
            case searching(String)
            case found([String])
            case failed(String)
        }

        enum Input {
            case typed(String)
        }

        enum IOResult {
            case found([String])
            case failed(String)
        }

        enum IOEffect: Equatable {
            case find(String)
        }

        let initialValue = State.idle
        let catalogue: Catalogue

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .typed(let query): transition(.searching(query), effect: .find(query))
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.searching, .found(let titles)): nextState(.found(titles))
            case (.searching, .failed(let reason)): nextState(.failed(reason))
            default: undefined
            }
        }

        func runIOEffect(_ effect: IOEffect) async -> IOResult? {
            switch effect {
            case .find(let query):
                do {
                    return .found(try await catalogue.titles(query))
                } catch {
                    return .failed("\(error)")
                }
            }
        }
    }

    static func test() {
        let transition = Search.reduceInput(.idle, .typed("Emma"))
        #expect(transition.state == .searching("Emma"))
        #expect(transition.effects == .find("Emma"))
    }

    static func run(_ catalogue: Catalogue) async -> Search.State? {
        let runtime = Runtime(Search(catalogue: catalogue))
        await runtime.send(.input(.typed("Emma"))).finish()
        let state = await runtime.state
        await runtime.shutdown(.drain)
        return state
    }
}
