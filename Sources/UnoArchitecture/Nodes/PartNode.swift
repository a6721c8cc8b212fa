/// What a part of another module keeps while its node runs, or the node that it wraps. A class of this module can have no
/// subclass there.
package protocol RunningPart: AnyObject {
    /// As `Node.start()`.
    func start()
    /// As `Node.stop()`.
    func stop()
}

/// The node of a part of another module, which owns what the part keeps.
package final class PartNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let part: any RunningPart

    /// - Parameter step: refers to `part`, if at all, without owning it or as a constant that it captures.
    package init(engine: GraphEngine, running part: any RunningPart, step: @escaping Step) {
        self.part = part
        super.init(engine: engine, step: step)
    }

    override package func start() { part.start() }

    override package func stop() { part.stop() }
}

/// The node of a part of another module that leaves its emission to the part behind it.
package final class JoiningNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let join: Joining

    /// - Parameters:
    ///   - step: the step where there is no part behind it.
    ///   - join: makes its step before another one.
    package init(engine: GraphEngine, step: @escaping Step, joining join: @escaping Joining) {
        self.join = join
        super.init(engine: engine, step: step)
    }

    override package var joining: Joining? { join }
}
