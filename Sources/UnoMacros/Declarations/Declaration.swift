/// A declaration: the parts that all kinds share, and the content of its kind.
///
/// A class, as is ``Attribute``: a copy of so many fields costs dozens of instructions wherever one is handed on, and the
/// package's users wait for the compiler to optimise each.
package final class Declaration: SourceRanged, Sendable {
    package indirect enum Content: Sendable {
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

    package let attributes: [Attribute]
    /// The `@available` attributes as they are written, those of all clauses inside their `#if`, on lines of their own.
    let availabilityCode: String
    package let modifiers: [Modifier]
    /// The keyword of the kind: `struct`, `let`, `case`; empty if this is not a declaration.
    package let keyword: Identifier
    package let content: Content
    /// From the first attribute to the last token.
    package let range: Range<Int>

    init(
        attributes: [Attribute],
        availabilityCode: String,
        modifiers: [Modifier],
        keyword: Identifier,
        content: Content,
        range: Range<Int>
    ) {
        self.attributes = attributes
        self.availabilityCode = availabilityCode
        self.modifiers = modifiers
        self.keyword = keyword
        self.content = content
        self.range = range
    }

    /// The access level, if one is written. `private(set)` is not the level of the declaration itself.
    @inline(never)
    package var explicitAccess: AccessLevel? {
        modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name) }.first
    }

    package func has(modifier name: String) -> Bool { modifiers.contains { $0.name == name } }

    /// Returns the first attribute with that name, qualified or not.
    @inline(never)
    package func attribute(_ name: String) -> Attribute? { attributes.first { $0.baseName == name } }

    @inline(never)
    package var isStatic: Bool { modifiers.contains { $0.name == "static" || $0.name == "class" } }

    package var type: TypeDeclaration? { if case .type(let type) = content { type } else { nil } }

    package var cases: [CaseElement]? { if case .enumCase(let cases) = content { cases } else { nil } }

    package var variable: VariableDeclaration? {
        if case .variable(let variable) = content { variable } else { nil }
    }

    package var function: FunctionDeclaration? {
        if case .function(let function) = content { function } else { nil }
    }

    package var typeAlias: TypeAliasDeclaration? { if case .typeAlias(let alias) = content { alias } else { nil } }
}

/// A modifier of a declaration: `public`, `private(set)`, `indirect`.
package struct Modifier: SourceRanged, Sendable {
    package let name: String
    /// The word in parentheses: `set` of `private(set)`.
    package let detail: String?
    package let range: Range<Int>
}

/// An access level.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

    /// The modifier that makes a member visible wherever its type is, followed by a space; empty if none is needed.
    ///
    /// A `private` member would be hidden from the users of its type, and only a class can be `open`.
    package var memberPrefix: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }
}

/// An argument of an attribute or of a macro.
package struct Argument: SourceRanged, Sendable {
    package let label: Identifier?
    package let value: SourceFragment
    package let range: Range<Int>
}
