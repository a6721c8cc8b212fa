internal import UnoArchitecture

/// Whether two states are those of one presented child.
enum PresentedIdentity {
    /// Two states of one type are those of one child unless their ids differ, or their cases, or the ids of the values in one
    /// case. Two dialogs are one dialog if they are copies of one and alike; see `DialogOrigin` and `areAlike`.
    static func areSame(_ left: Any, _ right: Any) -> Bool {
        func id<State: Identifiable>(_ state: State) -> AnyHashable { AnyHashable(state.id) }
        if let left = left as? any Identifiable, let right = right as? any Identifiable { return id(left) == id(right) }
        if left is any DialogState { return haveOneOrigin(left, right) && areAlike(left, right) }
        let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
        // Several values in a case, or one with a label.
        if leftMirror.displayStyle == .tuple {
            return zip(leftMirror.children, rightMirror.children).allSatisfy { areSame($0.value, $1.value) }
        }
        guard leftMirror.displayStyle == .enum else { return true }
        guard let left = leftMirror.children.first, let right = rightMirror.children.first else {
            return leftMirror.children.isEmpty && rightMirror.children.isEmpty && areAlike(left, right)
        }
        return left.label == right.label && areSame(left.value, right.value)
    }

    private static func haveOneOrigin(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any MadeDialog, let right = right as? any MadeDialog else { return true }
        return left.origin.isSame(as: right.origin)
    }

    /// Whether two values are equal or, if their type is not `Equatable`, whether everything in them is alike: the title, the
    /// message and the buttons of a dialog whose actions cannot be compared. Two closures are alike.
    static func areAlike(_ left: Any, _ right: Any) -> Bool {
        func areEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
        if let left = left as? any Equatable { return areEqual(left) }
        let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
        if leftMirror.displayStyle == .class { return left as AnyObject === right as AnyObject }
        // A case without values.
        if leftMirror.displayStyle == .enum, leftMirror.children.isEmpty, "\(left)" != "\(right)" { return false }
        return leftMirror.children.count == rightMirror.children.count
            && zip(leftMirror.children, rightMirror.children).allSatisfy {
                $0.label == $1.label && areAlike($0.value, $1.value)
            }
    }
}
