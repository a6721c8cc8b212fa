/// A change of a value, written as the Swift source that makes it.
package enum ChangeSource {
    /// The statements that make `new` of `old`, which is called `name`: an assignment for each stored property that differs.
    ///
    /// A struct whose stored properties have other names than its code, as a property wrapper's, is assigned as a whole; so is one that
    /// has another `id`, which is mostly a constant. Reflection does not tell other constants from variables.
    package static func statements(from old: Any, to new: Any, of name: String = "$0") -> [String] {
        if isSame(old, new) { return [] }
        let whole = ["\(name) = \(Rendering.code(of: new))"]
        guard type(of: old) == type(of: new), SourceOfValue.parts(of: new) == nil,
            let (before, after) = fields(of: old, new),
            !zip(before, after).contains(where: { $0.label == "id" && !isSame($0.value, $1.value) })
        else { return whole }
        let parts = zip(before, after).flatMap { statements(from: $0.value, to: $1.value, of: "\(name).\($1.label!)") }
        // Equality knows more than the fields do.
        return parts.isEmpty ? whole : parts
    }

    private static func isSame(_ old: Any, _ new: Any) -> Bool {
        Difference.areEqual(old, new) ?? (Rendering.code(of: old) == Rendering.code(of: new))
    }

    private static func fields(of old: Any, _ new: Any) -> (Mirror.Children, Mirror.Children)? {
        let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
        let areNamed = after.children.allSatisfy { $0.label.map { !$0.hasPrefix("_") && !$0.hasPrefix("$") } ?? false }
        guard before.displayStyle == .struct, areNamed else { return nil }
        return (before.children, after.children)
    }
}
