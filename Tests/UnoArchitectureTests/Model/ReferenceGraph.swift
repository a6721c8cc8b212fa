import UnoArchitecture

/// The laws of section 3 as a plain interpreter: no streams, no tasks, no suspension.
final class ReferenceGraph {
    private(set) var states: [Tree] = []
    /// The effects that wait to be released, the one that has waited longest first.
    var held: [ReferenceWork] = []
    private(set) var started: [Int] = []
    /// The effects that begin when the step has ended, unless it cancels them.
    var due: [ReferenceWork] = []
    /// The finishing effects, which have ended or were cancelled and still block the effects that wait for their id.
    var windingUp: [ReferenceWork] = []
    /// Several turns were requested at once, and the schedule determines which comes first.
    private(set) var isUndecided = false
    /// The effects that were cancelled among actions that were queued together: whether they had started by then is
    /// up to the schedule.
    private(set) var uncertain: Set<Int> = []
    private var isInBurst = false
    private var hasMoreQueued = false
    /// The effect that feeds back, while it has more to feed back.
    private weak var feeding: ReferenceWork?
    /// The effect that has fed back the action that is handled.
    private(set) var source: ReferenceWork?
    /// The parts that hold an action, the one that has held it longest first.
    var delays: [ReferenceDebounce] = []
    private(set) var now = 0
    private(set) var isFinishing = false
    private var scope: ReferenceScope!
    private var root: ReferencePart!

    init(_ composition: Composition) {
        scope = ReferenceScope(self, emitted: { [unowned self] in states.append($0) })
        root = composition.reference(in: scope)
        scope.state = root.initial
        if let state = scope.state { states.append(state) }
        root.start()
    }

    func send(_ act: Act) {
        root.receive(act)
        endStep()
    }

    func send(together acts: [Act]) {
        isInBurst = true
        for (place, act) in acts.enumerated() {
            hasMoreQueued = place < acts.count - 1
            send(act)
        }
        isInBurst = false
    }

    func noteCancelled(_ work: Work) {
        if isInBurst || feeding != nil { uncertain.insert(work.label) }
    }

    func endStep() {
        scope.follow()
        beginDue()
        windUp()
    }

    private func beginDue() {
        for work in due where work.isRegistered {
            started.append(work.work.label)
            held.append(work)
        }
        due = []
    }

    /// Completes the finishing effects after the step; their follow-ups take turns of their own, in which those that wait for
    /// their ids come first.
    func windUp() {
        while let work = windingUp.first {
            let hasRivals =
                windingUp.count > 1 || hasMoreQueued || feeding?.isRegistered ?? false || isFinishing && holdsActions
            if hasRivals, windingUp.contains(where: \.isFollowed) { isUndecided = true }
            windingUp.removeFirst()
            work.startNext()
            if work.isFollowed {
                work.follow()
                scope.follow()
            }
            beginDue()
        }
    }

    /// An effect continues with its next stage: each action that it feeds back is a step of its own, in the order
    /// written, until the effect is cancelled. It ends after its last stage.
    func release(_ place: Workbench.Place) {
        guard let index = held.firstIndex(where: { $0.place == place }) else { return }
        let work = held.remove(at: index)
        if !work.stages.isEmpty {
            let stage = work.stages.removeFirst()
            for (place, output) in stage.enumerated() where work.isRegistered {
                // Its end, too, waits for a turn.
                feeding = work.stages.isEmpty || place < stage.count - 1 ? work : nil
                feedBack(output, of: work)
            }
            feeding = nil
        }
        if !work.stages.isEmpty {
            if work.isRegistered { held.append(work) }
            return
        }
        work.end()
    }

    private func feedBack(_ output: Work.Output, of work: ReferenceWork) {
        switch output {
        case .mix(let digit):
            work.scope.refresh()
            if work.scope.state != nil {
                work.scope.state!.mix(digit)
                work.scope.emit()
            }
        case .dispatch(let act):
            source = work
            root.receive(work.scope.embed(act))
            source = nil
        }
        endStep()
    }

    /// How many actions would be due after `ticks`.
    func dueCount(after ticks: Int) -> Int { delays.count { $0.due! <= now + ticks } }

    /// Handles the due actions in the order of their deadlines, as if they had been queued together.
    func advance(by ticks: Int) {
        isInBurst = dueCount(after: ticks) > 1
        now += ticks
        while let delay = earliest(where: { $0.due! <= now }) {
            hasMoreQueued = dueCount(after: 0) > 1
            delay.flush()
        }
        hasMoreQueued = false
        isInBurst = false
    }

