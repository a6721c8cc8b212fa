internal import AsyncKit
internal import UnoArchitecture

// What passivation and the shutdown of a group need.

extension RuntimeGroupStateMachine {
    // MARK: The watch

    /// The task of the watch; false if the group has been closed, so that the task is to be cancelled.
    mutating func watching(in task: GraphTasks.ID) -> Bool {
        watchTask = task
        return isOpen
    }

    /// Begins a tick: returns the runtimes that may have come to rest. Complexity: O(busy runtimes).
    mutating func beginTick() -> [Candidate] {
        tick += 1
        var candidates: [Candidate] = []
        for _ in 0..<busy.count {
            guard let place = busy.first, let index = slots.index(forKey: busy[place]),
                case .live(let hosted) = slots.values[index].stage
            else { fatalError("beginTick: a busy runtime is not live") }
            if !slots.values[index].isFree {
                busy.moveToEnd(place)
            } else {
                candidates.append(Candidate(key: busy[place], hosted: hosted, visit: slots.values[index].visit))
                unlistAsBusy(index)
            }
        }
        return candidates
    }

    /// Takes note of what the watch has found: `candidates` at rest will end when enough ticks have passed.
    mutating func noteAtRest(_ candidates: [Candidate]) {
        for candidate in candidates where slots[candidate.key]?.visit == candidate.visit {
            resting.append(Resting(key: candidate.key, visit: candidate.visit, since: tick))
        }
        // While passivation is held up by its limit, those that have been entered since pile up.
        guard resting.count > 64 + 8 * slots.count else { return }
        var current = Deque<Resting>()
        while let next = resting.popFirst() {
            if slots[next.key]?.visit == next.visit { current.append(next) }
        }
        resting = current
    }

    mutating func noteBusy(_ candidates: [Candidate]) {
        for candidate in candidates {
            if let index = slots.index(forKey: candidate.key) { listAsBusy(index) }
        }
    }

    /// The runtimes that have been at rest for `ticks` and are to be ended now. To be called at each tick, and when a runtime has
    /// been passivated, so that the rate does not depend on the ticks.
    ///
    /// - Parameters:
    ///   - limit: how many may be ending at the same time, apart from those that have taken longer than `ticks`.
    ///   - isAtRest: whether the runtime is at rest still: what it follows may have set it to work. Otherwise it counts as
    ///     busy.
    mutating func takeDue(
        after ticks: UInt64,
        atMost limit: Int,
        where isAtRest: (Hosted) -> Bool = { _ in true }
    ) -> [Candidate] {
        var due: [Candidate] = []
        passivating.removeAll { $0.since + ticks < tick }
        while passivating.count < limit, let first = resting.first, first.since + ticks <= tick {
            _ = resting.popFirst()
            guard let index = slots.index(forKey: first.key), slots.values[index].visit == first.visit,
                case .live(let hosted) = slots.values[index].stage, slots.values[index].isFree
            else { continue }
            guard isAtRest(hosted) else {
                listAsBusy(index)
                continue
            }
            beginEnding(index, hosted)
            passivating.append((slots.values[index].incarnation, tick))
            due.append(Candidate(key: first.key, hosted: hosted))
        }
        return due
    }

    /// Whether the watch ends because there is nothing left to watch.
    mutating func watchMayEnd() -> Bool {
        guard slots.isEmpty || !isOpen else { return false }
        isWatched = false
        watchTask = nil
        busy = RecencyList()
        resting = Deque()
        return true
    }

    // MARK: The end of the group

    struct Closing: Sendable {
        /// The callers in line, who are refused.
        var callers: [Caller] = []
        /// The runtimes to end and to save.
        var live: [Candidate] = []
        /// Those that are ending already.
        var ending: [Candidate] = []
        /// The tasks to cancel: those that make runtimes, and the watch.
        var tasks: [GraphTasks.ID] = []
    }

    /// Lets no more callers in. Complexity: O(runtimes).
    mutating func close() -> Closing {
        isOpen = false
        var closing = Closing()
        (waiting, returningCount) = (WaiterQueue(), 0)
        if let watchTask { closing.tasks.append(watchTask) }
        for key in Array(slots.keys) {
            guard let index = slots.index(forKey: key) else { continue }
            closing.callers += slots.values[index].line.removeAll()
            switch slots.values[index].stage {
            case .waiting: slots.remove(at: index)
            case .making(let task): if let task { closing.tasks.append(task) }
            case .live(let hosted):
                beginEnding(index, hosted)
                closing.live.append(Candidate(key: key, hosted: hosted))
            case .ending(let hosted): closing.ending.append(Candidate(key: key, hosted: hosted))
            }
        }
        return closing
    }

    /// The runtimes that are live or ending. Complexity: O(runtimes).
    var present: [Candidate] {
        slots.compactMap { key, slot in
            switch slot.stage {
            case .waiting, .making: nil
            case .live(let hosted), .ending(let hosted): Candidate(key: key, hosted: hosted)
            }
        }
    }

    /// The keys whose runtimes are still being made. Complexity: O(runtimes).
    var unmade: [Key] { slots.compactMap { if case .making = $0.value.stage { $0.key } else { nil } } }
}
