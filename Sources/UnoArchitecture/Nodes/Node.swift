/// The running part that an interactor makes in a feature graph; this base class ignores every action.
///
/// Not `Sendable`: a node lives in its graph's isolation. Handling is synchronous. If a child suspends the step, the
/// node leaves the rest of its work with `engine.deferUntilSettled(_:)` and returns.
///
/// **Why closures.** Unspecialised generic code in this module pays a metadata lookup for each type that it uses, on
/// every call. So code that runs per action is `@inlinable`, and an `@inlinable` initialiser of an interactor or a host
/// makes a closure of it in the client's module, where the types are known. A node's ``step`` is such a closure.
/// Workload "when", 8 deep: 4.5 × a bare stream without, 1.1 × with.
///
/// A step captures the steps of the node's children, not the children: captures live as long as the call and need no
/// retain; objects read from a property do. Workload "when", 16 deep: 1.7 × a bare stream with methods of nodes as
/// steps, 1.1 × with closures.
@usableFromInline
package class Node<State: Sendable, Action: Sendable> {
    @usableFromInline typealias Step = (Action) -> Void

    @usableFromInline let engine: GraphEngine
    /// Handles an action, as part of the running step. Set when the node is made; constant from then on.
    @exclusivity(unchecked) @usableFromInline final var step: Step

    init(engine: GraphEngine, step: @escaping Step = { _ in }) {
        self.engine = engine
        self.step = step
    }

    /// Starts work that needs no action, such as a stream transformer.
    func start() {}

    /// The part is removed while the graph lives: drops held actions and running work. The part may be started again.
    func stop() {}
}

/// The context in which an interactor makes its node.
package struct NodeContext<State: Sendable, Action: Sendable> {
    let engine: GraphEngine
    let scope: StateScope<State>
    let feedback: Feedback<Action>
    /// The call that embeds the part as a child, such as `when`; nil for a part that is not embedded.
    let site: CallSite?
    /// What happens at the end to stream transformers among the parts.
    var atEnd: TransformerEnd
    /// What is provided around the part.
    var dependencies: FeatureDependencies

    /// The context of a child with a scope of its own, embedded by the call at `site`.
    func child<ChildState: Sendable, ChildAction: Sendable>(
        scope: StateScope<ChildState>,
        feedback: Feedback<ChildAction>,
        site: CallSite
    ) -> NodeContext<ChildState, ChildAction> {
        NodeContext<ChildState, ChildAction>(
            engine: engine,
            scope: scope,
            feedback: feedback,
            site: site,
            atEnd: atEnd,
            dependencies: dependencies
        )
    }
}

/// What a finishing graph does with a stream transformer that continues after its actions have ended.
public enum TransformerEnd: Sendable, Hashable {
    /// The graph awaits the end of the transformer's stream and delivers its states.
    case wait
    /// The graph cancels the transformer when the last action is settled, and drops states that it yields later.
    case cancel
}
