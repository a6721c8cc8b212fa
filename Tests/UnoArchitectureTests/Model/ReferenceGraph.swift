import UnoArchitecture

/// The laws of section 3 as a plain interpreter: no streams, no tasks, no suspension.
final class ReferenceGraph {
    /// Every state that was emitted.
    private(set) var states: [Tree] = []
    /// The states that a host hands on: one a step, and one at each wait for a transformer.
    private(set) var handedOn: [Tree] = []
    private var isPending = false
    /// The effects that wait to be released, the one that has waited longest first.
    var held: [ReferenceWork] = []
    private(set) var started: [Int] = []
    /// The effects that begin when the step has ended, unless it cancels them.
    var due: [ReferenceWork] = []
    /// The finishing effects, which have ended or were cancelled and still block the effects that wait for their id.
    var windingUp: [ReferenceWork] = []
    /// Several turns were requested at once, and the schedule determines which comes first.
    var isUndecided = false
    /// The effects that were cancelled among actions that were queued together: whether they had started by then is
    /// up to the schedule.
    private(set) var uncertain: Set<Int> = []
    private var isInBurst = false
    /// The ids of effects that have ended among actions that were queued together: whether their tasks have, too, and no
    /// longer hold up a line, is up to the schedule.
    private var endedInBurst: Set<Int> = []
    private var hasMoreQueued = false
    /// The effect that feeds back, while it has more to feed back.
    private weak var feeding: ReferenceWork?
    /// The effect that has fed back the action that is handled.
    private(set) var source: ReferenceWork?
    /// The effects that have not ended, waiting ones included, in the order in which they were registered.
    var works: [ReferenceWork] = []
    /// What wakes when its time has come: timers, debounced emissions, and windows of throttled ones.
    var sleepers: [any ReferenceSleeper] = []
    /// The actions to be handled next, and what follows them; first those that the running step has named.
    private var named: [ReferenceNext] = []
    private var next: [ReferenceNext] = []
    private var isHandlingNext = false
    /// The parts that hold an action, the one that has held it longest first.
    var delays: [ReferenceDebounce] = []
    private(set) var now = 0
    private(set) var isFinishing = false
    private var scope: ReferenceScope!
    private var root: ReferencePart!

    init(_ composition: Composition) {
        scope = ReferenceScope(self, emitted: { [unowned self] in emit($0) })
        root = composition.reference(in: scope)
        scope.state = root.initial
        if let state = scope.state { emit(state) }
        root.start()
        handOn()
    }

    private func emit(_ state: Tree) {
        states.append(state)
        isPending = true
    }

    /// The step ends, or waits.
    func handOn() {
        if isPending, let last = states.last { handedOn.append(last) }
        isPending = false
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
        endedInBurst = []
    }

    /// Whether an effect that is to wait in a line of a limited length finds room may depend on the schedule.
    func noteLine(of work: Work) { if let id = work.id, endedInBurst.contains(id) { isUndecided = true } }

    func noteCancelled(_ work: Work) {
        if isInBurst, let id = work.id { endedInBurst.insert(id) }
        if isInBurst || isHandlingNext || feeding != nil { uncertain.insert(work.label) }
    }

    func endStep() {
        finishStep()
        windUp()
    }

    /// Each next action is a step of its own; what it names comes before what earlier ones have named.
    private func finishStep() {
        closeStep()
        isHandlingNext = true
        while !next.isEmpty {
            let first = next.removeFirst()
            guard first.isCurrent else { continue }
            switch first.what {
            case .act(let act): root.receive(act)
            case .follower(let ended):
                first.scope.refresh()
                ended()
            }
            closeStep()
        }
        isHandlingNext = false
    }

    private func closeStep() {
        scope.follow()
        handOn()
        next = named + next
        named = []
        beginDue()
    }

    func follow() { scope.follow() }

    func name(_ act: Act, in scope: ReferenceScope, ended: (() -> Void)?) {
        named.append(ReferenceNext(scope, .act(scope.embed(act))))
        if let ended { named.append(ReferenceNext(scope, .follower(ended))) }
    }

    private func beginDue() {
        let begun = due.filter(\.isRegistered)
        due = []
        for work in begun { work.begin() }
    }

