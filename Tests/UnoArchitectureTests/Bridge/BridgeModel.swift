@testable import UnoArchitecture

/// A bridge, written for clarity: the place of the pump, the waiting parties, and the conditions that hold. A move only
/// changes this state; after each move the model determines which parties can be resumed.
struct BridgeModel {
    /// Where the pump is: one task, which does one thing after the other.
    private enum Place {
        /// Runs, or waits for the transformer to yield.
        case betweenStates
        /// Has given its state away, and will wait until it is handled.
        case aboutToWait
        case waiting
        /// Was released, and has not resumed yet.
        case released
        /// Its state was refused, so that it will end.
        case aboutToEnd
        case gone
    }

    private enum Handler: Equatable {
        case none
        case engine
        /// The turn of this state.
        case turn(Int)
    }

    private var place = Place.betweenStates
    /// Who handles a state.
    private var handler = Handler.none
    /// The states that wait for turns of their own, and those whose turns are not over, in order. A state that the engine
    /// has taken meanwhile may have its turn all the same: then that does nothing.
    private var entering: [Int] = []
    private var inTurn: [Int] = []
    /// The pump rests and the executor has reported it, so the pump must be woken.
    private var isAsleep = false
    /// The executor may have found the pump at rest just before it woke, and not have reported it yet.
    private var canBeOutrun = false
    /// The state that was yielded and not taken yet.
    private var offered: Int?
    private var waitingPump: Int?
    private var waitingEngine: Int?
    /// The engine was told that the transformer is settled, and has not fed it since.
    private var mayFeed = false
    private var hasAsked = false
    private var hasEverAsked = false
    private var isListening = true
    private var inputHasFinished = false
    /// Nothing more is yielded, or no consumer is left.
    private(set) var isOver = false

    private var isSettled: Bool {
        isOver || place == .betweenStates && isAsleep && (hasAsked || !isListening) && !inputHasFinished
    }

    /// Whether the move can come next. Other orders are impossible, in most cases because the pump is one task.
    func allows(_ move: BridgeMove) -> Bool {
        switch move {
        // Only a suspended pump is woken; a pump that waits is woken only by its release.
        case .pumpWoke: [.betweenStates, .released].contains(place)
        // It is asleep only once, and only where it can be suspended.
        case .pumpCameToRest:
            !isAsleep && [.betweenStates, .waiting, .released].contains(place)
        case .restIsOutrun: canBeOutrun
        case .offer: place == .betweenStates && !isAsleep
        case .takeLate: !entering.isEmpty
        case .lateHandled: !inTurn.isEmpty
        case .pumpWaits: place == .aboutToWait
        case .pumpGoesOn: place == .released && !isAsleep
        case .end: place == .aboutToEnd || place == .betweenStates && !isAsleep
        // A transformer that asks still has the stream of actions, which is released once.
        case .transformerAsked, .listenerLeft: isListening
        // Steps follow each other.
        case .engineWaits: waitingEngine == nil
        // A step feeds a transformer that is settled, once.
        case .feed: waitingEngine == nil && mayFeed
        case .finishInput, .cancel: true
        }
    }

    mutating func play(_ move: BridgeMove, number: Int) -> [BridgeOutcome] {
        note(move, number) + answers()
    }

    private mutating func note(_ move: BridgeMove, _ number: Int) -> [BridgeOutcome] {
        if move.isOfPump { canBeOutrun = move == .pumpWoke && !isAsleep }
        switch move {
        case .pumpWoke: isAsleep = false
        case .pumpCameToRest: isAsleep = true
        case .restIsOutrun: break
        case .offer:
            if isOver {
                place = .aboutToEnd
                return [.refused(number)]
            }
            offered = number
            place = .aboutToWait
            if waitingEngine == nil { entering.append(number) }
        case .takeLate:
            let state = entering.removeFirst()
            inTurn.append(state)
            guard offered == state else { return [.hasTurn(nil)] }
            (offered, handler) = (nil, .turn(state))
            return [.hasTurn(state)]
        case .lateHandled: if handler == .turn(inTurn.removeFirst()) { handler = .none }
        case .pumpGoesOn: place = .betweenStates
        case .pumpWaits:
            place = .waiting
            waitingPump = number
        case .end:
            place = .gone
            end()
        case .transformerAsked:
            hasAsked = true
            hasEverAsked = true
        case .listenerLeft: isListening = false
        case .engineWaits:
            waitingEngine = number
            // A step of the turn that handles a state may wait, too.
            handler = .none
        case .feed:
            if isOver { return [.fed(.ended)] }
            if !isListening { return [.fed(hasEverAsked ? .ended : .ignored)] }
            hasAsked = false
            mayFeed = false
            return [.fed(.accepted)]
        case .finishInput:
            inputHasFinished = true
            if !isOver, !isListening { return [.needsCancelling] }
        case .cancel: end()
        }
        return []
    }

    private mutating func end() {
        isOver = true
        offered = nil
    }

    /// Resumes the parties that need not wait any longer.
    private mutating func answers() -> [BridgeOutcome] {
        var answers: [BridgeOutcome] = []
        if let engine = waitingEngine {
            if let state = offered {
                if entering.contains(state) { answers.append(.withdrew(state)) }
                answers.append(.emitted(state, engine: engine))
                (offered, waitingEngine, handler, mayFeed) = (nil, nil, .engine, false)
            } else if isSettled {
                answers.append(.settled(engine: engine))
                (waitingEngine, mayFeed) = (nil, true)
            }
        }
        if let pump = waitingPump, isOver || handler == .none && offered == nil {
            answers.append(.released(pump: pump))
            (waitingPump, place) = (nil, .released)
        }
        return answers
    }
}
