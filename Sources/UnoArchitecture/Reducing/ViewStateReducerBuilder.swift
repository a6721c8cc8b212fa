/// Composes view-state reducers: statements of a block run in the order written, each on the result of those before.
///
/// Conditions and loops are evaluated each time the body is, which is for each state.
@resultBuilder
public enum ViewStateReducerBuilder<DomainState, ViewState> {
    /// The second parameter, never given, keeps the compiler from opening an existential here.
    @inlinable
    public static func buildExpression<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part,
        _: Part.Type = Part.self
    ) -> Part { part }

    /// Disfavoured, or every part would be erased: a function without type parameters is the more special one.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(
        _ part: any ViewStateReducer<DomainState, ViewState>
    ) -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(part)
    }

    @inlinable
    public static func buildBlock() -> ViewStateReducers.Empty<DomainState, ViewState> { ViewStateReducers.Empty() }

    @inlinable
    public static func buildPartialBlock<First: ViewStateReducer<DomainState, ViewState>>(first: First) -> First {
        first
    }

    @inlinable
    public static func buildPartialBlock<Accumulated, Next>(
        accumulated: Accumulated,
        next: Next
    ) -> ViewStateReducers.Sequence<Accumulated, Next>
    where
        Accumulated: ViewStateReducer<DomainState, ViewState>,
        Next: ViewStateReducer<DomainState, ViewState>
    {
        ViewStateReducers.Sequence(accumulated, next)
    }

    @inlinable
    public static func buildOptional<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part?
    ) -> ViewStateReducers.Conditional<Part, ViewStateReducers.Empty<DomainState, ViewState>> {
        part.map { .first($0) } ?? .second(ViewStateReducers.Empty())
    }

    @inlinable
    public static func buildEither<First, Second>(first: First) -> ViewStateReducers.Conditional<First, Second>
    where First: ViewStateReducer<DomainState, ViewState>, Second: ViewStateReducer<DomainState, ViewState> {
        .first(first)
    }

    @inlinable
    public static func buildEither<First, Second>(second: Second) -> ViewStateReducers.Conditional<First, Second>
    where First: ViewStateReducer<DomainState, ViewState>, Second: ViewStateReducer<DomainState, ViewState> {
        .second(second)
    }

    @inlinable
    public static func buildArray<Part: ViewStateReducer<DomainState, ViewState>>(
        _ parts: [Part]
    ) -> ViewStateReducers.Many<Part> {
        ViewStateReducers.Many(parts)
    }

    @inlinable
    public static func buildLimitedAvailability<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part
    ) -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(part)
    }

    @inlinable
    public static func buildFinalResult<Part: ViewStateReducer<DomainState, ViewState>>(_ part: Part) -> Part { part }
}
