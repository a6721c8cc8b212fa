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
extension PresentationAction: Codable where Action: Codable {}

extension PresentationAction: CasePathable {
    /// The paths to the cases; those to the child's own cases lead through ``presented``, which may be left out: `\.edit.title`
    /// is `\.edit.presented.title`.
    @dynamicMemberLookup
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

        /// The path to a case of the child's action.
        public subscript<Next>(
            dynamicMember path: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Next>>
        ) -> AnyCasePath<PresentationAction, Next> where Action: CasePathable {
            presented.appending(Action.allCasePaths[keyPath: path])
        }
    }

    /// The paths to the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The type of the value in the case that `presents(_:action:)` takes: ``PresentationAction``.
///
/// A protocol for the sake of the compiler's message: it says of any other case that its value does not conform.
public protocol PresentationActionProtocol<Action>: Sendable {
    /// The action of the child.
    associatedtype Action: Sendable

    /// Converts a case path to `Self` into one to a ``PresentationAction``.
    static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, PresentationAction<Action>>
}

extension PresentationAction: PresentationActionProtocol {
    /// The path of the actions of a child, unchanged.
    @inlinable
    public static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, Self> { path }
}
