/// What a running machine has left behind: its earlier phases, and effects that later ones have replaced. Lives in the
/// graph's isolation.
final class MachineHistory {
    /// Counts the phases that effects have belonged to.
    private(set) var phase = 0
    /// Counts the transitions that have replaced effects.
    private(set) var replacements = 0
    /// The last such transition, for each case of effects.
    private var lastReplacement: [StateCase: Int] = [:]

    func leavePhase() { phase += 1 }

    func replace(_ cases: Set<StateCase>) {
        replacements += 1
        for replaced in cases { lastReplacement[replaced] = replacements }
    }

    /// Whether effects of this case have been replaced after `transition`.
    fileprivate func hasReplaced(_ effect: StateCase, after transition: Int) -> Bool {
        lastReplacement[effect].map { $0 > transition } ?? false
    }
}

/// A part of a composition whose effects begin one after the other: the whole, or a part of a merge.
///
/// When an effect goes along into another phase, what follows it does so, too: what is still to come in its own branch and in
/// those around it, but not in those beside it.
final class PhaseBranch {
    let history: MachineHistory
    private let trunk: PhaseBranch?
    /// Nil until an effect of the branch is reached: it begins in the phase that the branch around it is in by then.
    private var phase: Int?

    /// A composition that begins in the machine's present phase.
    init(in history: MachineHistory) {
        self.history = history
        self.trunk = nil
        self.phase = history.phase
    }

    private init(from trunk: PhaseBranch) {
        self.history = trunk.history
        self.trunk = trunk
    }

    /// A part of a merge in this branch.
    func makeBranch() -> PhaseBranch { PhaseBranch(from: self) }

    /// An effect of the branch is reached.
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

    private var isCurrent: Bool { phase == history.phase }

    /// The machine has left its phase with the result of an effect of the branch: what follows that effect goes along, unless
    /// an earlier phase of its own was left without it.
    ///
    /// - Returns: whether anything may go along.
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

/// An effect of a composition in which one effect follows another: decides whether it may begin when its turn comes.
final class PhaseMembership: StartCondition {
    let branch: PhaseBranch
    private let effect: any Sendable
    private let traits: EffectTraits
    /// The machine's replacements when the composition began.
    private let replacements: Int

    init(of effect: some Sendable, with traits: EffectTraits, in branch: PhaseBranch) {
        self.branch = branch
        self.effect = effect
        self.traits = traits
        self.replacements = branch.history.replacements
    }

    /// False if the effect's phase is over, or the effect has been replaced.
    func allowsStart() -> Bool {
        let isCurrent = branch.reach()
        if traits.contains(.outlivesPhase) { return true }
        guard isCurrent else { return false }
        guard traits.isReplaceable, replacements < branch.history.replacements else { return true }
        return !branch.history.hasReplaced(StateCase(of: effect), after: replacements)
    }
}
