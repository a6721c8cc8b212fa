/// What shows the state of a feature, the present one or an earlier one: a view model.
@MainActor
public protocol StateDisplay<ShownState>: AnyObject {
    /// The state of the feature.
    associatedtype ShownState: Sendable

    /// Shows `state`, an earlier one of the feature, in place of the present one. Lasts until ``showPresent()``.
    func show(_ state: ShownState)

    /// Shows the present state again.
    func showPresent()
}
