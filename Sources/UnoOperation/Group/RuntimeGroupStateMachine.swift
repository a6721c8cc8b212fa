internal import AsyncKit
internal import UnoArchitecture

/// The runtimes of a group by key, and the callers that wait for one, without locks, tasks or time.
///
/// A caller *enters* a key, uses its runtime, and *leaves*. A runtime ends only when it is not in use, unless it is cancelled.
/// Callers that arrive while there is no runtime wait in the line of the key. When the runtime is there they enter one after
/// the other, each when the one before it has left, so that their actions come in the order in which they arrived.
///
/// A runtime holds a place from the call for which it is made until it has ended and its state is saved. A group may have a
/// limited number of places; see ``arrive(_:at:where:)``.
///
/// Time is counted in ticks of the group's watch; see ``noteAtRest(_:)``.
///
/// Complexity: each event is O(1), except where it says otherwise.
struct RuntimeGroupStateMachine<Key: Hashable & Sendable, Hosted: Sendable, Caller: Sendable>: ~Copyable, Sendable {
    enum Stage: Sendable {
        /// Callers wait for a place, with this identity in `waiting`. Then `making`, or the slot goes with its last caller.
        case waiting(WaiterQueue<Key>.ID)
        /// `make` runs, in this task as soon as it is known. Then `live`, or the slot goes.
        case making(GraphTasks.ID?)
        /// Then `ending`.
        case live(Hosted)
        /// The runtime is drained and its state saved. Then `waiting` or `making` if a caller waits, otherwise the slot goes.
        case ending(Hosted)
    }

    typealias Incarnation = UInt64

    struct Slot: Sendable {
        var stage: Stage
        var line = WaiterQueue<Caller>()
        /// How many callers have entered and not left.
        var users = 0
        /// Whether one of them comes from the line; its leaving lets the next one enter.
        var servesLine = false
        /// Whether the runtime ends as soon as it is not in use.
        var endsWhenUnused = false
        /// How many leases keep the runtime from being passivated, whether for its idle time or to make room.
        var leases = 0
        /// Where the key stands in `busy`; nil if it does not.
        var busyPlace: RecencyList<Key>.Place?
        /// Which of the runtimes of the key this is.
        let incarnation: Incarnation
        /// The number of the caller that has entered last; differs from every earlier one's, of whatever incarnation.
        var visit: UInt64 = 0
        /// Where the key stands in `unused`; nil if it does not.
        var unusedPlace: RecencyList<Key>.Place?
        /// Who waits for the end of the runtime.
        var endWaiters: [AwaitedEnd] = []
    }

    /// What a caller that has entered has, and leaves with.
    struct Stay: Sendable {
        let hosted: Hosted
        let incarnation: Incarnation
        /// Whether the caller had waited in the line; if so, the next one enters when it leaves.
        fileprivate let isFromLine: Bool
    }

    /// A runtime that is to be ended, or that may be at rest.
    struct Candidate: Sendable {
        let key: Key
        let hosted: Hosted
        var visit: UInt64 = 0
    }

    struct Resting: Sendable {
        let key: Key
        let visit: UInt64
        let since: UInt64
    }

    var slots: [Key: Slot] = [:]
    var isOpen = true
    /// The keys whose last states were not saved, because the deadline of the shutdown had passed.
    private(set) var unsaved: Set<Key> = []
    private var lastVisit: UInt64 = 0
    private var lastIncarnation: Incarnation = 0
    /// The greatest identity that a waiting caller has had.
    private var lastCaller: WaiterQueue<Caller>.ID = 0

    // The places; see `RuntimeGroupStateMachine+Places.swift`.

    /// How many runtimes there may be, those included that are being made or ended.
    let limit: Int
    /// Whether a new key at the limit ends the runtime that has been unused for the longest time; otherwise it is refused.
    let makesRoom: Bool
    /// The keys that wait for a place, in the order of asking. Empty while a place is free.
    var waiting = WaiterQueue<Key>()
    /// The number of runtimes that are ending.
    var endingCount = 0
    /// How many of those will need a place again, because callers wait for the next runtime of their key.
    var returningCount = 0
    /// If `makesRoom`: the keys whose runtimes are live and that no call uses and no lease keeps, in the order of their last use.
    var unused = RecencyList<Key>()
    /// How many runtimes at work the searches of `unused` may pass over.
    var searchCredit = Int.max

