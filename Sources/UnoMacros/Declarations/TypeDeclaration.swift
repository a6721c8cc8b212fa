/// A struct, class, actor, enum, protocol or extension.
package struct TypeDeclaration: Sendable {
    package enum Kind: String, Sendable {
        case `struct`, `class`, `actor`, `enum`, `protocol`, `extension`
    }

    package let kind: Kind
    /// The name; for an extension, the extended type as written.
    package let name: Identifier
    package let genericParameters: [GenericParameter]
    package let inheritance: [SourceFragment]
    /// The requirements after `where`.
    package let whereClause: SourceFragment?
    /// The members, without the members of nested types.
    package let members: [Member]
    /// From brace to brace.
    package let body: Range<Int>

    /// Whether an extension can add a conformance: not to a protocol, and not to an extension.
    package var isConcrete: Bool { kind != .protocol && kind != .extension }

    /// Returns whether a nested type or an alias has that name, in any clause of an `#if`.
    @inline(never)
    package func nestsType(named name: String) -> Bool {
        members.declarations.contains { member in
            (member.type?.kind != .extension && member.type?.name.name == name) || member.typeAlias?.name.name == name
        }
    }

    /// Returns whether a type parameter has that name, which is then the name of a type: not of a pack, and not of a value.
    @inline(never)
    package func takesType(named name: String) -> Bool {
        genericParameters.contains { $0.specifier == nil && $0.name.name == name }
    }

    /// Returns whether a type with that name can be an associated type: one that is nested, an alias or a type parameter.
    func hasType(named name: String) -> Bool { nestsType(named: name) || takesType(named: name) }

    /// The names of nested types and aliases, which code around the type must qualify.
    var nestedNames: Set<String> {
        Set(
            members.declarations.compactMap { member in
                member.type.flatMap { $0.kind == .extension ? nil : $0.name.text } ?? member.typeAlias?.name.text
            }
        )
    }

    /// The names of cases, static properties and static functions, which code around the type must qualify.
    var staticNames: Set<String> {
        Set(
            members.declarations.flatMap { member -> [String] in
                let bindings = member.variable?.bindings.compactMap { $0.name?.text } ?? []
                let statics = bindings + [member.function?.name.text].compactMap(\.self)
                return (member.cases ?? []).map(\.name.text) + (member.isStatic ? statics : [])
            }
        )
    }

    /// Returns the nested type with that name.
    @inline(never)
    package func nestedType(named name: String) -> Declaration? {
        members.declarations.first { $0.type?.kind != .extension && $0.type?.name.name == name }
    }
}

/// A parameter of a generic declaration.
package struct GenericParameter: SourceRanged, Sendable {
    /// `each` or `let`, if written.
    package let specifier: String?
    package let name: Identifier
    package let inherited: SourceFragment?
    package let range: Range<Int>
}

/// A case of an enum.
package struct CaseElement: SourceRanged, Sendable {
    package let name: Identifier
    /// The associated values; nil without parentheses.
    package let parameters: [Parameter]?
    package let rawValue: SourceFragment?
    package let range: Range<Int>
}

/// A `typealias` or an `associatedtype`.
package struct TypeAliasDeclaration: Sendable {
    package let name: Identifier
    package let genericParameters: [GenericParameter]
    /// The type after `=`; nil for an associated type without a default.
    package let type: SourceFragment?
    /// The constraints of an associated type.
    package let inheritance: [SourceFragment]
    package let whereClause: SourceFragment?
}
