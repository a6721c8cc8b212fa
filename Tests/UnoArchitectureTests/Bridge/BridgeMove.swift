/// What happens to a bridge: the events of its state machine.
enum BridgeMove: CaseIterable, Sendable {
    // The pump.
    case jobQueued
    case offer
    case takeLate
    case lateHandled
    case pumpGoesOn
    case end
    // The runner.
    case runnerLooks
    case runnerWaits
    // The transformer.
    case transformerAsked
    case listenerLeft
    // The engine.
    case engineLooks
    /// It looks while another caller waits for the isolation.
    case engineMustLeave
    case engineWaits
    case feed
    /// The transformer is not there to take the action: the engine waits for it and does not look.
    case engineLeaves
    case finishInput
    case cancel

    /// Whether little can happen afterwards.
    var isFinal: Bool {
        switch self {
        case .end, .listenerLeft, .finishInput, .cancel: true
        default: false
        }
    }
}
