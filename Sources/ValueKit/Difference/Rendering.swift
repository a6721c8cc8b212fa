internal import UnoArchitecture

/// Writes values for failure messages, where possible as the code that makes them.
///
/// A text for a message is bounded: of a collection it has twenty elements, and a thousand characters in all.
package struct Rendering {
    /// The number of elements, entries or lines that a message lists.
    package static let mostLines = 20
    private static let mostCharacters = 1_000
    /// The number of characters of a struct above which its fields have lines of their own, and of such a field.
    private static let mostInOneLine = 80
    private static let mostInField = 200

    private var text = ""
    /// Whether the text has to compile where the value's type is known.
    private let isCode: Bool

    /// As a message shows `value`.
    package static func of(_ value: Any) -> String {
        var rendering = Rendering(isCode: false)
        rendering.write(value)
        guard rendering.isFull else { return rendering.text }
        return rendering.text.prefix(mostCharacters) + " …"
    }

    /// As a message shows `value`, where it may take several lines: a struct that is too long for one has its fields below each
    /// other, four spaces further in.
    package static func inLines(_ value: Any) -> String {
        let line = of(value)
        guard line.count > mostInOneLine, let (name, fields) = fields(of: value) else { return line }
        let lines = fields.map { field in
            let text = of(field.value)
            let isLong = text.count > mostInField
            return "\n    \(field.label ?? "_"): " + (isLong ? text.prefix(mostInField) + " …" : text)
        }
        return "\(name)(" + list(lines, separator: "", indent: "\n    ") + "\n)"
    }

    /// The fields of a struct, or of the struct in an optional; nil for anything else, and for one that describes itself.
    private static func fields(of value: Any) -> (name: String, fields: [Mirror.Child])? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { fields(of: $0.value) } }
        guard mirror.displayStyle == .struct, mirror.children.count > 1, !(value is any CustomStringConvertible) else {
            return nil
        }
        return ("\(type(of: value))", Array(mirror.children))
    }

    /// As code that makes `value`, complete; for a value without visible parts, its description.
    package static func code(of value: Any) -> String {
        var rendering = Rendering(isCode: true)
        rendering.write(value)
        return rendering.text
    }

    /// As code that makes `value`, where its type is not known.
    package static func typedCode(of value: Any) -> String {
        let (code, type) = (code(of: value), SourceOfValue.typeName(of: value))
        return code.hasPrefix("\(type)(") ? code : "\(code) as \(type)"
    }

    /// Writes actions that were sent together.
    package static func list(_ values: [some Any]) -> String { list(values.map { of($0) }, separator: ", ") }

    /// Joins the first of `lines`, and says how many are left out.
    package static func list(_ lines: [String], separator: String = "\n", indent: String = "") -> String {
        guard lines.count > mostLines else { return lines.joined(separator: separator) }
        return (lines.prefix(mostLines) + ["\(indent)… \(grouped(lines.count - mostLines)) more"])
            .joined(separator: separator)
    }

    /// A number with commas between thousands.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, place in
            if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
            text.append(digits[place])
        }
    }

    private init(isCode: Bool) { self.isCode = isCode }

    private var isFull: Bool { !isCode && text.utf8.count > Self.mostCharacters }

    private mutating func write(_ value: Any) {
        guard !isFull else { return }
        if isCode, let source = SourceOfValue.parts(of: value) { return write(source) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: writeOptional(mirror)
        case .collection: writeList(mirror.children.lazy.map(\.value), mirror.children.count) { $0.write($1) }
        case .set: writeSorted(mirror) { $0.write($1) }
        case .dictionary where mirror.children.isEmpty: text += "[:]"
        case .dictionary:
            writeSorted(mirror) { rendering, pair in
                guard let pair = pair as? (key: Any, value: Any) else { return }
                rendering.write(pair.key)
                rendering.text += ": "
                rendering.write(pair.value)
            }
        case .tuple: writeFields(mirror, after: "(")
        case .enum where isCode || !(value is any CustomStringConvertible): writeCase(value, mirror)
        case .struct where isCode || !(value is any CustomStringConvertible):
            writeFields(mirror, after: typeName(value) + "(")
        default: text += leaf(value)
        }
    }

    private mutating func writeOptional(_ mirror: Mirror) {
        guard let wrapped = mirror.children.first?.value else {
            text += "nil"
            return
        }
        let length = text.utf8.count
        write(wrapped)
        let start = text.utf8.index(text.startIndex, offsetBy: length)
        // A nested optional: nil differs from an optional that holds nil.
        let isNested = Mirror(reflecting: wrapped).displayStyle == .optional
        guard isNested || Self.isReadAsOptional(text[start...]) else { return }
        text.insert(contentsOf: ".some(", at: start)
        text += ")"
    }

    /// Whether the source of a wrapped value names a case of the optional itself, as that of an enum with a case `none` does.
    private static func isReadAsOptional(_ code: Substring) -> Bool {
        code == ".none" || code == ".some" || code.hasPrefix(".some(")
    }

    private mutating func writeList<Elements: Sequence>(
        _ elements: Elements,
        _ count: Int,
        _ write: (inout Rendering, Elements.Element) -> Void
    ) {
        let limit = isCode ? count : Self.mostLines
        text += "["
        for (place, element) in elements.prefix(limit).enumerated() {
            if place > 0 { text += ", " }
            write(&self, element)
        }
        text += count > limit ? ", … \(Self.grouped(count - limit)) more]" : "]"
    }

    /// The elements of a set or a dictionary, in the order of their texts.
    private mutating func writeSorted(_ mirror: Mirror, _ write: (inout Rendering, Any) -> Void) {
        let texts = mirror.children.map { child in
            var part = Rendering(isCode: isCode)
            write(&part, child.value)
            return part.text
        }
        writeList(texts.sorted(), texts.count) { $0.text += $1 }
    }

    private mutating func write(_ source: [SourcePart]) {
        for part in source {
            switch part {
            case .text(let part): text += part
            case .value(let value): write(value)
            }
        }
    }

    private mutating func writeCase(_ value: Any, _ mirror: Mirror) {
        // The type of an error is often not known where the error is written, as in `Result<Int, any Error>`.
        let type = isCode && value is any Error ? typeName(value) : ""
        guard let payload = mirror.children.first, let name = payload.label else {
            text += "\(type).\(isCode ? SourceOfValue.caseName(of: value) : "\(value)")"
            return
        }
        let parts = Mirror(reflecting: payload.value)
        if parts.displayStyle == .tuple, !parts.children.isEmpty {
            return writeFields(parts, after: "\(type).\(name)(")
        }
        text += "\(type).\(name)("
        write(payload.value)
        text += ")"
    }

    private mutating func writeFields(_ mirror: Mirror, after opening: String) {
        text += opening
        for (place, field) in mirror.children.enumerated() {
            if place > 0 { text += ", " }
            if let label = field.label, !label.hasPrefix(".") { text += "\(label): " }
            write(field.value)
        }
        text += ")"
    }

    private func leaf(_ value: Any) -> String {
        func special(_ number: some BinaryFloatingPoint) -> String? {
            number.isFinite ? nil : number.isNaN ? ".nan" : number.sign == .minus ? "-.infinity" : ".infinity"
        }
        if let text = value as? any StringProtocol { return String(reflecting: String(text)) }
        if value is Character { return String(reflecting: value) }
        if isCode, let number = value as? any BinaryFloatingPoint, let text = special(number) { return text }
        return String(describing: value)
    }

    /// The name of the value's type: in code with the types around it, where these can be named.
    private func typeName(_ value: Any) -> String {
        isCode ? SourceOfValue.typeName(of: value) : "\(type(of: value))"
    }
}
