/// Composes interactors: statements of a block become a merge, in the order written.
///
/// Conditions and loops are evaluated when a graph is made, not per action.
@resultBuilder
public enum InteractorBuilder<DomainState: Sendable, Action: Sendable> {
    /// The second parameter, never given, keeps the compiler from opening an existential here.
    @inlinable
    public static func buildExpression<Part: Interactor<DomainState, Action>>(
        _ part: Part,
        _: Part.Type = Part.self
    ) -> Part { part }

    /// Disfavoured, or every part would be erased: a function without type parameters is the more special one.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(
        _ part: any Interactor<DomainState, Action>
    ) -> AnyInteractor<DomainState, Action> {
        AnyInteractor(part)
    }

    @inlinable
    public static func buildBlock() -> EmptyInteractor<DomainState, Action> { EmptyInteractor() }

    @inlinable
    public static func buildPartialBlock<First: Interactor<DomainState, Action>>(first: First) -> First { first }

    @inlinable
    public static func buildPartialBlock<Accumulated, Next>(
        accumulated: Accumulated,
        next: Next
    ) -> Interactors.Merge<Accumulated, Next>
    where Accumulated: Interactor<DomainState, Action>, Next: Interactor<DomainState, Action> {
        Interactors.Merge(accumulated, next)
    }

    @inlinable
    public static func buildOptional<Part: Interactor<DomainState, Action>>(
        _ part: Part?
    ) -> Interactors.Conditional<Part, EmptyInteractor<DomainState, Action>> {
        part.map { .first($0) } ?? .second(EmptyInteractor())
    }

    @inlinable
    public static func buildEither<First, Second>(first: First) -> Interactors.Conditional<First, Second>
    where First: Interactor<DomainState, Action>, Second: Interactor<DomainState, Action> {
        .first(first)
    }

    @inlinable
    public static func buildEither<First, Second>(second: Second) -> Interactors.Conditional<First, Second>
    where First: Interactor<DomainState, Action>, Second: Interactor<DomainState, Action> {
        .second(second)
    }

    @inlinable
    public static func buildArray<Part: Interactor<DomainState, Action>>(
        _ parts: [Part]
    ) -> Interactors.MergeMany<Part> {
        Interactors.MergeMany(interactors: parts)
    }

    @inlinable
    public static func buildLimitedAvailability<Part: Interactor<DomainState, Action>>(
        _ part: Part
    ) -> AnyInteractor<DomainState, Action> {
        AnyInteractor(part)
    }

    @inlinable
    public static func buildFinalResult<Part: Interactor<DomainState, Action>>(_ part: Part) -> Part { part }
}
