internal import UnoArchitecture

/// Composes view-state reducers: the statements of a block run in the order written, each on the result of the previous one.
///
/// Conditions and loops are evaluated for each state, together with the body.
@resultBuilder
public enum ViewStateReducerBuilder<DomainState, ViewState> {
    /// Takes a part as it is.
    ///
    /// The second parameter is never passed; it keeps the compiler from opening an existential here.
    @inlinable
    public static func buildExpression<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part,
        _: Part.Type = Part.self
    ) -> Part { part }

    /// Erases the type of an existential part.
    ///
    /// Disfavoured because the non-generic overload would otherwise win and erase every part.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(
        _ part: any ViewStateReducer<DomainState, ViewState>
    ) -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(part)
    }

    /// Makes the reducer of an empty block.
    @inlinable
    public static func buildBlock() -> ViewStateReducers.Empty<DomainState, ViewState> { ViewStateReducers.Empty() }

    /// Starts a block with its first part.
    @inlinable
    public static func buildPartialBlock<First: ViewStateReducer<DomainState, ViewState>>(first: First) -> First {
        first
    }

    /// Adds a part to a block.
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

    /// Makes a part from an `if` without an `else`.
    @inlinable
    public static func buildOptional<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part?
    ) -> ViewStateReducers.Conditional<Part, ViewStateReducers.Empty<DomainState, ViewState>> {
        part.map { .first($0) } ?? .second(ViewStateReducers.Empty())
    }

    /// Makes a part from the first branch of an `if` or a `switch`.
    @inlinable
    public static func buildEither<First, Second>(first: First) -> ViewStateReducers.Conditional<First, Second>
    where First: ViewStateReducer<DomainState, ViewState>, Second: ViewStateReducer<DomainState, ViewState> {
        .first(first)
    }

    /// Makes a part from another branch of an `if` or a `switch`.
    @inlinable
    public static func buildEither<First, Second>(second: Second) -> ViewStateReducers.Conditional<First, Second>
    where First: ViewStateReducer<DomainState, ViewState>, Second: ViewStateReducer<DomainState, ViewState> {
        .second(second)
    }

    /// Makes a part from a `for` loop.
    @inlinable
    public static func buildArray<Part: ViewStateReducer<DomainState, ViewState>>(
        _ parts: [Part]
    ) -> ViewStateReducers.Many<Part> {
        ViewStateReducers.Many(parts)
    }

    /// Erases a part that exists only where `#available` holds.
    @inlinable
    public static func buildLimitedAvailability<Part: ViewStateReducer<DomainState, ViewState>>(
        _ part: Part
    ) -> AnyViewStateReducer<DomainState, ViewState> {
        AnyViewStateReducer(part)
    }

    /// Makes the reducer of a block.
    @inlinable
    public static func buildFinalResult<Part: ViewStateReducer<DomainState, ViewState>>(_ part: Part) -> Part { part }
}
