internal import AsyncKit
internal import UnoArchitecture

/// The runtimes of a group by key, and the callers that wait for one, without locks, tasks or time.
///
/// A caller *enters* a key, uses its runtime, and *leaves*. A runtime ends only when nobody uses it, unless it is cancelled.
/// Callers that arrive while there is no runtime wait in the line of the key. When the runtime is there they enter one after
/// the other, each when the one before it has left, so that their actions come in the order in which they arrived.
///
/// Time is counted in ticks of the group's watch; see ``noteAtRest(_:)``.
///
/// Complexity: each event is O(1), except where it says otherwise.
struct RuntimeGroupStateMachine<Key: Hashable & Sendable, Hosted: Sendable, Caller: Sendable>: ~Copyable, Sendable {
    enum Stage: Sendable {
        /// `make` runs, in this task as soon as it is known. Then `live`, or the slot goes.
        case making(GraphTasks.ID?)
        /// Then `ending`.
        case live(Hosted)
        /// The runtime is drained and its state saved. Then `making` if a caller waits, otherwise the slot goes.
        case ending(Hosted)
    }

    typealias Incarnation = UInt64

    struct Slot: Sendable {
        var stage = Stage.making(nil)
        var line = WaiterQueue<Caller>()
        /// How many callers have entered and not left.
        var users = 0
        /// Whether one of them comes from the line; its leaving lets the next one enter.
        var servesLine = false
        /// Whether the runtime ends as soon as nobody uses it.
        var endsWhenUnused = false
        /// Whether the key is in `busy`.
        var isListedAsBusy = false
        /// Which of the runtimes of the key this is.
        let incarnation: Incarnation
        /// The number of the caller that has entered last; differs from every earlier one's, of whatever incarnation.
        var visit: UInt64 = 0
        /// Who waits for the end of the runtime.
        var endWaiters: [AwaitedEnd] = []
    }

    /// What a caller that has entered has, and leaves with.
    struct Stay: Sendable {
        let hosted: Hosted
        fileprivate let incarnation: Incarnation
        /// Whether the caller had waited in the line; if so, the next one enters when it leaves.
        fileprivate let isFromLine: Bool
    }

    /// A runtime that is to be ended, or that may be at rest.
    struct Candidate: Sendable {
        let key: Key
        let hosted: Hosted
        fileprivate(set) var visit: UInt64 = 0
    }

    private struct Resting: Sendable {
        let key: Key
        let visit: UInt64
        let since: UInt64
    }

    private(set) var slots: [Key: Slot] = [:]
    private(set) var isOpen = true
    /// The keys that have been entered since the last tick, or were not at rest then.
    private var busy: [Key] = []
    /// Those found at rest, in the order of `since`. A key that has been entered since then is skipped.
    private var resting = Deque<Resting>()
    private var tick: UInt64 = 0
    private var lastVisit: UInt64 = 0
    private var lastIncarnation: Incarnation = 0
    /// The greatest identity that a waiting caller has had.
    private var lastCaller: WaiterQueue<Caller>.ID = 0
    private var isWatched = false
    private var watchTask: GraphTasks.ID?
    /// The runtimes that are being passivated, and since which tick, the oldest first. One that takes too long leaves its place
    /// to another.
    private var passivating: [(incarnation: Incarnation, since: UInt64)] = []

    // MARK: Callers

    /// Enters the key if that takes no waiting.
    mutating func tryEnter(_ key: Key) -> Stay? {
        guard isOpen, let index = slots.index(forKey: key) else { return nil }
        guard case .live(let hosted) = slots.values[index].stage, !slots.values[index].hasLine else { return nil }
        return enter(index, hosted, isFromLine: false)
    }

    private mutating func enter(_ index: Dictionary<Key, Slot>.Index, _ hosted: Hosted, isFromLine: Bool) -> Stay {
        lastVisit += 1
        slots.values[index].users += 1
        slots.values[index].visit = lastVisit
        listAsBusy(index)
        return Stay(hosted: hosted, incarnation: slots.values[index].incarnation, isFromLine: isFromLine)
    }

