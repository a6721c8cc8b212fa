@testable import UnoArchitecture

/// The outcome of a move. Each waiting party and each state has the number of the move that introduced it.
enum BridgeOutcome: Equatable, Sendable {
    /// The engine gets a state.
    case emitted(Int, engine: Int)
    case settled(engine: Int)
    /// The state needs no turn of its own any more.
    case withdrew(Int)
    case released(pump: Int)
    /// The state is refused.
    case refused(Int)
    /// The state, if there still is one, is handled in a turn of its own.
    case hasTurn(Int?)
    /// Whether the transformer is sent an action, and why not.
    case fed(BridgeFeed)
    /// The transformer cannot learn that no more actions come.
    case needsCancelling
}
