import UnoArchitecture

/// An effect that runs or waits its turn.
final class ReferenceWork: ReferenceSleeper {
    enum Cancellation {
        /// Its follow-up starts now.
        case passed
        /// Its follow-up is dropped, too.
        case abandoned
    }

    let work: Work
    unowned let scope: ReferenceScope
    var stages: [[Work.Output]]
    private var ended: (() -> Void)?
    /// Begins the emission that it came before, if it was not cancelled.
    private var granted: (() -> Void)?
    private var isWaiting = false
    private(set) var isCancelled = false
    private(set) var deadline = 0

    private init(_ work: Work, _ scope: ReferenceScope, _ ended: (() -> Void)?, _ granted: (() -> Void)?) {
        self.work = work
        self.scope = scope
        self.stages = work.stages
        self.ended = ended
        self.granted = granted
    }

    var place: Workbench.Place { Workbench.Place(label: work.label, stage: work.stages.count - stages.count) }
    var isRegistered: Bool { scope.works.contains { $0 === self } }
    var isFollowed: Bool { ended != nil || granted != nil }

    /// - Parameter isParked: whether it does not begin by itself.
    /// - Returns: the effect, if it is one of the scope's now.
    @discardableResult
    static func begin(
        _ work: Work, in scope: ReferenceScope, isParked: Bool = false, ended: (() -> Void)?,
        granted: (() -> Void)? = nil
    ) -> ReferenceWork? {
        if work.isObserving, scope.graph.isFinishing {
            ended?()
            return nil
        }
        let others = scope.works.filter { work.id != nil && $0.work.id == work.id }
        if work.policy == .dropNew, !others.isEmpty {
            ended?()
            return nil
        }
        if work.policy == .cancelPrevious { for other in others { other.cancel(.passed) } }
        let run = ReferenceWork(work, scope, ended, granted)
        let mustWait = work.policy.isInLine && (!others.isEmpty || run.isHeldUp)
        if case .waitTurn(_?, _) = work.policy.kind { scope.graph.noteLine(of: work) }
        var displaced: ReferenceWork?
        if case .waitTurn(let limit?, let overflow) = work.policy.kind, mustWait {
            let waiting = others.filter(\.isWaiting)
            if waiting.count >= limit {
                displaced = overflow == .dropOldest ? waiting.first : nil
                guard displaced != nil else {
                    ended?()
                    return nil
                }
            }
        }
        scope.works.append(run)
        scope.graph.works.append(run)
        if mustWait { run.isWaiting = true } else if !isParked { run.start() }
        displaced?.cancel(.passed)
        return run
    }

    /// Whether an effect with its id is finishing.
    private var isHeldUp: Bool {
        scope.graph.windingUp.contains { $0.scope === scope && $0.work.id == work.id && !$0.isWaiting }
    }

    private func start() {
        isWaiting = false
        scope.graph.due.append(self)
    }

    /// Suppresses its further results; an effect that waits behind it keeps waiting until its task has ended.
    func cancel(_ how: Cancellation) {
        guard isRegistered else { return }
        isCancelled = true
        scope.graph.noteCancelled(work)
        for delay in scope.graph.delays where delay.source === self { delay.drop() }
        if how == .abandoned { ended = nil }
        granted = nil
        if !isWaiting || isFollowed { scope.graph.windingUp.append(self) }
        forget()
    }

    private func forget() {
        scope.works.removeAll { $0 === self }
        scope.graph.works.removeAll { $0 === self }
        scope.graph.sleepers.removeAll { $0 === self }
        scope.graph.held.removeAll { $0 === self }
    }

    func end() {
        guard isRegistered else { return }
        scope.graph.windingUp.append(self)
        forget()
        scope.graph.windUp()
    }

    /// Starts the next part of the concatenation.
    func follow() {
        scope.refresh()
        if let granted { granted() } else { ended?() }
    }

    // MARK: Time

    /// Its step has ended, and has not cancelled it.
    func begin() {
        guard let interval = work.interval else { return scope.graph.hold(self) }
        guard interval > 0 else {
            scope.graph.windingUp.append(self)
            return forget()
        }
        deadline = scope.graph.now + interval
        scope.graph.sleepers.append(self)
    }

    /// Ends, or gives its output and sleeps until the next tick.
    func wake() {
        guard let output = stages.first?.first else { return end() }
        deadline += work.interval!
        scope.graph.feedBack(output, of: self)
    }

    func finish() {}

    var beginsAtFinish: Bool { false }

    /// The next in line for its id starts, if it is its turn.
    func startNext() {
        let next = scope.works.first { work.id != nil && $0.work.id == work.id }
        if let next, next.isWaiting, !next.isHeldUp { next.start() }
    }
}

extension EffectPolicy {
    fileprivate var isInLine: Bool {
        switch kind {
        case .waitTurn: true
        case .runBoth, .cancelPrevious, .dropNew: false
        }
    }
}