    private mutating func listAsBusy(_ index: Dictionary<Key, Slot>.Index) {
        guard !slots.values[index].isListedAsBusy else { return }
        slots.values[index].isListedAsBusy = true
        busy.append(slots.keys[index])
    }

    enum Arrival: Sendable {
        case entered(Stay)
        case waits(WaiterQueue<Caller>.ID)
        /// The caller waits, and a runtime is to be made.
        case waitsForNew(WaiterQueue<Caller>.ID, Incarnation)
        case refused
    }

    mutating func arrive(_ caller: Caller, at key: Key) -> Arrival {
        guard isOpen else { return .refused }
        if let stay = tryEnter(key) { return .entered(stay) }
        guard let index = slots.index(forKey: key) else {
            var slot = newSlot()
            lastCaller = slot.line.join(caller)
            slots[key] = slot
            return .waitsForNew(lastCaller, slot.incarnation)
        }
        let id = slots.values[index].line.join(caller)
        lastCaller = max(lastCaller, id)
        return .waits(id)
    }

    /// The keys whose runtimes have been told to end and have not ended.
    var endingKeys: [Key] { slots.filter { if case .ending = $0.value.stage { true } else { false } }.map(\.key) }

    private mutating func newSlot() -> Slot {
        lastIncarnation += 1
        var slot = Slot(incarnation: lastIncarnation)
        // A caller that is cancelled late must not withdraw a caller of the next runtime.
        slot.line = WaiterQueue(following: lastCaller)
        return slot
    }

    /// Removes a caller whose task is cancelled from the line; nil if it has entered or was refused.
    mutating func withdraw(_ id: WaiterQueue<Caller>.ID, from key: Key) -> Caller? {
        guard let index = slots.index(forKey: key) else { return nil }
        return slots.values[index].line.withdraw(id)
    }

    enum Departure: Sendable {
        case none
        /// The next caller in the line has entered.
        case letsIn(Caller, Stay)
        /// The runtime is to be ended.
        case ends(Hosted)
    }

    mutating func leave(_ key: Key, after stay: Stay) -> Departure {
        // A runtime may be cancelled while callers use it: then their slot is ending, gone or taken by the next runtime.
        guard let index = slots.index(forKey: key), slots.values[index].incarnation == stay.incarnation,
            case .live(let hosted) = slots.values[index].stage
        else { return .none }
        slots.values[index].users -= 1
        if slots.values[index].endsWhenUnused {
            guard slots.values[index].users == 0 else { return .none }
            slots.values[index].stage = .ending(hosted)
            return .ends(hosted)
        }
        return stay.isFromLine ? letNextIn(at: index, hosted) : .none
    }

    private mutating func letNextIn(at index: Dictionary<Key, Slot>.Index, _ hosted: Hosted) -> Departure {
        slots.values[index].servesLine = false
        guard let caller = slots.values[index].line.popFirst() else { return .none }
        slots.values[index].servesLine = true
        return .letsIn(caller, enter(index, hosted, isFromLine: true))
    }

    // MARK: Making

    /// The task that makes the runtime; false if the group has been closed, so that the task is to be cancelled.
    mutating func making(_ incarnation: Incarnation, of key: Key, in task: GraphTasks.ID) -> Bool {
        // The task may have ended already.
        guard let index = slots.index(forKey: key), slots.values[index].incarnation == incarnation,
            case .making = slots.values[index].stage
        else { return true }
        slots.values[index].stage = .making(task)
        return isOpen
    }

    enum Birth: Sendable {
        /// - watch: whether the watch is to be started.
        case isLive(first: Departure, watch: Bool)
        /// The group has been shut down meanwhile, so the runtime is not wanted.
        case isUnwanted
    }

    mutating func made(_ hosted: Hosted, for key: Key, isPassivating: Bool) -> Birth {
        guard let index = slots.index(forKey: key), case .making = slots.values[index].stage else {
            fatalError("made: the runtime of \(key) was not being made")
        }
        guard isOpen else {
            slots.remove(at: index)
            return .isUnwanted
        }
        slots.values[index].stage = .live(hosted)
        let first = letNextIn(at: index, hosted)
        // The watch has to see the runtime even if all callers have been cancelled.
        listAsBusy(index)
        let watch = isPassivating && !isWatched
        if watch { isWatched = true }
        return .isLive(first: first, watch: watch)
    }

