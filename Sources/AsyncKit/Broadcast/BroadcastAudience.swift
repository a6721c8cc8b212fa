public import Synchronization

/// The subscribers of a ``Broadcast`` and whether its source is working, for the source to read without a lock.
///
/// Everything is in one word, so that a new subscriber and a source that begins to work see each other in one order: the
/// subscriber registers and learns whether the source is working in one atomic step, and so does the source.
@usableFromInline
package struct BroadcastAudience: Sendable {
    @usableFromInline let owner: AudienceWord

    @inlinable
    init(_ owner: AudienceWord) {
        self.owner = owner
    }

    @inlinable var bits: UInt64 { owner.word.load(ordering: .relaxed) }

    /// Whether no subscriber has been admitted.
    @inlinable
    package var isEmpty: Bool { bits & AudienceCount.admitted.mask == 0 }

    /// Whether an admitted subscriber wants every value.
    @inlinable
    package var wantsEveryValue: Bool { bits & AudienceCount.lossless.mask != 0 }

    /// Whether an admitted subscriber wants the interim values, too.
    @inlinable
    package var wantsInterimValues: Bool { bits & AudienceWord.wantsInterimValues != 0 }

    /// Whether the source is working.
    @inlinable
    package var isAtWork: Bool { bits & AudienceWord.isAtWork != 0 }

    /// Whether subscribers wait to be admitted; the source is working then.
    @inlinable
    package var isAwaited: Bool { bits & AudienceCount.waiting.mask != 0 }

    /// Whether a source that goes on has to call `beginWork()` or `admit(at:unpublished:)` first.
    @inlinable
    package var needsAttention: Bool {
        bits & (AudienceCount.waiting.mask | AudienceWord.isAtWork) != AudienceWord.isAtWork
    }

    // MARK: Under the broadcast's lock

    /// The source begins to work: later subscribers wait to be admitted.
    @inlinable
    func beginWork() { owner.word.bitwiseOr(AudienceWord.isAtWork, ordering: .relaxed) }

    @inlinable
    func endWork() { owner.word.bitwiseAnd(~AudienceWord.isAtWork, ordering: .relaxed) }

    /// Registers a subscriber; true if it has to wait to be admitted.
    func enter(_ buffer: SubscriberBuffer, wantsInterimValues: Bool = false) -> Bool {
        let interim = wantsInterimValues ? AudienceWord.wantsInterimValues : 0
        // Under the lock, which all writers hold, nothing comes between the reading and the writing.
        let (old, waits) = (bits, isAtWork)
        let new = waits ? old + AudienceCount.waiting.one : (old + AudienceCount.one(of: buffer)) | interim
        owner.word.store(new, ordering: .relaxed)
        return waits
    }

    /// A waiting subscriber has been admitted.
    func admit(_ buffer: SubscriberBuffer) {
        owner.word.wrappingAdd(AudienceCount.one(of: buffer) &- AudienceCount.waiting.one, ordering: .relaxed)
    }

    /// Whether an admitted subscriber wants the interim values has changed.
    func want(interimValues: Bool) {
        guard interimValues != wantsInterimValues else { return }
        if interimValues {
            owner.word.bitwiseOr(AudienceWord.wantsInterimValues, ordering: .relaxed)
        } else {
            owner.word.bitwiseAnd(~AudienceWord.wantsInterimValues, ordering: .relaxed)
        }
    }

    /// An admitted subscriber has another buffer.
    func change(_ old: SubscriberBuffer, to new: SubscriberBuffer) {
        owner.word.wrappingAdd(AudienceCount.one(of: new) &- AudienceCount.one(of: old), ordering: .relaxed)
    }

    func leave(_ buffer: SubscriberBuffer, isWaiting: Bool) {
        let one = isWaiting ? AudienceCount.waiting.one : AudienceCount.one(of: buffer)
        owner.word.wrappingSubtract(one, ordering: .relaxed)
    }
}

/// A number in the word of a ``BroadcastAudience``, named by the position of its lowest bit.
@usableFromInline
struct AudienceCount {
    /// The subscribers that wait to be admitted.
    @inlinable static var waiting: AudienceCount { AudienceCount(shift: 1) }
    /// The subscribers that have been admitted.
    @inlinable static var admitted: AudienceCount { AudienceCount(shift: 21) }
    /// Those of the admitted subscribers that want every value.
    @inlinable static var lossless: AudienceCount { AudienceCount(shift: 41) }

    @usableFromInline let shift: UInt64

    @inlinable
    init(shift: UInt64) {
        self.shift = shift
    }

    @inlinable var one: UInt64 { 1 &<< shift }
    @inlinable var mask: UInt64 { 0xF_FFFF &<< shift }

    /// What an admitted subscriber adds to the word.
    static func one(of buffer: SubscriberBuffer) -> UInt64 {
        buffer.wantsEveryValue ? admitted.one + lossless.one : admitted.one
    }
}

/// The word of a ``BroadcastAudience``: bit 0 is set while the source works, then follow the three ``AudienceCount``s
/// of 20 bits, and the bit that says whether interim values are wanted.
///
/// Not generic, so that type-erased code can read the audience with one load. ``BroadcastState`` adds the state machine to
/// the same object.
///
/// `@unchecked Sendable` here and there because the compiler checks final classes only: both have constant fields only, an
/// `Atomic` and a ``LockedField``, which are `Sendable`.
@usableFromInline
class AudienceWord: @unchecked Sendable {
    @inlinable static var isAtWork: UInt64 { 1 }
    @inlinable static var wantsInterimValues: UInt64 { 1 &<< 61 }

    @usableFromInline final let word = Atomic<UInt64>(0)

    @inlinable
    init() {}
}

@usableFromInline
final class BroadcastState<Machine: ~Copyable & Sendable>: AudienceWord, @unchecked Sendable {
    @usableFromInline let machine: LockedField<Machine>

    @inlinable
    init(_ machine: consuming sending Machine) {
        self.machine = LockedField(machine)
    }
}
