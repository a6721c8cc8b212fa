@testable import UnoArchitecture

/// The outcome of a move. Each waiting party, each state and each job has the number of the move that introduced it.
enum BridgeOutcome: Equatable, Sendable {
    enum Waiter: Equatable, Sendable {
        case engine(Int)
        case pump(Int)
        case runner(Int)
    }

    /// A waiting party is resumed.
    case woke(Waiter)
    /// What a party finds when it looks.
    case runs(job: Int)
    case waits
    /// The engine gets a state.
    case emitted(Int)
    case settled
    /// The state needs no turn of its own any more.
    case withdrew(Int)
    /// The state takes a turn of its own.
    case late(Int)
    /// The state, if there still is one, is handled in a turn of its own.
    case hasTurn(Int?)
    /// Whether the pump can offer its next state.
    case goesOn(Bool)
    /// Whether the transformer is sent an action, and why not.
    case fed(BridgeFeed)
    /// The transformer cannot learn that no more actions come.
    case needsCancelling
}
