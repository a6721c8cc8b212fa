extension ViewStateStore {
    /// Called after each step: prunes the parts after as many steps as there are parts, so that a step pays for one of them; but
    /// after 10,000 at the latest, since steps may go on making parts faster.
    func pruneInTime() {
        stepsSincePruning += 1
        if stepsSincePruning >= min(max(64, partsMade), 10_000) { pruneParts() }
    }

    /// Removes parts without observers and handles; without any part, steps are in place again.
    func pruneParts() {
        stepsSincePruning = 0
        guard isKnownUniquelyReferenced(&whole) else { return }
        partsMade = whole!.prune()
        if partsMade == 0 { whole = nil }
    }
}
