internal import UnoArchitecture

/// The branches of a composition, in which effects start one after the other: the whole composition, and each part of a merge.
///
/// When an effect continues into the next phase, so do the effects that follow it: those after it in its own branch and in the
/// branches around it, and in the merges that begin there. The effects in the branches beside it do not. What follows an effect begins
/// when the effect has ended. Where its result is held, for instance by a `Debounce`, that is before the result is handled; so what
/// follows may be running when the result leaves the phase.
final class PhaseBranches {
    private struct Branch {
        /// Nil for the whole composition.
        var trunk: Int?
        /// The place of the merge, in the composition, that it is a part of.
        var merge = 0
        /// The phase that it belongs to. Nil until its first effect is reached; the branch then joins the phase of the branch around it.
        var phase: Int?
    }

    let history: MachineHistory
    /// Each after the one around it.
    private var branches: [Branch]

    /// Makes those of a composition that starts in the machine's present phase; the first one is the whole of it.
    init(in history: MachineHistory) {
        self.history = history
        branches = [Branch(phase: history.phase)]
    }

    var whole: PhaseBranch { PhaseBranch(all: self, number: 0) }

    /// Makes the branch of a part of a merge.
    func makeBranch(in trunk: PhaseBranch, ofMergeAt merge: Int) -> PhaseBranch {
        branches.append(Branch(trunk: trunk.number, merge: merge))
        return PhaseBranch(all: self, number: branches.count - 1)
    }

    fileprivate func reach(_ number: Int) -> Bool {
        var begun = number
        while branches[begun].phase == nil, let trunk = branches[begun].trunk { begun = trunk }
        let phase = branches[begun].phase
        var next = number
        while branches[next].phase == nil, let trunk = branches[next].trunk {
            branches[next].phase = phase
            next = trunk
        }
        return isCurrent(number)
    }

    fileprivate func isCurrent(_ number: Int) -> Bool { branches[number].phase == history.phase }

    /// Complexity: O(branches).
    fileprivate func goAlong(with source: Int) -> Bool {
        // Of each branch around the source's, the merge that the source is in.
        var around: [Int: Int] = [:]
        var inner = branches[source]
        while let trunk = inner.trunk {
            around[trunk] = inner.merge
            inner = branches[trunk]
        }
        var following: Set<Int> = [source]
        for (number, branch) in branches.enumerated() {
            let followsTrunk = branch.trunk.map { around[$0] != branch.merge && following.contains($0) } ?? false
            if around[number] != nil || followsTrunk { following.insert(number) }
        }
        // A branch that has missed an earlier change of phase does not catch up.
        let goingAlong = following.filter { branches[$0].phase == history.phase - 1 }
        for number in goingAlong { branches[number].phase = history.phase }
        return !goingAlong.isEmpty
    }
}

/// One of the branches of a composition.
struct PhaseBranch {
    fileprivate let all: PhaseBranches
    fileprivate let number: Int

    var history: MachineHistory { all.history }

    /// Called when an effect of the branch is next to start.
    ///
    /// - Returns: whether the machine is still in the branch's phase.
    func reach() -> Bool { all.reach(number) }

    /// Whether the machine is in the branch's phase.
    var isCurrent: Bool { all.isCurrent(number) }

    /// Called when a result of an effect of the branch has made the machine leave its phase: the effects that follow it continue in
    /// the next phase.
    ///
    /// - Returns: whether any effect may continue.
    func goAlong() -> Bool { all.goAlong(with: number) }
}
