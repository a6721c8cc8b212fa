public import UnoArchitecture

/// The actions of a presented child: its own, and its dismissal.
public enum PresentationAction<Action: Sendable>: Sendable {
    /// An action of the child.
    case presented(Action)
    /// The child is dismissed: by the user, or because it has asked for it.
    ///
    /// The parent handles it while the child's state is still there. Then the state becomes nil.
    case dismiss
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: CasePathable {
    /// The paths to the cases.
    public struct AllCasePaths: Sendable {
        /// The path to an action of the child.
        public var presented: AnyCasePath<PresentationAction, Action> {
            AnyCasePath(
                embed: { .presented($0) },
                extract: { if case .presented(let action) = $0 { action } else { nil } }
            )
        }

        /// The path to the dismissal.
        public var dismiss: AnyCasePath<PresentationAction, Void> {
            AnyCasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
        }
    }

    /// The paths to the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
