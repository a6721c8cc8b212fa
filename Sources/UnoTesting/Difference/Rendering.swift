/// Writes values for failure messages, where possible as the code that makes them.
enum Rendering {
    static func of(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first?.value else { return "nil" }
            // A nested optional: nil differs from an optional that holds nil.
            return Mirror(reflecting: wrapped).displayStyle == .optional ? ".some(\(of(wrapped)))" : of(wrapped)
        case .collection: return "[" + mirror.children.map { of($0.value) }.joined(separator: ", ") + "]"
        case .set: return "[" + mirror.children.map { of($0.value) }.sorted().joined(separator: ", ") + "]"
        case .dictionary:
            let pairs = mirror.children.compactMap { $0.value as? (key: Any, value: Any) }
            return pairs.isEmpty
                ? "[:]" : "[" + pairs.map { "\(of($0.key)): \(of($0.value))" }.sorted().joined(separator: ", ") + "]"
        case .tuple: return "(" + fields(of: mirror) + ")"
        case .enum where !(value is any CustomStringConvertible): return enumeration(value, mirror)
        case .struct where !(value is any CustomStringConvertible):
            return "\(type(of: value))(" + fields(of: mirror) + ")"
        default: return value is String || value is Character ? String(reflecting: value) : String(describing: value)
        }
    }

    /// Writes actions that were sent together.
    static func list(_ values: [some Any]) -> String { values.map { of($0) }.joined(separator: ", ") }

    private static func enumeration(_ value: Any, _ mirror: Mirror) -> String {
        guard let payload = mirror.children.first, let name = payload.label else { return ".\(value)" }
        let parts = Mirror(reflecting: payload.value)
        return parts.displayStyle == .tuple
            ? ".\(name)(\(fields(of: parts)))" : ".\(name)(\(of(payload.value)))"
    }

    private static func fields(of mirror: Mirror) -> String {
        mirror.children.map { field in
            guard let label = field.label, !label.hasPrefix(".") else { return of(field.value) }
            return "\(label): \(of(field.value))"
        }.joined(separator: ", ")
    }
}
