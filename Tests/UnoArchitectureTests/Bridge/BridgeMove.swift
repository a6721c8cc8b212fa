/// What happens to a bridge: the events of its state machine, and two orders in which rest is announced.
enum BridgeMove: CaseIterable, Sendable {
    // The pump, and the executor that it runs on.
    case pumpWoke
    case pumpCameToRest
    /// Rest is announced that was found just before the pump woke.
    case restIsOutrun
    case offer
    case takeLate
    case lateHandled
    case pumpWaits
    case pumpGoesOn
    case end
    // The transformer.
    case transformerAsked
    case listenerLeft
    // The engine.
    case engineWaits
    case feed
    case finishInput
    case cancel

    var isOfPump: Bool {
        switch self {
        case .pumpWoke, .pumpCameToRest, .restIsOutrun, .offer, .takeLate, .lateHandled, .pumpWaits, .pumpGoesOn, .end:
            true
        case .transformerAsked, .listenerLeft, .engineWaits, .feed, .finishInput, .cancel: false
        }
    }

    /// Whether little can happen afterwards.
    var isFinal: Bool {
        switch self {
        case .end, .listenerLeft, .finishInput, .cancel: true
        default: false
        }
    }
}
