/// A `let` or a `var`, which may bind several names.
public struct VariableDeclaration: Sendable, Hashable {
    public struct Binding: SourceRanged, Sendable, Hashable {
        /// The name; nil for a pattern, such as a tuple's.
        public let name: Identifier?
        public let type: SourceFragment?
        public let initializer: SourceFragment?
        public let accessors: AccessorBlock?
        public let range: Range<Int>

        /// Whether it has storage: no accessors but observers.
        public var isStored: Bool {
            accessors.map { $0.names.allSatisfy { $0 == "willSet" || $0 == "didSet" } && !$0.names.isEmpty } ?? true
        }
    }

    public let isLet: Bool
    public let bindings: [Binding]
}

/// The braces after a property or a subscript.
public struct AccessorBlock: SourceRanged, Sendable, Hashable {
    /// `get`, `set`, `didSet` and so on; empty where the braces are the body of a getter.
    public let names: [String]
    /// The code of the getter, without its braces; nil without a getter, or where it has no body.
    public let getter: SourceFragment?
    public let range: Range<Int>
}
