/// The name of the type of a part, and what that says about the part.
struct TypeName {
    /// Without the module; of the library's types, and of a name that is too long, without the generic parameters.
    let text: String
    /// Nil if the type is not one of the library's.
    let kind: GraphDescription.Kind?

    /// A name with more characters tells less than it takes to read.
    private static let limit = 60

    init(of type: Any.Type) {
        kind = Self.kind(of: type)
        let name = String(describing: type)
        let isShort = kind == nil && name.count <= Self.limit
        text = isShort ? name : name.prefix { $0 != "<" } + (kind == nil && name.contains("<") ? "<…>" : "")
    }

    /// Nil if the type is not one of the library's.
    static func kind(of type: Any.Type) -> GraphDescription.Kind? {
        GraphDescription.Kind.ofLibrary[String(String(reflecting: type).prefix { $0 != "<" })]
    }
}
