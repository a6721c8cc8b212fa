public import Synchronization

/// Who listens to a ``Broadcast``, and whether its source is at work, for the source to read without a lock.
///
/// All of it is in one word, so that a subscriber that comes and a source that begins to work find each other in one order:
/// the subscriber registers and learns whether the source works in one atomic step, and so does the source when it begins.
///
/// Not generic, so that a source reads it with a load and nothing else; the broadcast's state is in the one class that
/// derives from it, to save an object.
///
/// `@unchecked Sendable`, as a class that others derive from has to be: it holds an atomic and nothing else.
@usableFromInline
package class BroadcastAudience: @unchecked Sendable {
    /// Bit 0: the source is at work. Then, 21 bits each: how many subscribers wait to be let in, how many have been, and how
    /// many of these want every value. The counts are written under the broadcast's lock.
    @usableFromInline final let word = Atomic<UInt64>(0)

    @inlinable
    init() {}

    /// Whether nobody has been let in.
    @inlinable
    package final var isEmpty: Bool { word.load(ordering: .relaxed) & BroadcastCount.present.mask == 0 }

    /// Whether somebody who has been let in wants every value.
    @inlinable
    package final var wantsEveryValue: Bool { word.load(ordering: .relaxed) & BroadcastCount.lossless.mask != 0 }

    /// Whether the source is at work.
    @inlinable
    package final var isAtWork: Bool { word.load(ordering: .relaxed) & 1 == 1 }

    /// Whether subscribers wait to be let in; the source is at work then.
    @inlinable
    package final var isAwaited: Bool { word.load(ordering: .relaxed) & BroadcastCount.waiting.mask != 0 }

    /// Whether a source that goes on has something to do first: to say that it is at work, or to let somebody in.
    @inlinable
    package final var needsAttention: Bool {
        word.load(ordering: .relaxed) & (BroadcastCount.waiting.mask | 1) != 1
    }

    /// The source begins to work: who subscribes from now on waits to be let in.
    @inlinable
    final func beginWork() { word.bitwiseOr(1, ordering: .relaxed) }

    // MARK: Under the broadcast's lock

    @inlinable
    final func endWork() { word.bitwiseAnd(~1, ordering: .relaxed) }

    /// Registers a subscriber; true if it has to wait to be let in.
    final func enter(_ policy: SubscriptionPolicy) -> Bool {
        var old = word.load(ordering: .relaxed)
        while true {
            let waits = old & 1 == 1
            let new = old + (waits ? BroadcastCount.waiting.one : BroadcastCount.one(of: policy))
            let exchange = word.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchange.exchanged { return waits }
            old = exchange.original
        }
    }

    /// A subscriber that waited has been let in.
    final func letIn(_ policy: SubscriptionPolicy) {
        word.wrappingAdd(BroadcastCount.one(of: policy) &- BroadcastCount.waiting.one, ordering: .relaxed)
    }

    final func leave(_ policy: SubscriptionPolicy, isWaiting: Bool) {
        let one = isWaiting ? BroadcastCount.waiting.one : BroadcastCount.one(of: policy)
        word.wrappingSubtract(one, ordering: .relaxed)
    }

    final func leaveAll() { word.bitwiseAnd(1, ordering: .relaxed) }
}

/// A number in the word of a ``BroadcastAudience``, by the position of its lowest bit.
@usableFromInline
struct BroadcastCount {
    @inlinable static var waiting: BroadcastCount { BroadcastCount(shift: 1) }
    @inlinable static var present: BroadcastCount { BroadcastCount(shift: 22) }
    @inlinable static var lossless: BroadcastCount { BroadcastCount(shift: 43) }

    @usableFromInline let shift: UInt64

    @inlinable
    init(shift: UInt64) {
        self.shift = shift
    }

    @inlinable var one: UInt64 { 1 &<< shift }
    @inlinable var mask: UInt64 { 0x1F_FFFF &<< shift }

    /// What a subscriber adds that has been let in.
    static func one(of policy: SubscriptionPolicy) -> UInt64 {
        policy.wantsEveryValue ? present.one + lossless.one : present.one
    }
}
