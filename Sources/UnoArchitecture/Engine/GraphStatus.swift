internal import AsyncKit
public import Synchronization

/// What a graph is doing, for a look from any thread.
///
/// A look must not enter the isolation: a handler may block it, and then a look is wanted most. So the isolation writes down
/// here what it does. A step costs a few stores and allocates nothing; what is rarer is under a lock that no handler holds.
/// The parts of one look are of slightly different moments.
@usableFromInline
struct GraphStatus: ~Copyable, Sendable {
    /// The action that is being handled.
    @usableFromInline let action = ActionInHand()
    private let stepping = Atomic(false)
    /// Where the step was asked for: see ``LiteralPlace``.
    private let file = Atomic<UInt>(0)
    private let line = Atomic<UInt32>(0)
    private let queued = Atomic<UInt32>(0)
    private let held = Atomic<UInt32>(0)
    private let batchTime = Atomic<Int64>(0)
    private let intakeTime = Atomic<Int64>(0)
    private let activity = LockedField(Activity())

    // MARK: Steps

    /// A step begins. Only the isolation calls this, and the other functions that write.
    func beginStep(at place: LiteralPlace) {
        note(place)
        stepping.store(true, ordering: .relaxed)
    }

    @usableFromInline
    func note(_ place: LiteralPlace) {
        file.store(place.file.address, ordering: .relaxed)
        line.store(place.line, ordering: .relaxed)
    }

    func endStep() { stepping.store(false, ordering: .relaxed) }

    /// A turn begins, or a batch of actions: the clock is not read for each step.
    ///
    /// - Parameter now: see ``IsolationToken/now``.
    func noteBatch(at now: Int64) { batchTime.store(now, ordering: .relaxed) }

    /// Actions are taken from the mailbox, or would be if there were any. The time is that of the batch: a second look at the clock
    /// would be a tenth of the cost of an action that is delivered alone.
    @usableFromInline
    func noteIntake() { intakeTime.store(batchTime.load(ordering: .relaxed), ordering: .relaxed) }

    /// The number of actions that were taken from the mailbox and are not handled yet.
    @usableFromInline
    func noteQueued(_ count: Int) { queued.store(UInt32(truncatingIfNeeded: count), ordering: .relaxed) }

    func noteHeld(_ count: Int) { held.store(UInt32(truncatingIfNeeded: count), ordering: .relaxed) }

    var isStepping: Bool { stepping.load(ordering: .relaxed) }
    var place: LiteralPlace {
        LiteralPlace(file: LiteralText(address: file.load(ordering: .relaxed)), line: line.load(ordering: .relaxed))
    }
    var lastBatch: Int64 { batchTime.load(ordering: .relaxed) }
    var lastIntake: Int64 { intakeTime.load(ordering: .relaxed) }
    var queuedCount: Int { Int(queued.load(ordering: .relaxed)) }
    var heldCount: Int { Int(held.load(ordering: .relaxed)) }

    // MARK: What is rarer

    /// What lasts longer than a step.
    struct Activity: Sendable {
        /// The notes in slots, so that an effect allocates nothing once there have been as many at a time; and the free slots.
        fileprivate var slots: [EffectNote?] = []
        fileprivate var freeSlots: [Int32] = []
        var effects: [EffectNote] { slots.compactMap(\.self) }
        fileprivate(set) var transformers: [TransformerNote] = []
        fileprivate(set) var stall: StallNote?
        fileprivate(set) var isAtEffectLimit = false
    }

    /// An effect that has not ended.
    struct EffectNote: Sendable {
        enum Stage: Sendable { case waiting, running, ending }

        let number: UInt64
        let name: EffectName?
        let eventID: EventID?
        let kind: EffectKind
        let site: CallSite?
        /// See ``IsolationToken/now``.
        let registered: Int64
        var stage: Stage
        var isCancelled: Bool
    }

    /// What keeps the open step waiting.
    struct StallNote: Sendable {
        /// The type of the transformer; nil for subscribers without room.
        let transformer: Any.Type?
        let began: Int64
    }

    /// A part with a stream transformer.
    struct TransformerNote: Sendable {
        let number: UInt64
        let type: Any.Type
        let site: CallSite?
        fileprivate(set) var isRunning: @Sendable () -> Bool = { false }
    }

