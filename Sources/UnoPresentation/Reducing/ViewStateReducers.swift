internal import UnoArchitecture

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
