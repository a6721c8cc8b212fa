/// A declaration: what all have in common, and the content of its kind.
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
        /// An import, an operator, a deinitialiser, a macro, a statement: known by its first word only.
        case other
    }

    public let attributes: [Attribute]
    public let modifiers: [Modifier]
    /// The word that says the kind: `struct`, `let`, `case`; empty for what is not a declaration.
    public let keyword: Identifier
    public let content: Content
    /// From the first attribute to the last token.
    public let range: Range<Int>

    /// The level that is written, or nil. `private(set)` says nothing of the declaration itself.
    public var explicitAccess: AccessLevel? {
        modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name) }.first
    }

    public func has(modifier name: String) -> Bool { modifiers.contains { $0.name == name } }

    /// The first attribute of that name, with or without its module's.
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
