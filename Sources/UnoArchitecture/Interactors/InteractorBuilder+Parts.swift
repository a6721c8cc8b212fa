/// The interactor that ignores every action and emits nothing; the identity of merging.
public struct EmptyInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    /// Creates an interactor that does nothing.
    public init() {}

    package var hasStatefulPart: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        EmptyNode(engine: context.engine)
    }

    package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? { Emission.none }
}

/// Ignores every action: the parts before and behind it are next to each other.
final class EmptyNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    override var isEmpty: Bool { true }

    override package var joining: Joining? { { $0.step } }
}

extension Interactors {
    /// One of two interactors, chosen when the body is evaluated; behaves as the chosen one does.
    public enum Conditional<First: Interactor, Second: Interactor>: Interactor, GraphPart
    where First.DomainState == Second.DomainState, First.Action == Second.Action {
        /// The state of both branches.
        public typealias DomainState = First.DomainState
        /// The actions of both branches.
        public typealias Action = First.Action

        /// The interactor of the branch that was taken.
        case first(First)
        /// The interactor of the other branch.
        case second(Second)

        private var chosen: any Interactor<DomainState, Action> {
            switch self {
            case .first(let chosen): chosen
            case .second(let chosen): chosen
            }
        }

        /// The initial value of the chosen branch.
        public var initialValue: DomainState { chosen.initialValue }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(chosen) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(chosen) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.initialValueSource(of: chosen)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            GraphParts.makeNode(chosen, in: context)
        }

        package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
            GraphParts.handle(action, with: chosen, on: &state)
        }
    }
}

extension InteractorBuilder {
    /// Takes a part whose type is known.
    ///
    /// The second parameter, which no caller passes, keeps the compiler from opening an existential here.
    @inlinable
    public static func buildExpression<Part: Interactor<DomainState, Action>>(
        _ part: Part,
        _: Part.Type = Part.self
    ) -> Part { part }

    /// Takes a part whose type is not known, and erases it.
    ///
    /// Disfavoured because the non-generic overload would otherwise win and erase every part.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(
        _ part: any Interactor<DomainState, Action>
    ) -> AnyInteractor<DomainState, Action> {
        AnyInteractor(part)
    }

    /// A block without statements.
    @inlinable
    public static func buildBlock() -> EmptyInteractor<DomainState, Action> { EmptyInteractor() }

    /// The first statement of a block.
    @inlinable
    public static func buildPartialBlock<First: Interactor<DomainState, Action>>(first: First) -> First { first }

    /// A further statement, merged with those before it.
    @inlinable
    public static func buildPartialBlock<Accumulated, Next>(
        accumulated: Accumulated,
        next: Next
    ) -> Interactors.Merge<Accumulated, Next>
    where Accumulated: Interactor<DomainState, Action>, Next: Interactor<DomainState, Action> {
        Interactors.Merge(accumulated, next)
    }

    /// An `if` without `else`.
    @inlinable
    public static func buildOptional<Part: Interactor<DomainState, Action>>(
        _ part: Part?
    ) -> Interactors.Conditional<Part, EmptyInteractor<DomainState, Action>> {
        part.map { .first($0) } ?? .second(EmptyInteractor())
    }

    /// The first branch of an `if` or `switch`.
    @inlinable
    public static func buildEither<First, Second>(first: First) -> Interactors.Conditional<First, Second>
    where First: Interactor<DomainState, Action>, Second: Interactor<DomainState, Action> {
        .first(first)
    }

    /// The second branch of an `if` or `switch`.
    @inlinable
    public static func buildEither<First, Second>(second: Second) -> Interactors.Conditional<First, Second>
    where First: Interactor<DomainState, Action>, Second: Interactor<DomainState, Action> {
        .second(second)
    }

    /// A loop.
    @inlinable
    public static func buildArray<Part: Interactor<DomainState, Action>>(
        _ parts: [Part]
    ) -> Interactors.MergeMany<Part> {
        Interactors.MergeMany(interactors: parts)
    }

    /// An `if #available`; the type of its interactor is erased.
    @inlinable
    public static func buildLimitedAvailability<Part: Interactor<DomainState, Action>>(
        _ part: Part
    ) -> AnyInteractor<DomainState, Action> {
        AnyInteractor(part)
    }

    /// The whole block.
    @inlinable
    public static func buildFinalResult<Part: Interactor<DomainState, Action>>(_ part: Part) -> Part { part }
}
