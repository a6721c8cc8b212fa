/// The library's composing reducers; made by ``ViewStateReducerBuilder``.
public enum ViewStateReducers {
    /// Leaves the view state alone.
    public struct Empty<DomainState, ViewState>: ViewStateReducer {
        @inlinable
        public init() {}

        @inlinable
        public func reduce(_ domainState: DomainState, into viewState: inout ViewState) {}
    }

    /// Two reducers, in order: the second sees what the first has made of the view state.
    public struct Sequence<First: ViewStateReducer, Second: ViewStateReducer>: ViewStateReducer
    where First.DomainState == Second.DomainState, First.ViewState == Second.ViewState {
        @usableFromInline let first: First
        @usableFromInline let second: Second

        @inlinable
        init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
        }

        @inlinable
        public func reduce(_ domainState: First.DomainState, into viewState: inout First.ViewState) {
            first.reduce(domainState, into: &viewState)
            second.reduce(domainState, into: &viewState)
        }
    }

    /// One of two reducers.
    public enum Conditional<First: ViewStateReducer, Second: ViewStateReducer>: ViewStateReducer
    where First.DomainState == Second.DomainState, First.ViewState == Second.ViewState {
        case first(First)
        case second(Second)

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

        @inlinable
        public func reduce(_ domainState: Element.DomainState, into viewState: inout Element.ViewState) {
            for element in elements { element.reduce(domainState, into: &viewState) }
        }
    }
}
