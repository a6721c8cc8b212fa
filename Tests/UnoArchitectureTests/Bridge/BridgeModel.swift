@testable import UnoArchitecture

/// A bridge, written for clarity: the place of the pump, the waiting parties, and the conditions that hold. A move only
/// changes this state; after each move the model determines which parties can be resumed.
struct BridgeModel {
    /// Where the pump is: one task, which does one thing after the other.
    private enum Place {
        /// Runs, or waits for the transformer to yield.
        case betweenStates
        /// Waits for a turn for its state.
        case entering
        /// Its state is handled in a turn of its own.
        case inTurn
        /// Has given its state away, and will wait until it is handled.
        case aboutToWait
        case waiting
        /// Was released, and has not resumed yet.
        case released
        /// Its state was refused, so that it will end.
        case aboutToEnd
        case gone
    }

    private var place = Place.betweenStates
    /// The pump rests and the executor has reported it, so the pump must be woken.
    private var isAsleep = false
    /// The executor may have found the pump at rest just before it woke, and not have reported it yet.
    private var canBeOutrun = false
    /// The state that was yielded and not taken yet.
    private var offered: Int?
    private var waitingPump: Int?
    private var waitingEngine: Int?
    /// The engine has a state, and has not come back for more.
    private var engineHandles = false
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
        case .pumpWoke: [.betweenStates, .entering, .inTurn, .released].contains(place)
        // It is asleep only once, and only where it can be suspended.
        case .pumpCameToRest:
            !isAsleep && [.betweenStates, .entering, .inTurn, .waiting, .released].contains(place)
        case .restIsOutrun: canBeOutrun
        case .offer: place == .betweenStates && !isAsleep
        case .takeLate: place == .entering && !isAsleep
        case .lateHandled: place == .inTurn && !isAsleep
        // On the way to its turn only if it is told that the state needs none.
        case .pumpWaits: place == .aboutToWait || place == .entering && !isAsleep && offered == nil
        case .pumpGoesOn: place == .released && !isAsleep
        // On the way to its turn if the task is cancelled or the graph has ended.
        case .end: place == .aboutToEnd || [.betweenStates, .entering].contains(place) && !isAsleep
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
            place = waitingEngine == nil ? .entering : .aboutToWait
        case .takeLate:
            defer { offered = nil }
            place = offered == nil ? .aboutToWait : .inTurn
            return [.hasTurn(offered)]
        case .lateHandled, .pumpGoesOn: place = .betweenStates
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
            engineHandles = false
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
                if place == .entering { answers.append(.withdrew(state)) }
                answers.append(.emitted(state, engine: engine))
                (offered, waitingEngine, engineHandles, mayFeed) = (nil, nil, true, false)
            } else if isSettled {
                answers.append(.settled(engine: engine))
                (waitingEngine, mayFeed) = (nil, true)
            }
        }
        if let pump = waitingPump, isOver || !engineHandles {
            answers.append(.released(pump: pump))
            (waitingPump, place) = (nil, .released)
        }
        return answers
    }
}
