internal import UnoArchitecture

/// The history of a running machine, by which effects that have not started yet decide whether they still may: how often it
/// has left a phase, and which effects have been replaced. Lives in the graph's isolation.
final class MachineHistory {
    /// The number of the present phase, counting the phases that effects have belonged to.
    private(set) var phase = 0
    /// The number of transitions that have replaced effects.
    private(set) var replacements = 0
    /// The number of the last such transition for each case of effects.
    private var lastReplacement: [StateCase: Int] = [:]

    func leavePhase() { phase += 1 }

    func replace(_ cases: Set<StateCase>) {
        replacements += 1
        for replaced in cases { lastReplacement[replaced] = replacements }
    }

    /// Whether effects of this case have been replaced since `transition`.
    fileprivate func hasReplaced(_ effect: StateCase, after transition: Int) -> Bool {
        lastReplacement[effect].map { $0 > transition } ?? false
    }
}

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

    private var isCurrent: Bool { phase == history.phase }

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

/// Decides whether an effect that follows another one in a composition may start when it is reached.
final class PhaseMembership: StartCondition {
    let branch: PhaseBranch
    private let effect: any Sendable
    private let traits: EffectTraits
    /// The number of replacements when the composition started.
    private let replacements: Int

    init(of effect: some Sendable, with traits: EffectTraits, in branch: PhaseBranch) {
        self.branch = branch
        self.effect = effect
        self.traits = traits
        self.replacements = branch.history.replacements
    }

    /// Returns false if the effect's phase has ended or the effect has been replaced.
    func allowsStart() -> Bool {
        let isCurrent = branch.reach()
        if traits.contains(.outlivesPhase) { return true }
        guard isCurrent else { return false }
        guard traits.isReplaceable, replacements < branch.history.replacements else { return true }
        return !branch.history.hasReplaced(StateCase(of: effect), after: replacements)
    }
}
