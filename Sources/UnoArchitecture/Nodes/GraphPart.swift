/// An interactor that is fused into the graph: it makes its own node.
package protocol GraphPart<DomainState, Action>: Interactor {
    /// Whether this part, or a part inside it in the same scope, has an initial state or works on the scope's state.
    var hasStatefulPart: Bool { get }

    /// Whether this part, or a part inside it in the same scope, declares an initial state.
    var bringsInitialValue: Bool { get }

    /// The part that declares `initialValue`: this part or a part inside it.
    var initialValueSource: any Interactor<DomainState, Action> { get }

    /// The interactor whose type this part erases, if it does nothing else.
    var erasedBase: (any Interactor)? { get }

    func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action>

    /// Handles `action` without a graph; nil if only a graph can. Then the caller drops what has changed in `state`.
    func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>?
}

extension GraphPart {
    package var bringsInitialValue: Bool { hasStatefulPart }

    package var initialValueSource: any Interactor<DomainState, Action> { self }

    package var erasedBase: (any Interactor)? { nil }

    package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? { nil }
}

/// What an interactor comes down to when its bodies have been read.
enum PartContent {
    case fused(any GraphPart)
    case transformer(any Interactor)

    var hasStatefulPart: Bool {
        if case .fused(let part) = self { part.hasStatefulPart } else { false }
    }

    var bringsInitialValue: Bool {
        if case .fused(let part) = self { part.bringsInitialValue } else { false }
    }
}
