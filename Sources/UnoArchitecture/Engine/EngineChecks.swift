#if DEBUG
    extension GraphEngine {
        /// Traps if fields that say the same have come apart; called at the end of each step.
        func checkPairs() {
            func check(_ isRight: Bool, _ field: StaticString) {
                if !isRight { fatalError("At the end of a step, \(field) is wrong") }
            }
            check(hasNextActions == !nextActions.isEmpty, "hasNextActions")
            check(holdsActions == (hasNextActions || !held.isEmpty), "holdsActions")
            check(0...nextActions.count ~= Int(olderNextActions), "olderNextActions")
            check(!(mustPause && isPaused), "mustPause or isPaused")
            check(phaseCount >= 0, "the number of phases")
            check(observationCount >= 0, "the number of observations")
            check(inFlight.isConsistent, "the number of effects in flight")
            check(origin == nil && source == nil && context == nil && reply == nil, "what the step was for")
            check(!isSuspended && !isRefused && !hasRareParts && !launches.areDue, "what the step leaves behind")
            guard let rootScope else { return }
            check(!rootScope.needsEmission && rootScope.emissionHolds == 0, "the pending emission")
        }
    }
#endif
