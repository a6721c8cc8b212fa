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
}
