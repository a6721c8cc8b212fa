/// The declaration that a macro is attached to, and the diagnostics that the macro reports.
package struct MacroContext: Sendable {
    /// The attribute by which the macro is used.
    package let attribute: Attribute
    /// The declaration that the macro is attached to; for `memberAttributes`, the member.
    package let declaration: Declaration
    /// For `memberAttributes`, reads the declaration that the macro is attached to.
    ///
    /// The compiler sends the whole type for each member: a macro that read it each time would take quadratic time.
    package let parent: @Sendable () -> Declaration?
    /// For `extensions`, the name of the extended type.
    package let extendedType: String?
    /// For `extensions`, whether the type does not conform to the macro's protocol yet.
    package let lacksConformance: Bool
    /// The enclosing declarations, innermost first, without their members.
    package let lexicalContext: [Declaration]
    /// The reported diagnostics, in order.
    package private(set) var diagnostics: [MacroDiagnostic] = []

    package init(
        attribute: Attribute,
        declaration: Declaration,
        parent: @escaping @autoclosure @Sendable () -> Declaration? = nil,
        extendedType: String? = nil,
        lacksConformance: Bool = false,
        lexicalContext: [Declaration] = []
    ) {
        self.attribute = attribute
        self.declaration = declaration
        self.parent = parent
        self.extendedType = extendedType
        self.lacksConformance = lacksConformance
        self.lexicalContext = lexicalContext
    }

    @inline(never)
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    @inline(never)
    package mutating func error(
        _ message: String,
        at node: any SourceRanged,
        notes: [(String, any SourceRanged)] = [],
        fixIts: [MacroDiagnostic.FixIt] = []
    ) {
        report(.error, message, at: node, notes: notes, fixIts: fixIts)
    }

    @inline(never)
    package mutating func report(
        _ severity: MacroDiagnostic.Severity,
        _ message: String,
        at node: any SourceRanged,
        notes: [(String, any SourceRanged)] = [],
        fixIts: [MacroDiagnostic.FixIt] = []
    ) {
        let notes = notes.map { MacroDiagnostic.Note(message: $0.0, range: $0.1.range) }
        diagnostics.append(
            MacroDiagnostic(severity: severity, message: message, range: node.range, notes: notes, fixIts: fixIts)
        )
    }

    // MARK: Properties of the declaration

    /// The access level for generated members: that of the declaration or, if it has none, of the enclosing extension.
    package var access: AccessLevel {
        declaration.explicitAccess
            ?? lexicalContext.first.flatMap { $0.type?.kind == .extension ? $0.explicitAccess : nil }
            ?? .internal
    }

    /// The modifiers that make a generated member visible wherever its type is.
    @inline(never)
    package var memberPrefix: String {
        let isUsableFromInline = declaration.attribute("usableFromInline") != nil
        return (isUsableFromInline ? "@usableFromInline " : "") + access.memberPrefix
    }

    /// Whether a type parameter in scope has a constraint, or may have one: an extension does not show those of its type.
    @inline(never)
    package var mayBeConstrained: Bool {
        ([declaration] + lexicalContext).contains { around in
            // The compiler refuses a macro that extends a local type, so there is no function around it.
            guard let type = around.type else { return false }
            return type.kind == .extension || type.whereClause != nil
                || type.genericParameters.contains { $0.inherited != nil }
        }
    }

    /// The `@available` attributes for an extension of the declaration, one a line: those of the declaration and of the enclosing
    /// ones. Of two for one platform, the compiler takes the later version.
    package var extensionAvailability: String {
        var codes: [String] = []
        for around in [declaration] + lexicalContext where !codes.contains(around.availabilityCode) {
            codes.append(around.availabilityCode)
        }
        return codes.joined()
    }

    /// Returns an empty extension that adds a conformance, with an optional attribute; nothing if the type conforms already.
    ///
    /// A macro adds it even to code that it rejects: the compiler checks the conformance, and so asks for the members, which
    /// report the errors. Without it, only the missing conformance is reported, by whatever uses it.
    package func conformance(to name: String, _ attribute: String = "") -> [String] {
        guard let extendedType, lacksConformance, declaration.type?.isConcrete ?? false else { return [] }
        return ["\(extensionAvailability)extension \(extendedType): \(attribute)\(qualified(name)) {}"]
    }

    /// The `private` modifier that hides a nested type from an extension at the top level of its file; nil if there is none.
    package var privacy: Modifier? {
        ([declaration] + lexicalContext).dropLast().lazy
            .compactMap { around in around.modifiers.first { $0.name == "private" && $0.detail == nil } }.first
    }
}
