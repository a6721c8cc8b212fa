/// A declaration: the parts that all kinds share, and the content of its kind.
///
/// A class, as is ``Attribute``: a copy of so many fields costs dozens of instructions wherever one is handed on, and the
/// package's users wait for the compiler to optimise each.
public final class Declaration: SourceRanged, Sendable {
    public indirect enum Content: Sendable {
        /// A struct, class, actor, enum, protocol or extension.
        case type(TypeDeclaration)
        /// One `case` of an enum, which may declare several.
        case enumCase([CaseElement])
        case variable(VariableDeclaration)
        /// A function, an initialiser or a subscript.
        case function(FunctionDeclaration)
        case typeAlias(TypeAliasDeclaration)
        /// An import, an operator, a deinitialiser, a macro or a statement, of which only the first word is known.
        case other
    }

    public let attributes: [Attribute]
    public let modifiers: [Modifier]
    /// The keyword of the kind: `struct`, `let`, `case`; empty if this is not a declaration.
    public let keyword: Identifier
    public let content: Content
    /// From the first attribute to the last token.
    public let range: Range<Int>

    init(attributes: [Attribute], modifiers: [Modifier], keyword: Identifier, content: Content, range: Range<Int>) {
        self.attributes = attributes
        self.modifiers = modifiers
        self.keyword = keyword
        self.content = content
        self.range = range
    }

    /// The access level, if one is written. `private(set)` is not the level of the declaration itself.
    @inline(never)
    public var explicitAccess: AccessLevel? {
        modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name) }.first
    }

    public func has(modifier name: String) -> Bool { modifiers.contains { $0.name == name } }

    /// Returns the first attribute with that name, qualified or not.
    @inline(never)
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.baseName == name } }

    @inline(never)
    public var isStatic: Bool { modifiers.contains { $0.name == "static" || $0.name == "class" } }

    public var type: TypeDeclaration? { if case .type(let type) = content { type } else { nil } }

    public var cases: [CaseElement]? { if case .enumCase(let cases) = content { cases } else { nil } }

    public var variable: VariableDeclaration? {
        if case .variable(let variable) = content { variable } else { nil }
    }

    public var function: FunctionDeclaration? {
        if case .function(let function) = content { function } else { nil }
    }

    public var typeAlias: TypeAliasDeclaration? { if case .typeAlias(let alias) = content { alias } else { nil } }
}

/// A modifier of a declaration: `public`, `private(set)`, `indirect`.
public struct Modifier: SourceRanged, Sendable {
    public let name: String
    /// The word in parentheses: `set` of `private(set)`.
    public let detail: String?
    public let range: Range<Int>
}

/// An access level.
public enum AccessLevel: String, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

    /// The modifier that makes a member visible wherever its type is, followed by a space; empty if none is needed.
    ///
    /// A `private` member would be hidden from the users of its type, and only a class can be `open`.
    public var memberPrefix: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }
}

/// An attribute or an attached macro: `@available(macOS 15, *)`, `@Interactor<State, Action>`.
public final class Attribute: SourceRanged, Sendable {
    /// The name without the `@`, including the dots of a qualified name.
    public let name: Identifier
    public let genericArguments: [SourceFragment]
    /// The arguments; nil without parentheses.
    public let arguments: [Argument]?
    /// The whole attribute, from the `@`.
    public let text: String
    public let range: Range<Int>

    init(
        name: Identifier,
        genericArguments: [SourceFragment],
        arguments: [Argument]?,
        text: String,
        range: Range<Int>
    ) {
        self.name = name
        self.genericArguments = genericArguments
        self.arguments = arguments
        self.text = text
        self.range = range
    }

    /// The last part of the name: `Interactor` of `UnoArchitecture.Interactor`.
    @inline(never)
    public var baseName: String {
        String(name.text.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}

/// An argument of an attribute or of a macro.
public struct Argument: SourceRanged, Sendable {
    public let label: Identifier?
    public let value: SourceFragment
    public let range: Range<Int>
}
