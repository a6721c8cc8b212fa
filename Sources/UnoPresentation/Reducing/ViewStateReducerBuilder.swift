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

/// The composing reducers that ``ViewStateReducerBuilder`` makes.
public enum ViewStateReducers {
    /// A reducer that does not change the view state.
    public struct Empty<DomainState, ViewState>: ViewStateReducer {
        @inlinable
        init() {}

        /// Derives the view state with each reducer in the order written.
        @inlinable
        public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {}
    }

    /// Two reducers, in order: the second gets the view state that the first has changed.
    public struct Sequence<First: ViewStateReducer, Second: ViewStateReducer>: ViewStateReducer
    where First.DomainState == Second.DomainState, First.ViewState == Second.ViewState {
        @usableFromInline let first: First
        @usableFromInline let second: Second

        @inlinable
        init(_ first: First, _ second: Second) {
            (self.first, self.second) = (first, second)
        }

        /// Derives the view state with each reducer in the order written.
        @inlinable
        public func reduce(_ domainState: First.DomainState, into viewState: inout First.ViewState) {
            first.reduce(domainState, into: &viewState)
            second.reduce(domainState, into: &viewState)
        }
    }

    /// One of two reducers.
    public enum Conditional<First: ViewStateReducer, Second: ViewStateReducer>: ViewStateReducer
    where First.DomainState == Second.DomainState, First.ViewState == Second.ViewState {
        /// The first reducer.
        case first(First)
        /// The second reducer.
        case second(Second)

        /// Derives the view state with each reducer in the order written.
        @inlinable
        public func reduce(_ domainState: First.DomainState, into viewState: inout First.ViewState) {
            switch self {
            case .first(let chosen): chosen.reduce(domainState, into: &viewState)
            case .second(let chosen): chosen.reduce(domainState, into: &viewState)
            }
        }
    }

    /// Any number of reducers, in order.
    public struct Many<Element: ViewStateReducer>: ViewStateReducer {
        @usableFromInline let elements: [Element]

        @inlinable
        init(_ elements: [Element]) {
            self.elements = elements
        }

        /// Derives the view state with each reducer in the order written.
        @inlinable
        public func reduce(_ domainState: Element.DomainState, into viewState: inout Element.ViewState) {
            for element in elements { element.reduce(domainState, into: &viewState) }
        }
    }
}
