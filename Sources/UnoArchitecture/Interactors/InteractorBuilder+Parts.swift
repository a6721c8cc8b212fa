extension InteractorBuilder {
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
