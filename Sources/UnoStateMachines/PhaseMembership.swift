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
    func hasReplaced(_ effect: StateCase, after transition: Int) -> Bool {
        lastReplacement[effect].map { $0 > transition } ?? false
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
