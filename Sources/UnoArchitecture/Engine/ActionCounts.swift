internal import AsyncKit
internal import Synchronization

/// What has become of a runtime's actions; the mailbox counts those that it has accepted and displaced.
///
/// *Isolation*: may be read on any thread. `note(handled:takenBack:)` is for the graph's isolation, which makes it the
/// only writer of `handled`: no read-modify-write operation for a batch of actions.
@usableFromInline
struct ActionCounts: ~Copyable, Sendable {
    private let handledCount = Atomic(0)
    private let takenBackCount = Atomic(0)
    /// The actions that were handled without having been in the mailbox, which was closed.
    private let directCount = Atomic(0)
    private let rejections = LockedField<[Rejection: Int]>([:])

    var handled: Int { handledCount.load(ordering: .acquiring) }
    var takenBack: Int { takenBackCount.load(ordering: .acquiring) }
    var direct: Int { directCount.load(ordering: .acquiring) }
    var rejected: [Rejection: Int] { rejections.withLock { $0 } }

    /// Counts a batch of actions, `takenBack` of which were skipped because they had been cancelled.
    func note(handled: Int, takenBack: Int) {
        handledCount.store(handledCount.load(ordering: .relaxed) + handled, ordering: .releasing)
        if takenBack > 0 { takeBack(takenBack) }
    }

    /// Counts an action that was handled in a turn of its own. For the graph's isolation.
    func noteDirect() {
        directCount.add(1, ordering: .releasing)
        note(handled: 1, takenBack: 0)
    }

    func takeBack(_ count: Int) { takenBackCount.add(count, ordering: .releasing) }

    func reject(_ rejection: Rejection) { rejections.withLock { $0[rejection, default: 0] += 1 } }
}
