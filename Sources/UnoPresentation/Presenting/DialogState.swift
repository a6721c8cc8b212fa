public import UnoArchitecture

/// The state of an alert or of a confirmation dialog: a value that a feature makes and a test compares.
public protocol DialogState<Action>: Sendable {
    /// What the buttons send.
    associatedtype Action: Sendable
}

/// A button of an alert or of a confirmation dialog.
public struct ButtonState<Action: Sendable>: Sendable {
    /// What a button is for, which decides how it looks and where it is.
    public enum Role: Sendable, Hashable {
        /// Leaves everything as it is.
        case cancel
        /// Deletes or loses something.
        case destructive
    }

    /// The text of the button.
    public var label: String
    /// The role of the button; nil for an ordinary one.
    public var role: Role?
    /// What the button sends; nil for a button that only dismisses.
    public var action: Action?

    /// Creates a button that sends `action`, if there is one, and dismisses.
    public init(_ label: String, role: Role? = nil, action: Action? = nil) {
        (self.label, self.role, self.action) = (label, role, action)
    }

    /// A button that leaves everything as it is.
    public static func cancel(_ label: String = "Cancel") -> ButtonState { ButtonState(label, role: .cancel) }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}

/// The state of an alert.
///
/// ```swift
/// state.alert = AlertState("Delete \(name)?", message: "This cannot be undone.") {
///     ButtonState("Delete", role: .destructive, action: .deletionConfirmed)
///     ButtonState.cancel()
/// }
/// ```
///
/// Shown by `alert(_:)` of SwiftUI's `View`, on the binding that ``ViewScope/binding(presenting:action:fileID:function:line:)`` returns.
public struct AlertState<Action: Sendable>: DialogState {
    /// The title.
    public var title: String
    /// The text below the title.
    public var message: String?
    /// The buttons. Without any, the system shows one that dismisses.
    public var buttons: [ButtonState<Action>]
    let origin = DialogOrigin()

    /// Creates an alert.
    public init(
        _ title: String,
        message: String? = nil,
        @ButtonsBuilder<Action> buttons: () -> [ButtonState<Action>] = { [] }
    ) {
        (self.title, self.message, self.buttons) = (title, message, buttons())
    }
}

extension AlertState: CustomReflectable, MadeDialog {
    /// A mirror of what the user sees.
    public var customMirror: Mirror {
        Mirror(self, children: ["title": title, "message": message as Any, "buttons": buttons], displayStyle: .struct)
    }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}

/// The state of a confirmation dialog: a question with several answers.
public struct ConfirmationDialogState<Action: Sendable>: DialogState {
    /// The title.
    public var title: String
    /// Whether the title is shown; nil to leave that to the system.
    public var showsTitle: Bool?
    /// The text below the title.
    public var message: String?
    /// The buttons.
    public var buttons: [ButtonState<Action>]
    let origin = DialogOrigin()

    /// Creates a confirmation dialog.
    public init(
        _ title: String,
        showsTitle: Bool? = nil,
        message: String? = nil,
        @ButtonsBuilder<Action> buttons: () -> [ButtonState<Action>]
    ) {
        (self.title, self.showsTitle, self.message, self.buttons) = (title, showsTitle, message, buttons())
    }
}

extension ConfirmationDialogState: CustomReflectable, MadeDialog {
    /// A mirror of what the user sees.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["title": title, "showsTitle": showsTitle as Any, "message": message as Any, "buttons": buttons],
            displayStyle: .struct
        )
    }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}

/// Tells a dialog from an equal one that was made later. Copies of a dialog share it, and comparisons of dialogs ignore it.
struct DialogOrigin: Hashable, Sendable {
    private let number = PresentedOrigin.next()

    func isSame(as other: DialogOrigin) -> Bool { number == other.number }

    /// Returns the function that reads the origin of the dialog at an address; nil if the type is no dialog.
    static func reader(of type: Any.Type) -> ((UnsafeRawPointer) -> DialogOrigin?)? {
        func reader<Dialog: DialogState>(_ type: Dialog.Type) -> (UnsafeRawPointer) -> DialogOrigin? {
            { ($0.assumingMemoryBound(to: Dialog.self).pointee as? any MadeDialog)?.origin }
        }
        return (type as? any DialogState.Type).map { reader($0) }
    }

    static func == (left: DialogOrigin, right: DialogOrigin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// A dialog that knows its origin; those of other types are known by what they contain.
protocol MadeDialog {
    var origin: DialogOrigin { get }
}

/// Collects the buttons of a dialog, in the order written.
@resultBuilder
public enum ButtonsBuilder<Action: Sendable> {
    /// A button.
    public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }
    /// The buttons of a block.
    public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
        Array(buttons.joined())
    }
    /// An `if` without `else`.
    public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }
    /// The first branch of an `if`.
    public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
    /// The other branch of an `if`.
    public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
    /// A loop.
    public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
        Array(buttons.joined())
    }
}

/// The child of an alert or of a confirmation dialog: each action dismisses it, after the parent has handled the action.
///
/// `presents(_:action:)` uses it. Use it where a dialog is one of several destinations, such as a case of an enum.
public struct DialogInteractor<Dialog: DialogState>: Interactor, GraphPart {
    /// The state of the dialog.
    public typealias DomainState = Dialog
    /// The actions of the buttons.
    public typealias Action = Dialog.Action

    /// Creates the child of a dialog.
    public init() {}

    /// Traps: the parent's state has the dialog.
    public var initialValue: Dialog { fatalError("The parent of a DialogInteractor must declare the state") }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<Dialog, Dialog.Action>) -> Node<Dialog, Dialog.Action> {
        Node(in: context.engine) { [scope = context.scope, site = context.site] _ in
            _ = scope.dismiss(telling: false, at: site)
        }
    }
}
