/// A part whose children depend on slices of the scope's state, or whose effects depend on its phases.
package protocol SliceFollowing: AnyObject {
    func followSlice()
    /// Called after that, when what it has led to is settled: the part's own child may have had its slice changed.
    func followUp()
}

extension SliceFollowing {
    package func followUp() {}
}

/// A scope's reference to a follower, which does not keep the follower alive.
///
/// Not a weak reference: that would give the follower a side table, and with one each retain and release of it takes four
/// times as long (workload "rows"). The reference is valid: the follower is the owner of the only ``Following`` of the link,
/// so it removes itself from the link before its memory is freed, in the graph's isolation, in which the link is read.
final class FollowerLink {
    /// Nil after the follower has been released.
    @exclusivity(unchecked) fileprivate(set) unowned(unsafe) var node: (any SliceFollowing)?

    init(_ node: any SliceFollowing) {
        self.node = node
    }
}

/// Kept by a follower for its whole life; ends the reference to it. See ``FollowerLink``.
package struct Following: ~Copyable {
    private let link: FollowerLink

    init(_ link: FollowerLink) {
        self.link = link
    }

    deinit { link.node = nil }
}

/// The numbers of parts that were made one after the other; see ``Followed/partsMade``.
typealias PartNumbers = Range<UInt64>

/// What the parts of a graph follow beside the actions of its steps.
package struct Followed {
    /// How often parts that follow each other are visited in one step. What never comes to rest is reported,
    /// and goes on at the end of the next one.
    static let mostRounds = 100

    /// The number of machines that may have effects of a phase in flight. A part beside or around a machine may move it
    /// out of its phase, so while there are any, every step checks the phases.
    package var phases: Int32 = 0
    /// The number of parts made so far that do something without an action: run a stream transformer, or follow a value. It numbers
    /// them.
    var partsMade: UInt64 = 0
    package var values = ObservedValues()
}