    var present: Activity { activity.withLock { $0 } }

    /// - Returns: the slot of the effect, until it is removed.
    func add(_ effect: EffectNote) -> Int32 {
        activity.withLock { activity in
            guard let slot = activity.freeSlots.popLast() else {
                activity.slots.append(effect)
                return Int32(activity.slots.count - 1)
            }
            activity.slots[Int(slot)] = effect
            return slot
        }
    }

    func change(_ slot: Int32, to stage: EffectNote.Stage, isCancelled: Bool) {
        activity.withLock { activity in
            activity.slots[Int(slot)]!.stage = stage
            activity.slots[Int(slot)]!.isCancelled = isCancelled
        }
    }

    func remove(from slot: Int32) {
        // Returned, so that what a user has named it by is released without the lock.
        _ = activity.withLock { activity in
            let gone = activity.slots[Int(slot)].take()
            activity.freeSlots.append(slot)
            if activity.freeSlots.count == activity.slots.count, activity.slots.count > 1_024 {
                (activity.slots, activity.freeSlots) = ([], [])
            }
            return gone
        }
    }

    func add(_ transformer: TransformerNote) { activity.withLock { $0.transformers.append(transformer) } }

    /// The transformer starts: `isRunning` tells whether its stream goes on.
    func start(_ transformer: UInt64, isRunning: @escaping @Sendable () -> Bool) {
        _ = activity.withLock { activity -> (@Sendable () -> Bool)? in
            guard let place = activity.transformers.firstIndex(where: { $0.number == transformer }) else { return nil }
            defer { activity.transformers[place].isRunning = isRunning }
            return activity.transformers[place].isRunning
        }
    }

    func removeTransformers(_ isGone: (UInt64) -> Bool) {
        _ = activity.withLock { activity in
            let gone = activity.transformers.filter { isGone($0.number) }
            activity.transformers.removeAll { isGone($0.number) }
            return gone
        }
    }

    func noteStall(_ stall: StallNote?) { activity.withLock { $0.stall = stall } }

    func noteEffectLimit(isReached: Bool) { activity.withLock { $0.isAtEffectLimit = isReached } }
}

/// The action that the isolation is handling, where it lies in memory, for a look from any thread.
///
/// Why a look may copy it: the address is that of a value that its owner neither moves, changes nor releases before `during`
/// returns, and `during` does not return while a look copies. A look that finds an address has set `isWanted` before; the
/// owner clears the address and then reads `isWanted`. All four accesses are sequentially consistent, so either the look
/// finds no address, or the owner finds that it is wanted and waits for the lock, which the look holds. A look copies the
/// value, whose type is `Sendable`, and calls no foreign code but its copying.
@usableFromInline
struct ActionInHand: ~Copyable, Sendable {
    @usableFromInline let address = Atomic<UInt>(0)
    @usableFromInline let isWanted = Atomic(false)
    private let look = LockedField(())

    @inlinable @inline(__always)
    func during<Action: Sendable>(_ action: Action, _ body: () -> Void) {
        withUnsafePointer(to: action) { pointer in
            address.store(UInt(bitPattern: pointer), ordering: .releasing)
            body()
            address.store(0, ordering: .sequentiallyConsistent)
            if isWanted.load(ordering: .sequentiallyConsistent) { waitForLook() }
        }
    }

    @usableFromInline @inline(never)
    func waitForLook() { look.withLock { _ in } }

    /// - Parameter type: that of the actions of the graph.
    func copy<Action: Sendable>(as type: Action.Type) -> Action? {
        look.withLock { _ in
            isWanted.store(true, ordering: .sequentiallyConsistent)
            defer { isWanted.store(false, ordering: .releasing) }
            return UnsafePointer<Action>(bitPattern: address.load(ordering: .sequentiallyConsistent))?.pointee
        }
    }
}

extension GraphStatus.EffectNote {
    init(_ run: EffectRun) {
        self.init(
            number: run.number,
            name: run.name,
            eventID: run.eventID,
            kind: run.kind,
            site: run.site,
            registered: run.registered,
            stage: run.stage,
            isCancelled: false
        )
    }
}
