/// The running part that an interactor makes in a feature graph; this one ignores every action.
///
/// Not `Sendable`: a node lives in its graph's isolation. Handling is synchronous. A node whose child suspends the
/// step leaves what remains to do with `engine.afterwards` and returns.
///
/// The code of a node is generic and, in this module, not specialised: it would look types up in the run time's tables
/// for each action. So what a node does per action is a closure, `step`, that the `@inlinable` initialiser of the
/// interactor makes where the types are known. It captures the steps of the node's children rather than the children:
/// what a closure captures lives as long as its call and is not retained for it, as what an object refers to is.
/// Workload "When, nested", 16 deep: 1.7 × a bare stream where steps were methods of nodes, 1.1 × so.
@usableFromInline
package class Node<State: Sendable, Action: Sendable> {
    @usableFromInline typealias Step = (Action) -> Void

    @usableFromInline let engine: GraphEngine
    /// Handles an action, as part of the running step. Set when the node is made, and not changed after that.
    @exclusivity(unchecked) @usableFromInline final var step: Step

    init(engine: GraphEngine, step: @escaping Step = { _ in }) {
        self.engine = engine
        self.step = step
    }

    /// Begins what runs by itself.
    func start() {}

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
    /// How the stream transformers among the parts end.
    var atEnd: TransformerEnd
}

/// What a graph does at its end with a stream transformer that goes on although its actions have ended.
public enum TransformerEnd: Sendable, Hashable {
    /// Its stream is awaited, and its states are delivered.
    case wait
    /// It is cancelled when its last action is settled; nothing that it yields after that arrives.
    case cancel
}