    /// The runtime could not be made; returns the callers that have waited for it. Complexity: O(callers).
    mutating func notMade(_ key: Key) -> [Caller] {
        guard var slot = slots.removeValue(forKey: key), case .making = slot.stage else {
            fatalError("notMade: the runtime of \(key) was not being made")
        }
        return slot.line.removeAll()
    }

    // MARK: Ending

    enum Request: Sendable {
        /// There is no runtime, and none is ending.
        case nothing
        /// The end will be signalled.
        case awaited
        /// The end will be signalled, and the runtime is to be ended now.
        case ends(Hosted)
        /// The end will be signalled; the runtime is draining and is to be cut short.
        case cutsShort(Hosted)
    }

    /// Asks for the end of a runtime: at once, or as soon as nobody uses it.
    mutating func requestEnd(of key: Key, atOnce: Bool, _ end: AwaitedEnd) -> Request {
        guard let index = slots.index(forKey: key) else { return .nothing }
        switch slots.values[index].stage {
        case .making: return .nothing
        case .ending(let hosted):
            slots.values[index].endWaiters.append(end)
            return atOnce ? .cutsShort(hosted) : .awaited
        case .live(let hosted):
            slots.values[index].endWaiters.append(end)
            slots.values[index].endsWhenUnused = true
            guard atOnce || slots.values[index].users == 0 else { return .awaited }
            slots.values[index].stage = .ending(hosted)
            return .ends(hosted)
        }
    }

    /// The runtime has ended and its state is saved; returns who waited for that, and the next one to make. If it was being
    /// passivated, ``takeDue(after:atMost:where:)`` has to follow.
    mutating func ended(_ key: Key) -> (waiters: [AwaitedEnd], next: Incarnation?) {
        guard let slot = slots[key], case .ending = slot.stage else {
            fatalError("ended: the runtime of \(key) was not ending")
        }
        passivating.removeAll { $0.incarnation == slot.incarnation }
        guard slot.line.isEmpty else {
            var next = newSlot()
            next.line = slot.line
            slots[key] = next
            return (slot.endWaiters, next.incarnation)
        }
        slots[key] = nil
        return (slot.endWaiters, nil)
    }

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
        var stillBusy: [Key] = []
        for key in busy {
            guard let index = slots.index(forKey: key) else { continue }
            slots.values[index].isListedAsBusy = false
            guard case .live(let hosted) = slots.values[index].stage else { continue }
            if slots.values[index].users > 0 {
                slots.values[index].isListedAsBusy = true
                stillBusy.append(key)
            } else {
                candidates.append(Candidate(key: key, hosted: hosted, visit: slots.values[index].visit))
            }
        }
        busy = stillBusy
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
                case .live(let hosted) = slots.values[index].stage, slots.values[index].users == 0
            else { continue }
            guard isAtRest(hosted) else {
                listAsBusy(index)
                continue
            }
            slots.values[index].stage = .ending(hosted)
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
        busy = []
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
        if let watchTask { closing.tasks.append(watchTask) }
        for key in Array(slots.keys) {
            guard let index = slots.index(forKey: key) else { continue }
            closing.callers += slots.values[index].line.removeAll()
            switch slots.values[index].stage {
            case .making(let task): if let task { closing.tasks.append(task) }
            case .live(let hosted):
                slots.values[index].stage = .ending(hosted)
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
            case .making: nil
            case .live(let hosted), .ending(let hosted): Candidate(key: key, hosted: hosted)
            }
        }
    }

    /// The keys whose runtimes are still being made. Complexity: O(runtimes).
    var unmade: [Key] { slots.compactMap { if case .making = $0.value.stage { $0.key } else { nil } } }
}

extension RuntimeGroupStateMachine.Slot {
    /// Whether a new caller has to wait behind others, or for the next runtime.
    var hasLine: Bool { servesLine || endsWhenUnused || !line.isEmpty }
}
