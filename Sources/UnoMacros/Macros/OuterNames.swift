/// The names that mean something else inside a type that a macro nests in an enum, and the aliases by which the nested type refers
/// to what they mean in the enum.
///
/// Inside the nested type, the associated types of the protocol that it conforms to hide types around the enum, even those in the
/// enum itself.
struct OuterNames {
    /// An alias in the enum.
    private struct Alias {
        let name: String
        var availability: [String]
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
        if isHidden { aliases["Self"] = Alias(name: root, availability: []) }
        // The name of an enum of effects means the enum in both places.
        let hidden = isHidden ? hidden : hidden.subtracting([type.name.name])
        for declaration in type.members.declarations {
            let availability = declaration.availability
            for parameter in declaration.usableCases.flatMap({ $0.parameters ?? [] }) {
                for fragment in [parameter.type, parameter.defaultValue].compactMap(\.self) {
                    for name in fragment.names.intersection(hidden) {
                        // Cases without the attributes need the alias, too.
                        let earlier = aliases[name]?.availability ?? availability
                        let fewer = earlier.count < availability.count ? earlier : availability
                        aliases[name] = Alias(name: prefix + name, availability: fewer)
                    }
                }
            }
        }
    }

    /// Returns the name to be written inside the nested type in place of one in the enum; nil to keep it.
    func rename(_ name: String) -> String? { name == "Self" ? root : aliases[name]?.name }

    /// Returns the declarations of the aliases.
    func declarations(_ access: String) -> [String] {
        aliases.sorted { $0.key < $1.key }.map { name, alias in
            (alias.availability + ["\(access)typealias \(alias.name) = \(name)"]).joined(separator: "\n")
        }
    }
}