    func hold(_ work: ReferenceWork) {
        started.append(work.work.label)
        held.append(work)
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
            if work.isFollowed { work.follow() }
            finishStep()
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

    func feedBack(_ output: Work.Output, of work: ReferenceWork) {
        switch output {
        case .mix(let digit):
            work.scope.refresh()
            if work.scope.state != nil {
                work.scope.state!.mix(digit)
                work.scope.emit()
            }
        case .dismiss:
            work.scope.refresh()
            _ = work.scope.dismiss()
        case .dispatch(let act):
            source = work
            root.receive(work.scope.embed(act))
            source = nil
        }
        endStep()
    }

    /// How many actions would be due after `ticks`.
    func dueCount(after time: Int) -> Int { delays.count { $0.due! <= now + time } }

    /// When the first of the sleepers wakes, and when anything is due.
    var nextWake: Int? { sleepers.map(\.deadline).min() }
    var nextDeadline: Int? { (sleepers.map(\.deadline) + delays.map { $0.due! }).min() }

    /// What is due at `nextDeadline` happens. If that are several things, it is up to the schedule which is first.
    func wake() {
        guard let time = nextDeadline else { return }
        let awake = sleepers.filter { $0.deadline == time }
        guard awake.count + delays.count(where: { $0.due! == time }) == 1 else {
            isUndecided = true
            return
        }
        now = time
        if let first = awake.first { first.wake() } else { earliest(where: { $0.due! == time })?.flush() }
        finishHeld()
    }

    /// A finishing graph handles held actions when no effect is left.
    private func finishHeld() { if isFinishing { finish() } }

    var hasEffects: Bool { !held.isEmpty || !sleepers.isEmpty }

    /// Handles the due actions in the order of their deadlines, as if they had been queued together.
    func advance(by time: Int) {
        isInBurst = dueCount(after: time) > 1
        now += time
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
        if !isFinishing {
            isFinishing = true
            // Each takes a turn.
            let followers = works.count { $0.work.isObserving && $0.isFollowed }
            if followers + sleepers.count(where: \.beginsAtFinish) > 1 { isUndecided = true }
            for work in works where work.work.isObserving { work.cancel(.passed) }
            for sleeper in sleepers { sleeper.finish() }
            windUp()
        }
        var count = 0
        while let delay = earliest(where: { !$0.arrivedWhileFinishing || !hasEffects }) {
            count += 1
            guard count < 100 else {
                // Each held action leads to another one: the graph never ends.
                isUndecided = true
                return
            }
            delay.flush()
        }
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
        get { whole == nil ? ownState : whole?.state?[part] }
        set { if whole == nil { ownState = newValue } else { whole?.state?[part] = newValue } }
    }
    private var ownState: Tree?
    private unowned let whole: ReferenceScope?
    private let part: Tree.Part
    /// The scope around a scope with a state of its own.
    private unowned let outer: ReferenceScope?
    /// Dismisses the child that the scope is of.
    private let dismissal: (() -> Void)?
    /// How many parts keep the scope from emitting what handlers have only changed, and whether there is such a change.
    private var holds = 0
    private var isPending = false
    var works: [ReferenceWork] = []
    /// The windows of throttled emissions, by id.
    var windows: [Int: ReferenceWindow] = [:]
    var followers: [any ReferenceFollower] = []
    /// The number of times the scope ended.
    var generation = 0
    var isOpen = true
    /// Converts an action of this scope to an action of the graph.
    let embed: (Act) -> Act
    private let emitted: (Tree) -> Void
    private let bringUpToDate: () -> Void

    init(
        _ graph: ReferenceGraph, within outer: ReferenceScope? = nil, embed: @escaping (Act) -> Act = { $0 },
        emitted: @escaping (Tree) -> Void, refresh: @escaping () -> Void = {}
    ) {
        self.graph = graph
        self.whole = nil
        self.outer = outer
        (part, dismissal) = (.optional, nil)
        self.embed = embed
        self.emitted = emitted
        self.bringUpToDate = refresh
    }

    init(
        _ graph: ReferenceGraph, viewing whole: ReferenceScope, at part: Tree.Part, embed: @escaping (Act) -> Act,
        dismissal: (() -> Void)? = nil
    ) {
        self.graph = graph
        self.whole = whole
        self.part = part
        self.dismissal = dismissal
        outer = nil
        self.embed = embed
        emitted = { _ in }
        bringUpToDate = {}
    }

    func emit() {
        if let whole { return whole.emit() }
        isPending = false
        emitted(state!)
    }

    /// Emits what a handler has only changed: once for a dismissal.
    func emitChange() {
        if let whole { return whole.emitChange() }
        if holds > 0 { isPending = true } else { emit() }
    }

    var isHolding: Bool { whole?.isHolding ?? (holds > 0) }

    func hold() { if let whole { whole.hold() } else { holds += 1 } }

    func release() { if let whole { whole.release() } else { holds -= 1 } }

    /// Emits a change that was held back.
    func settle() {
        if let whole { return whole.settle() }
        if isPending, holds == 0 { emit() }
    }

    /// - Returns: false if no parent presents it.
    func dismiss() -> Bool {
        guard let dismissal else { return (whole ?? outer)?.dismiss() ?? false }
        dismissal()
        return true
    }

    func refresh() { if let whole { whole.refresh() } else { bringUpToDate() } }

    func follow() { for follower in followers where isOpen { follower.follow() } }

    func close() {
        isOpen = false
        generation += 1
        for window in windows.values { window.close() }
        for work in works { work.cancel(.abandoned) }
    }

    // MARK: Emissions

    /// Begins the script that a handler returned.
    func begin(_ script: Script) {
        if case .state = script { return emitChange() }
        ReferenceEmission(self).begin(script, ended: nil)
    }
}
