/// Who may use a declaration.
public enum AccessLevel: String, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

    /// The modifier for a member that must be seen wherever its type is, with a space after it; empty where no modifier
    /// says the same. `private` members would be hidden from the type's own users, and only classes are `open`.
    public var memberPrefix: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }
}