    // The watch; see `RuntimeGroupStateMachine+Passivation.swift`.

    /// The keys with live runtimes that have been entered since the last tick, or were not at rest then.
    var busy = RecencyList<Key>()
    /// Those found at rest, in the order of `since`. A key that has been entered since then is skipped.
    var resting = Deque<Resting>()
    var tick: UInt64 = 0
    var isWatched = false
    var watchTask: GraphTasks.ID?
    /// The runtimes that are being passivated, and since which tick, the oldest first. One that takes too long leaves its place
    /// to another.
    var passivating: [(incarnation: Incarnation, since: UInt64)] = []

    init(limit: Int = .max, makesRoom: Bool = false) {
        (self.limit, self.makesRoom) = (limit, makesRoom)
    }

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
        noteUsed(index)
        listAsBusy(index)
        return Stay(hosted: hosted, incarnation: slots.values[index].incarnation, isFromLine: isFromLine)
    }

    /// Puts a live runtime's key at the end of `busy`, unless it is listed.
    mutating func listAsBusy(_ index: Dictionary<Key, Slot>.Index) {
        guard case .live = slots.values[index].stage, slots.values[index].busyPlace == nil else { return }
        slots.values[index].busyPlace = busy.append(slots.keys[index])
    }

    /// Takes the key out of `busy`.
    mutating func unlistAsBusy(_ index: Dictionary<Key, Slot>.Index) {
        guard let place = slots.values[index].busyPlace else { return }
        busy.remove(place)
        slots.values[index].busyPlace = nil
    }

    enum Arrival: Sendable {
        case entered(Stay)
        /// - victim: a runtime that is to be ended, to make room.
        case waits(WaiterQueue<Caller>.ID, victim: Candidate?)
        /// The caller waits, and a runtime is to be made.
        case waitsForNew(WaiterQueue<Caller>.ID, Incarnation)
        /// There are as many runtimes as there may be.
        case full
        case refused
    }

    /// Lets a caller in, or puts it in the line of its key.
    ///
    /// At the limit, a key without a runtime needs a place that becomes free. Each such key has an ending runtime of its own to
    /// wait for, so that there are at most as many of them as places: one that is ending anyway, or the runtime that has been
    /// unused for the longest time. If there is neither, the caller is refused. A key whose runtime is ending is such a key, too.
    ///
    /// - Parameter isAtRest: whether a runtime that no call uses is at rest.
    mutating func arrive(
        _ caller: Caller,
        at key: Key,
        where isAtRest: (Hosted) -> Bool = { _ in true }
    ) -> Arrival {
        guard isOpen else { return .refused }
        if let stay = tryEnter(key) { return .entered(stay) }
        var victim: Candidate?
        if needsPlace(key) {
            guard findPlace(for: key, &victim, where: isAtRest) else { return .full }
        }
        guard let index = slots.index(forKey: key) else {
            var slot = newSlot(.making(nil))
            lastCaller = slot.line.join(caller)
            if !hasFreePlace { slot.stage = .waiting(waiting.join(key)) }
            slots[key] = slot
            guard case .making = slot.stage else { return .waits(lastCaller, victim: victim) }
            return .waitsForNew(lastCaller, slot.incarnation)
        }
        if needsPlace(key) { returningCount += 1 }
        let id = slots.values[index].line.join(caller)
        lastCaller = max(lastCaller, id)
        return .waits(id, victim: victim)
    }

    mutating func noteUnsaved(_ key: Key) { unsaved.insert(key) }

    /// The keys whose runtimes have been told to end and have not ended.
    var endingKeys: [Key] { slots.filter { if case .ending = $0.value.stage { true } else { false } }.map(\.key) }

    private mutating func newSlot(_ stage: Stage) -> Slot {
        lastIncarnation += 1
        var slot = Slot(stage: stage, incarnation: lastIncarnation)
        // A caller that is cancelled late must not withdraw a caller of the next runtime.
        slot.line = WaiterQueue(following: lastCaller)
        return slot
    }

    /// Removes a caller whose task is cancelled from the line; nil if it has entered or was refused.
    ///
    /// - Parameter staysForMake: whether it stays in the line if the runtime is being made.
    mutating func withdraw(_ id: WaiterQueue<Caller>.ID, from key: Key, staysForMake: Bool = false) -> Caller? {
        guard let index = slots.index(forKey: key) else { return nil }
        if staysForMake, case .making = slots.values[index].stage { return nil }
        guard let caller = slots.values[index].line.withdraw(id) else { return nil }
        if slots.values[index].line.isEmpty { noteAbandoned(index) }
        return caller
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
            beginEnding(index, hosted)
            return .ends(hosted)
        }
        let departure = stay.isFromLine ? letNextIn(at: index, hosted) : .none
        noteUnused(index)
        return departure
    }

    private mutating func letNextIn(at index: Dictionary<Key, Slot>.Index, _ hosted: Hosted) -> Departure {
        slots.values[index].servesLine = false
        guard let caller = slots.values[index].line.popFirst() else { return .none }
        slots.values[index].servesLine = true
        return .letsIn(caller, enter(index, hosted, isFromLine: true))
    }

    /// Changes the number of leases of a live runtime; false if it is not live, or not this incarnation.
    mutating func lease(_ key: Key, of incarnation: Incarnation, by change: Int) -> Bool {
        guard let index = slots.index(forKey: key), case .live = slots.values[index].stage,
            slots.values[index].incarnation == incarnation
        else { return false }
        slots.values[index].leases += change
        if change > 0 { noteUsed(index) } else { noteUnused(index) }
        return true
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
        noteUnused(index)
        let watch = isPassivating && !isWatched
        if watch { isWatched = true }
        return .isLive(first: first, watch: watch)
    }

    /// The runtime could not be made; returns the callers that have waited for it, and what is to be made in its place.
    /// Complexity: O(callers).
    mutating func notMade(_ key: Key) -> (callers: [Caller], next: Next?) {
        guard var slot = slots.removeValue(forKey: key), case .making = slot.stage else {
            fatalError("notMade: the runtime of \(key) was not being made")
        }
        return (slot.line.removeAll(), fillPlace())
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

    /// Asks for the end of a runtime: at once, or as soon as it is not in use.
    mutating func requestEnd(of key: Key, atOnce: Bool, _ end: AwaitedEnd) -> Request {
        guard let index = slots.index(forKey: key) else { return .nothing }
        switch slots.values[index].stage {
        case .waiting, .making: return .nothing
        case .ending(let hosted):
            slots.values[index].endWaiters.append(end)
            return atOnce ? .cutsShort(hosted) : .awaited
        case .live(let hosted):
            slots.values[index].endWaiters.append(end)
            slots.values[index].endsWhenUnused = true
            guard atOnce || slots.values[index].users == 0 else { return .awaited }
            beginEnding(index, hosted)
            return .ends(hosted)
        }
    }

    /// The runtime has ended and its state is saved; returns who waited for that, and what is to be made in its place. If it was
    /// being passivated, ``takeDue(after:atMost:where:)`` has to follow.
    mutating func ended(_ key: Key) -> (waiters: [AwaitedEnd], next: Next?) {
        guard let slot = slots[key], case .ending = slot.stage else {
            fatalError("ended: the runtime of \(key) was not ending")
        }
        passivating.removeAll { $0.incarnation == slot.incarnation }
        endingCount -= 1
        if slot.line.isEmpty {
            slots[key] = nil
        } else {
            returningCount -= 1
            var next = newSlot(.waiting(waiting.join(key)))
            next.line = slot.line
            slots[key] = next
        }
        return (slot.endWaiters, fillPlace())
    }
}

extension RuntimeGroupStateMachine.Slot {
    /// Whether a new caller has to wait behind others, or for the next runtime.
    var hasLine: Bool { servesLine || endsWhenUnused || !line.isEmpty }

    /// Whether no call uses the runtime and no lease keeps it.
    var isFree: Bool { users == 0 && leases == 0 }
}
