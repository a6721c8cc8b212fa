/// What a graph is made of, as its engine sees it: without types.
@usableFromInline
class GraphContents {
    init() {}

    /// The root of the graph's parts; keeping it keeps every node.
    var parts: AnyObject? { nil }

    /// Lets go of the parts: from now on every action is ignored.
    func dropParts() {}

    /// Drops the actions that the host has taken in and not handled, as cancelled.
    @usableFromInline
    func cancelAll() {}
}
