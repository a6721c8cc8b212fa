internal import UnoArchitecture

/// A part of a composition whose effects start one after the other: the whole composition, or a part of a merge.
///
/// When an effect continues into the next phase, so do the effects that follow it: those that have not started yet in its own
/// branch and in the branches around it, but not those in the branches beside it.
final class PhaseBranch {
    let history: MachineHistory
    private let trunk: PhaseBranch?
    /// The phase that the branch belongs to. Nil until its first effect is reached; the branch then joins the phase of the
    /// branch around it.
    private var phase: Int?

    /// Makes the branch of a composition that starts in the machine's present phase.
    init(in history: MachineHistory) {
        self.history = history
        self.trunk = nil
        self.phase = history.phase
    }

    private init(from trunk: PhaseBranch) {
        self.history = trunk.history
        self.trunk = trunk
    }

    /// Makes the branch of a part of a merge in this branch.
    func makeBranch() -> PhaseBranch { PhaseBranch(from: self) }

    /// Called when an effect of the branch is next to start.
    ///
    /// - Returns: whether the machine is still in the branch's phase.
    func reach() -> Bool {
        var begun = self
        while begun.phase == nil, let trunk = begun.trunk { begun = trunk }
        let phase = begun.phase
        var branch = self
        while branch.phase == nil, let trunk = branch.trunk {
            branch.phase = phase
            branch = trunk
        }
        return isCurrent
    }

    /// Whether the machine is in the branch's phase.
    var isCurrent: Bool { phase == history.phase }

    /// Called when a result of an effect of the branch has made the machine leave its phase. The effects that follow it
    /// continue in the next phase, unless their branch has missed an earlier change of phase.
    ///
    /// - Returns: whether any effect may continue.
    func goAlong() -> Bool {
        var goesAlong = false
        var next: PhaseBranch? = self
        while let branch = next {
            if branch.phase == history.phase - 1 {
                branch.phase = history.phase
                goesAlong = true
            }
            next = branch.trunk
        }
        return goesAlong
    }
}
