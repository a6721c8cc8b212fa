package import UnoArchitecture

/// How values of types whose stored properties do not make them are written in Swift source.
enum SourceOfValue {
    /// The source of `value`, part by part; nil for a value that its fields, its elements or its description make.
    static func parts(of value: Any) -> [SourcePart]? {
        (value as? any WrittenAsSource)?.sourceParts ?? foundationParts(of: value)
    }

    /// The name of the value's type with the types around it, where these can be named.
    static func typeName(of value: Any) -> String {
        let name = String(reflecting: type(of: value))
        guard !name.contains("(unknown context") else { return "\(type(of: value))" }
        // Foundation exports the types of its own modules; those of C have no module's name. A type in an extension of another
        // module's type, at any depth of the name, has the extension's module in front of it, which is no source.
        return name.replacing(#/\(extension in \w+\):/#, with: "")
            .replacing("FoundationEssentials.", with: "Foundation.").replacing("__C.", with: "")
    }

    /// The name of the case of an enum value without a payload, which may describe itself in other words.
    static func caseName(of value: Any) -> String {
        func name<Value>(of value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
        return name(of: value) ?? "\(value)"
    }

    /// By the names of the types: this module works without Foundation.
    private static func foundationParts(of value: Any) -> [SourcePart]? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct else { return nil }
        let name = typeName(of: value)
        func child(_ label: String) -> Any? { mirror.children.first { $0.label == label }?.value }
        func quoted(_ text: some StringProtocol) -> SourcePart { .value(String(text)) }
        func made(from elements: Any?) -> [SourcePart]? {
            elements.map { [.text("\(name)("), .value($0), .text(")")] }
        }
        switch name {
        case "Foundation.UUID":
            return [.text("UUID(uuidString: "), quoted("\(value)"), .text(")!")]
        case "Foundation.Decimal":
            return [.text("Decimal(string: "), quoted("\(value)"), .text(")!")]
        case "Foundation.URL":
            // A relative one describes itself with its base: "path -- base".
            let parts = "\(value)".split(separator: " -- ", maxSplits: 1)
            guard parts.count == 2 else { return [.text("URL(string: "), quoted("\(value)"), .text(")!")] }
            let base: [SourcePart] = [.text(", relativeTo: URL(string: "), quoted(parts[1]), .text("))!")]
            return [.text("URL(string: "), quoted(parts[0])] + base
        case "Foundation.Locale":
            return child("identifier").map { [.text("Locale(identifier: "), .value($0), .text(")")] }
        case "Foundation.TimeZone":
            return child("identifier").map { [.text("TimeZone(identifier: "), .value($0), .text(")!")] }
        case "Foundation.Data":
            return made(from: (value as? any Sequence<UInt8>).map { Array($0) })
        case "Foundation.IndexSet":
            return made(from: (value as? any Sequence<Int>).map { Array($0) })
        default:
            return nil
        }
    }
}

/// The name of a value's case; nil if it is no enum of Swift. The standard library's own, for which it has no public interface.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

extension Duration: WrittenAsSource {
    package var sourceParts: [SourcePart] {
        // Its components trap for the longest durations.
        let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        guard Int64(exactly: seconds) != nil else { return [.text("Duration(attoseconds: \(attoseconds))")] }
        guard rest != 0 else { return [.text("Duration.seconds(\(seconds))")] }
        return [.text("Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))")]
    }
}

extension Result: WrittenAsSource {
    /// With the parentheses of a value that is a tuple: its payload alone does not tell it from several values.
    package var sourceParts: [SourcePart] {
        switch self {
        case .success(let value): [.text(".success("), .value(value), .text(")")]
        case .failure(let error): [.text(".failure("), .value(error), .text(")")]
        }
    }
}

// With spaces: a bound that begins or ends with an operator's character would become part of the operator.

extension Range: WrittenAsSource {
    package var sourceParts: [SourcePart] { [.value(lowerBound), .text(" ..< "), .value(upperBound)] }
}

extension ClosedRange: WrittenAsSource {
    package var sourceParts: [SourcePart] { [.value(lowerBound), .text(" ... "), .value(upperBound)] }
}

extension Unicode.Scalar: WrittenAsSource {
    package var sourceParts: [SourcePart] { [.value(Character(self))] }
}