    /// Handles held actions at once, or after the last effect if they arrived while the graph was finishing. From now on
    /// no observing effect starts.
    func finish() {
        isFinishing = true
        while let delay = earliest(where: { !$0.arrivedWhileFinishing || held.isEmpty }) { delay.flush() }
    }

    private func earliest(where isMeant: (ReferenceDebounce) -> Bool) -> ReferenceDebounce? {
        delays.filter(isMeant).min { $0.due! < $1.due! }
    }

    var holdsActions: Bool { !delays.isEmpty }

    /// A debounced action, which may have been fed back, is handled.
    func handle(_ act: Act, for part: ReferencePart, fedBackBy source: ReferenceWork?) {
        self.source = source
        part.scope.refresh()
        part.receive(act)
        self.source = nil
        endStep()
    }
}

/// A part that looks at its scope's state at the end of each step.
protocol ReferenceFollower: AnyObject {
    func follow()
}

/// One state, what changes with it, and its effects.
final class ReferenceScope {
    unowned let graph: ReferenceGraph
    /// In a scope that works on a slice of another scope's state: the slice, while it is present.
    var state: Tree? {
        get { whole == nil ? ownState : whole?.state?.optional }
        set {
            if whole == nil {
                ownState = newValue
            } else if whole?.state?.optional != nil {
                whole?.state?.optional = newValue
            }
        }
    }
    private var ownState: Tree?
    private unowned let whole: ReferenceScope?
    var works: [ReferenceWork] = []
    var followers: [any ReferenceFollower] = []
    /// The number of times the scope ended.
    var generation = 0
    var isOpen = true
    /// Converts an action of this scope to an action of the graph.
    let embed: (Act) -> Act
    private let emitted: (Tree) -> Void
    private let bringUpToDate: () -> Void

    init(
        _ graph: ReferenceGraph,
        embed: @escaping (Act) -> Act = { $0 },
        emitted: @escaping (Tree) -> Void,
        refresh: @escaping () -> Void = {}
    ) {
        self.graph = graph
        self.whole = nil
        self.embed = embed
        self.emitted = emitted
        self.bringUpToDate = refresh
    }

    init(_ graph: ReferenceGraph, viewing whole: ReferenceScope, embed: @escaping (Act) -> Act) {
        self.graph = graph
        self.whole = whole
        self.embed = embed
        emitted = { _ in }
        bringUpToDate = {}
    }

    func emit() {
        if let whole { whole.emit() } else { emitted(state!) }
    }

    func refresh() {
        if let whole { whole.refresh() } else { bringUpToDate() }
    }

    func follow() { for follower in followers where isOpen { follower.follow() } }

    func close() {
        isOpen = false
        generation += 1
        for work in works { work.cancel(.abandoned) }
    }

    // MARK: Emissions

    /// Begins the script that a handler returned.
    func begin(_ script: Script) { ReferenceEmission(self).begin(script, ended: nil) }
}

/// One emission. Its immediate part emits the state once; the follow-up of an effect emits it with each `.state`.
final class ReferenceEmission {
    private unowned let scope: ReferenceScope
    private let generation: Int
    private var isFollowing = false
    private var hasEmitted = false

    init(_ scope: ReferenceScope) {
        self.scope = scope
        self.generation = scope.generation
    }

    private var isCurrent: Bool { scope.isOpen && scope.generation == generation }

    /// - Parameter ended: follows the last effect of the script.
    func begin(_ script: Script, ended: (() -> Void)?) {
        guard isCurrent else { return }
        switch script {
        case .none: ended?()
        case .state:
            if isFollowing || !hasEmitted { emit() }
            ended?()
        case .work(let work):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            var isBeginning = true
            ReferenceWork.begin(
                work,
                in: scope,
                ended: ended.map { ended in
                    { [self] in
                        if !isBeginning { isFollowing = true }
                        ended()
                    }
                }
            )
            isBeginning = false
        case .cancel(let id):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            for work in scope.works where work.work.id == id { work.cancel(.passed) }
            ended?()
        case .merge(let scripts):
            var open = scripts.count
            if scripts.isEmpty { ended?() }
            let oneEnded: (() -> Void)? = ended.map { ended in
                {
                    open -= 1
                    if open == 0 { ended() }
                }
            }
            for script in scripts { begin(script, ended: oneEnded) }
        case .concatenate(let scripts):
            guard let first = scripts.first else {
                ended?()
                return
            }
            let rest = Array(scripts.dropFirst())
            begin(first, ended: rest.isEmpty ? ended : { self.begin(.concatenate(rest), ended: ended) })
        }
    }

    private func emit() {
        hasEmitted = true
        scope.emit()
    }
}
