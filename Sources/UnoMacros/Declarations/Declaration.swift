/// A declaration: the parts that all kinds share, and the content of its kind.
public struct Declaration: SourceRanged, Sendable, Hashable {
    public indirect enum Content: Sendable, Hashable {
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

    /// The access level, if one is written. `private(set)` is not the level of the declaration itself.
    public var explicitAccess: AccessLevel? {
        modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name) }.first
    }

    public func has(modifier name: String) -> Bool { modifiers.contains { $0.name == name } }

    /// Returns the first attribute with that name, qualified or not.
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.baseName == name } }

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
public struct Modifier: SourceRanged, Sendable, Hashable {
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
public struct Attribute: SourceRanged, Sendable, Hashable {
    /// The name without the `@`, including the dots of a qualified name.
    public let name: Identifier
    public let genericArguments: [SourceFragment]
    /// The arguments; nil without parentheses.
    public let arguments: [Argument]?
    /// The whole attribute, from the `@`.
    public let text: String
    public let range: Range<Int>

    /// The last part of the name: `Interactor` of `UnoArchitecture.Interactor`.
    public var baseName: String {
        String(name.text.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}

/// An argument of an attribute or of a macro.
public struct Argument: SourceRanged, Sendable, Hashable {
    public let label: Identifier?
    public let value: SourceFragment
    public let range: Range<Int>
}
