import UnoArchitecture

/// The laws of section 3 as a plain interpreter: no streams, no tasks, no suspension.
final class ReferenceGraph {
    private(set) var states: [Tree] = []
    /// The effects that wait to be released, the one that has waited longest first.
    var held: [ReferenceWork] = []
    var started: [Int] = []
    /// Those that ran and were cancelled within the running step.
    var windingUp: [ReferenceWork] = []
    /// The effects that were cancelled among actions that were queued together: whether they had started by then is
    /// up to the schedule.
    private(set) var uncertain: Set<Int> = []
    private var isInBurst = false
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
        for act in acts { send(act) }
        isInBurst = false
    }

    func noteCancelled(_ work: Work) {
        if isInBurst { uncertain.insert(work.label) }
    }

    func endStep() {
        scope.follow()
        // What was cancelled within the step winds up after it.
        let wound = windingUp
        windingUp = []
        for work in wound { work.startNext() }
    }

    /// An effect goes on: it sends its next digit, in a step of its own, and ends after the last.
    func release(_ label: Int) {
        guard let index = held.firstIndex(where: { $0.work.label == label }) else { return }
        let work = held.remove(at: index)
        if !work.digits.isEmpty {
            let digit = work.digits.removeFirst()
            work.scope.refresh()
            work.scope.state!.mix(digit)
            work.scope.emit()
            endStep()
        }
        if !work.digits.isEmpty {
            if work.isRegistered { held.append(work) }
            return
        }
        work.end()
    }

    /// How many actions would be due after `ticks`.
    func dueCount(after ticks: Int) -> Int { delays.count { $0.isDue(at: now + ticks) } }

    func advance(by ticks: Int) {
        now += ticks
        for delay in delays where delay.isDue(at: now) { delay.flush() }
    }

    /// What is held back is handled at once; from now on no observing effect starts.
    func finish() {
        isFinishing = true
        while let delay = delays.first(where: \.isHolding) { delay.flush() }
    }

    var holdsActions: Bool { delays.contains(where: \.isHolding) }
}

/// One state, what changes with it, and its effects.
final class ReferenceScope {
    unowned let graph: ReferenceGraph
    var state: Tree?
    var works: [ReferenceWork] = []
    var followers: [ReferenceWhen] = []
    /// Counts how often the scope went away.
    var generation = 0
    var isOpen = true
    private let emitted: (Tree) -> Void
    private let bringUpToDate: () -> Void

    init(_ graph: ReferenceGraph, emitted: @escaping (Tree) -> Void, refresh: @escaping () -> Void = {}) {
        self.graph = graph
        self.emitted = emitted
        self.bringUpToDate = refresh
    }

    func emit() { emitted(state!) }
    func refresh() { bringUpToDate() }
    func follow() { for follower in followers where isOpen { follower.follow() } }

    func close() {
        isOpen = false
        generation += 1
        for work in works { work.cancel() }
    }

    // MARK: Emissions

    /// Begins what a handler answered; `ended` follows the last effect of it.
    func begin(_ script: Script) { ReferenceEmission(self).begin(script) {} }
}

/// One emission: its state is emitted once before its first effect.
final class ReferenceEmission {
    private unowned let scope: ReferenceScope
    private let generation: Int
    private var hasEmitted = false

    init(_ scope: ReferenceScope) {
        self.scope = scope
        self.generation = scope.generation
    }

    private var isCurrent: Bool { scope.isOpen && scope.generation == generation }

    func begin(_ script: Script, ended: @escaping () -> Void) {
        guard isCurrent else { return }
        switch script {
        case .none: ended()
        case .state:
            emit()
            ended()
        case .work(let work):
            if !hasEmitted { emit() }
            if isCurrent { ReferenceWork.begin(work, in: scope, ended: ended) }
        case .cancel(let id):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            for work in scope.works where work.work.id == id { work.cancel() }
            ended()
        case .merge(let scripts):
            var open = scripts.count
            if scripts.isEmpty { ended() }
            for script in scripts {
                begin(script) {
                    open -= 1
                    if open == 0 { ended() }
                }
            }
        case .concatenate(let scripts):
            guard let first = scripts.first else { return ended() }
            begin(first) { self.begin(.concatenate(Array(scripts.dropFirst())), ended: ended) }
        }
    }

    private func emit() {
        hasEmitted = true
        scope.emit()
    }
}

/// An effect that runs or waits its turn.
final class ReferenceWork {
    let work: Work
    unowned let scope: ReferenceScope
    var digits: [Int]
    private let ended: () -> Void
    private var isWaiting = false

    private init(_ work: Work, _ scope: ReferenceScope, _ ended: @escaping () -> Void) {
        self.work = work
        self.scope = scope
        self.digits = work.digits
        self.ended = ended
    }

    var isRegistered: Bool { scope.works.contains { $0 === self } }

    static func begin(_ work: Work, in scope: ReferenceScope, ended: @escaping () -> Void) {
        if work.isObserving, scope.graph.isFinishing { return ended() }
        let others = scope.works.filter { work.id != nil && $0.work.id == work.id }
        if work.policy == .dropNew, !others.isEmpty { return ended() }
        if work.policy == .cancelPrevious { for other in others { other.cancel() } }
        let run = ReferenceWork(work, scope, ended)
        scope.works.append(run)
        let isWindingUp = scope.graph.windingUp.contains { $0.scope === scope && $0.work.id == work.id }
        if work.policy == .waitTurn, !others.isEmpty || isWindingUp { run.isWaiting = true } else { run.start() }
    }

    private func start() {
        isWaiting = false
        scope.graph.started.append(work.label)
        scope.graph.held.append(self)
    }

    /// Nothing of it is heard again; one that waits behind it goes on waiting until it has wound up.
    func cancel() {
        if isRegistered { scope.graph.noteCancelled(work) }
        if isRegistered, !isWaiting { scope.graph.windingUp.append(self) }
        forget()
    }

    private func forget() {
        scope.works.removeAll { $0 === self }
        scope.graph.held.removeAll { $0 === self }
    }

    func end() {
        guard isRegistered else { return }
        scope.refresh()
        ended()
        scope.graph.endStep()
        forget()
        startNext()
    }

    /// The next in line for its id starts, if it is its turn.
    func startNext() {
        let next = scope.works.first { work.id != nil && $0.work.id == work.id }
        if let next, next.isWaiting { next.start() }
    }
}
