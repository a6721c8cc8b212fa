#if DEBUG
    extension GraphEngine {
        /// Traps if fields that say the same have come apart; called at the end of each step.
        func checkPairs() {
            func check(_ isRight: Bool, _ field: StaticString) {
                if !isRight { fatalError("At the end of a step, \(field) is wrong") }
            }
            check(agenda.isConsistent, "the agenda")
            check(following.phases >= 0, "the number of phases")
            check(inFlight.isConsistent, "the number of effects in flight")
            check(step.isCleared, "what the step leaves behind")
            check(!isSuspended && !launches.areDue, "what waits")
            guard let rootScope else { return }
            check(!rootScope.needsEmission && rootScope.emissionHolds == 0, "the pending emission")
        }

        /// Traps if a turn is taken over that was not handed over, or while one is on its way to who takes it over.
        func turnChangesHands(wasHandedOver: Bool, isHandedOver: Bool) {
            guard turnIsHandedOver == wasHandedOver else {
                fatalError(
                    wasHandedOver
                        ? "A turn is taken over, and none was handed over"
                        : "A turn begins while one is handed over")
            }
            turnIsHandedOver = isHandedOver
        }
    }
#endif
