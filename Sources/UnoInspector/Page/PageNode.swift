internal import UnoArchitecture
internal import ValueKit

/// A value as the page shows it, with its parts: by the same rules as `Rendering` writes it in a message.
///
/// Of a collection it has the first thousand elements, of a text the first ten thousand characters.
enum PageNode {
    /// nil.
    case null
    /// A number or a Boolean, as JSON.
    case number(String)
    case string(String)
    /// A value that describes itself.
    case text(String)
    /// A struct, a tuple, or a case of an enum: its name, the labels of the parts, and the parts.
    case parts(_ shape: [String], [Any])
    /// `count` includes the elements left out.
    case list([Any], count: Int)
    /// In the order of the elements' texts.
    case set([Any], count: Int)
    /// In the order of the keys' texts.
    case dictionary([(key: String, value: Any)], count: Int)

    private static let mostElements = 1_000
    private static let mostCharacters = 10_000

    init(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: self = Self.optional(mirror)
        case .collection:
            let elements = mirror.children.prefix(Self.mostElements).map(\.value)
            self = .list(elements, count: mirror.children.count)
        case .set:
            let elements = mirror.children.map { (text: Rendering.of($0.value), value: $0.value) }
            let sorted = elements.sorted { $0.text < $1.text }.prefix(Self.mostElements)
            self = .set(sorted.map(\.value), count: elements.count)
        case .dictionary:
            let entries = mirror.children.compactMap { child in
                (child.value as? (key: Any, value: Any)).map { (key: Rendering.of($0.key), value: $0.value) }
            }
            let sorted = entries.sorted { $0.key < $1.key }.prefix(Self.mostElements)
            self = .dictionary(Array(sorted), count: entries.count)
        case .tuple: self = Self.fields("", mirror)
        case .enum where !(value is any CustomStringConvertible): self = Self.enumCase(value, mirror)
        case .struct where !(value is any CustomStringConvertible): self = Self.fields("\(type(of: value))", mirror)
        default: self = Self.leaf(value)
        }
    }

    private static func optional(_ mirror: Mirror) -> PageNode {
        guard let wrapped = mirror.children.first?.value else { return .null }
        // A nested optional: nil differs from an optional that holds nil.
        guard Mirror(reflecting: wrapped).displayStyle == .optional else { return PageNode(wrapped) }
        return .parts([".some", ""], [wrapped])
    }

    private static func enumCase(_ value: Any, _ mirror: Mirror) -> PageNode {
        guard let payload = mirror.children.first, let name = payload.label else { return .parts([".\(value)"], []) }
        let parts = Mirror(reflecting: payload.value)
        if parts.displayStyle == .tuple, !parts.children.isEmpty { return fields(".\(name)", parts) }
        return .parts([".\(name)", ""], [payload.value])
    }

    private static func fields(_ name: String, _ mirror: Mirror) -> PageNode {
        let labels = mirror.children.map { field in field.label.map { $0.hasPrefix(".") ? "" : $0 } ?? "" }
        return .parts([name] + labels, mirror.children.map(\.value))
    }

    private static func leaf(_ value: Any) -> PageNode {
        switch value {
        case let flag as Bool: return .number("\(flag)")
        case let text as any StringProtocol: return .string(cut("\(text)"))
        case let text as Character: return .string("\(text)")
        // JavaScript's numbers have 53 bits, and do not tell 1 from 1.0.
        case let number as any BinaryInteger where "\(number)".utf8.count < 16: return .number("\(number)")
        case let number as any BinaryFloatingPoint where number.isFinite && !"\(number)".hasSuffix(".0"):
            return .number("\(number)")
        default: return .text(cut(String(describing: value)))
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > mostCharacters, text.count > mostCharacters else { return text }
        return text.prefix(mostCharacters) + "…"
    }
}
