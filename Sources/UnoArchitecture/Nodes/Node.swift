/// The running part that an interactor makes in a feature graph; this base class ignores every action.
///
/// Not `Sendable`: a node lives in its graph's isolation. Handling is synchronous. If a child suspends the step, the
/// rest of the node's work waits: `scope.then(_:_:)`.
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
package class Node<State: Sendable, Action: Sendable>: RunningPart {
    @usableFromInline package typealias Step = (Action) -> Void
    /// Makes one step of a part's and that of the part behind it, which emits for both.
    package typealias Joining = (PartBehind<Action>) -> Step

    @usableFromInline package let engine: GraphEngine
    /// Handles an action, as part of the running step. Set when the node is made; constant from then on.
    @exclusivity(unchecked) @usableFromInline package final var step: Step

    init(engine: GraphEngine, step: @escaping Step = { _ in }) {
        self.engine = engine
        self.step = step
    }

    /// The node of a part of another module that only handles actions.
    package convenience init(in engine: GraphEngine, step: @escaping Step) { self.init(engine: engine, step: step) }

    /// How the part emits one state with the part behind it in its scope; nil for a part that emits its own states.
    ///
    /// A node whose step is that of its child has the child's `joining`, too.
    package var joining: Joining? { nil }

    /// Whether the part does nothing at all, so that a merge leaves it out.
    var isEmpty: Bool { false }

    /// Starts work that needs no action, such as a stream transformer. A node with children starts them.
    package func start() {}

    /// The part is removed while the graph lives: drops held actions and running work. The part may be started again.
    /// A node with children stops them.
    package func stop() {}
}

/// The step behind a part that leaves its emission to it.
package struct PartBehind<Action> {
    package let step: (Action) -> Void
    /// Whether the step may suspend: it then must begin without a pending emission.
    package let maySuspend: Bool
}

extension Node {
    /// A part of a merge.
    typealias Merged = (node: Node, maySuspend: Bool)

    /// The step of this part and `next`, if this part leaves its emission to the part behind it.
    func step(before next: PartBehind<Action>) -> Step? { joining.map { $0(next) } }
}

/// What tests put in the place of parts of the graphs that the current task makes, by the type of the part. A graph keeps them
/// for the parts that it makes later.
package enum Replacements {
    package typealias Values = [ObjectIdentifier: any Sendable]

    @TaskLocal package static var ofTask: Values = [:]
}

/// What a finishing graph does with a stream transformer that continues after its actions have ended.
public enum TransformerEnd: Sendable, Hashable {
    /// The graph awaits the end of the transformer's stream and delivers its states.
    case wait
    /// The graph cancels the transformer when the last action is settled, and drops states that it yields later.
    case cancel
}
