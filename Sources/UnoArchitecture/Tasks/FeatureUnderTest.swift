/// What a harness gives the graph of a feature under test, and what it is told of it.
package final class FeatureUnderTest: Sendable {
    /// A request of the feature to be dismissed.
    package struct Dismissal: Sendable {
        /// Where the handler or the effect asked.
        package let site: CallSite?
        /// The event that the request belongs to, if any.
        package let event: UInt64?
    }

    private let givenState: (any Sendable)?
    let dismissed: @Sendable (Dismissal) -> Void
    let refused: @Sendable (_ action: any Sendable) -> Void

    /// - Parameters:
    ///   - initialState: what the graph starts with; nil for the feature's own initial value.
    ///   - dismissed: called in the step in which the feature asks, for the first request.
    ///   - refused: called with each action that arrives after that step.
    package init(
        startingWith initialState: (any Sendable)?,
        dismissed: @escaping @Sendable (Dismissal) -> Void,
        refused: @escaping @Sendable (_ action: any Sendable) -> Void
    ) {
        givenState = initialState
        (self.dismissed, self.refused) = (dismissed, refused)
    }

    /// What a graph with this type of state starts with; nil for the feature's own initial value.
    package func initialState<State>(_ type: State.Type) -> State? {
        guard let givenState else { return nil }
        return givenState as? State
    }
}
