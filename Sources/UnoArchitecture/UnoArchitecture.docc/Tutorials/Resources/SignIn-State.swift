import UnoStateMachines

struct SignIn {
    enum State: Hashable {
        case editing
        case checking
        case rejected(reason: String)
        case accepted(name: String)
    }
}
