/// The names that mean something else inside a type that a macro nests in an enum, and the aliases by which the nested type refers
/// to what they mean in the enum.
///
/// Inside the nested type, the associated types of the protocol that it conforms to hide types around the enum, even those in the
/// enum itself.
struct OuterNames {
    /// An alias in the enum.
    private struct Alias {
        let name: String
        var availability: [String] = []
        /// The conditions of `#if` under which a build needs it, one of which is enough; nil if every build does.
        var conditions: [String]?
    }

    /// The name of the enum for code inside the nested type.
    let root: String
    private var aliases: [String: Alias] = [:]

    /// - Parameters:
    ///   - prefix: what the names of the aliases begin with.
    ///   - hidden: the names of the associated types.
    ///   - hidesEnum: whether the name of the enum means something else, too.
    init(of type: TypeDeclaration, prefix: String, hidden: Set<String>, hidesEnum: Bool) {
        let isHidden = hidesEnum || type.nestsType(named: type.name.name) || type.takesType(named: type.name.name)
        root = isHidden ? prefix + "Self" : type.name.text
        if isHidden { aliases["Self"] = Alias(name: root) }
        // The name of an enum of effects means the enum in both places.
        let hidden = isHidden ? hidden : hidden.subtracting([type.name.name])
        for declaration in type.members.declarations {
            let availability = declaration.availability
            for name in Self.names(in: declaration).intersection(hidden) {
                // Cases without the attributes need the alias, too.
                let earlier = aliases[name]?.availability ?? availability
                let fewer = earlier.count < availability.count ? earlier : availability
                aliases[name] = Alias(name: prefix + name, availability: fewer)
            }
        }
        for name in aliases.keys where name != "Self" {
            aliases[name]?.conditions = type.members.conditions { Self.names(in: $0).contains(name) }
        }
    }

    /// The names in the types and default values of the cases that code may name.
    private static func names(in declaration: Declaration) -> Set<String> {
        let parameters = declaration.usableCases.flatMap { $0.parameters ?? [] }
        return parameters.flatMap { [$0.type, $0.defaultValue].compactMap(\.self) }.reduce(into: []) {
            $0.formUnion($1.names)
        }
    }

    /// Returns the name to be written inside the nested type in place of one in the enum; nil to keep it.
    func rename(_ name: String) -> String? { name == "Self" ? root : aliases[name]?.name }

    /// Returns the declarations of the aliases.
    func declarations(_ access: String) -> [String] {
        aliases.sorted { $0.key < $1.key }.map { name, alias in
            let lines = alias.availability + ["\(access)typealias \(alias.name) = \(name)"]
            let conditional = alias.conditions.map { ["#if \($0.anyOf)"] + lines + ["#endif"] }
            return (conditional ?? lines).joined(separator: "\n")
        }
    }
}
