import UnoStateMachines

@StateMachine
struct SignIn {
    enum State: Hashable {
        case editing
        case checking
        case rejected(reason: String)
        case accepted(name: String)
    }

    enum Input: Hashable {
        case submit(code: String)
        case cancel
    }

    enum IOEffect: Hashable {
        case check(code: String)
    }

    enum IOResult: Hashable {
        case accepted(name: String)
        case rejected(reason: String)
    }

    let initialValue = State.editing
    let check: @Sendable (_ code: String) async throws -> String

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.editing, .submit(let code)), (.rejected, .submit(let code)):
            transition(.checking, effect: .check(code: code))
        case (.checking, .cancel): nextState(.editing)
        default: undefined
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        undefined
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .check(let code):
            .single {
                do {
                    return .accepted(name: try await check(code))
                } catch {
                    return .rejected(reason: "\(error)")
                }
            }
        }
    }
}
