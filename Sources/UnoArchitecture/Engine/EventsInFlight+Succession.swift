internal import AsyncKit

/// The continuations of the `.observe` effects that a finishing graph cancels run in the order in which the effects were
/// registered, whichever task ends first.
extension EventsInFlight {
    func keepOrder(of observers: [EffectRun]) {
        for run in observers where run.isFollowed && !run.isInSuccession {
            run.isInSuccession = true
            succession.append(run)
        }
    }

    /// Whether no older effect of the succession has still to end.
    func mayEnd(_ run: EffectRun) -> Bool { !run.isInSuccession || succession.first === run }

    /// Ends the ready effects at the front of the succession, in a loop: one without a continuation ends at once.
    func advanceSuccession() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        while let next = succession.first {
            if next.isOver {
                _ = succession.popFirst()
            } else if next.isSucceeding {
                next.end()
                guard next.isOver else { return }
            } else {
                return
            }
        }
    }
}
