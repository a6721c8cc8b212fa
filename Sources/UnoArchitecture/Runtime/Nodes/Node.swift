/// The running part that an interactor makes in a feature graph; this one ignores every action.
///
/// Not `Sendable`: a node lives in its graph's isolation. Handling is synchronous. A node whose child suspends the
/// step leaves what remains to do with `engine.afterwards` and returns.
///
/// The code of a node is generic and, in this module, not specialised: it would look types up in the run time's tables
/// for each action. So what a node does per action is an `@inlinable` method, and the initialiser of the interactor,
/// which is inlined where the types are known, hands the node a closure that calls it there.
/// Workload "8 nested Whens": 4.5 × a bare stream without, 0.9 × with.
@usableFromInline
package class Node<State: Sendable, Action: Sendable> {
    @usableFromInline let engine: GraphEngine

    init(engine: GraphEngine) {
        self.engine = engine
    }

    /// Begins what runs by itself.
    func start() {}

    /// Handles `action`, as part of the running step.
    @usableFromInline func receive(_ action: Action) {}

    /// The part goes away while the graph lives: what it holds is dropped. It may be started again.
    func stop() {}
}

/// What an interactor needs to make its node.
package struct NodeContext<State: Sendable, Action: Sendable> {
    let engine: GraphEngine
    let scope: StateScope<State>
    let feedback: Feedback<Action>
    /// Where the part's actions come from, if it is an embedded child: the call of `when`.
    let site: CallSite?
}
