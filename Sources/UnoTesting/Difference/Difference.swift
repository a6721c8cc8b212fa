/// The differences of two values, field by field.
///
/// Structs, enums, tuples, optionals, arrays, sets, dictionaries and classes are compared by the fields that `Mirror`
/// shows; a value with its own description (`CustomStringConvertible`) is compared as a whole if the descriptions
/// differ. Complexity: linear in the size of the values; for arrays of different lengths, the length times the
/// differences.
package struct Difference: Sendable {
    package struct Entry: Sendable, Equatable {
        /// How the field is reached: `results[1].city?.name`; empty for the whole value.
        package let path: String
        /// Nil where the field is missing.
        package let expected: String?
        package let actual: String?
    }

    package private(set) var entries: [Entry] = []

    /// - Parameter areEqual: whether the values are equal, regardless of their fields.
    package init<Value>(expected: Value, actual: Value, by areEqual: (Value, Value) -> Bool) {
        guard !areEqual(expected, actual) else { return }
        compare(expected, actual, at: Path())
        // Equality knows more than the fields do.
        guard entries.isEmpty else { return }
        entries = [Entry(path: "", expected: Rendering.of(expected), actual: Rendering.of(actual))]
    }

    package init<Value: Equatable>(expected: Value, actual: Value) {
        self.init(expected: expected, actual: actual, by: ==)
    }

    package var isEmpty: Bool { entries.isEmpty }

    private mutating func compare(_ expected: Any, _ actual: Any, at path: Path) {
        if Self.areEqual(expected, actual) ?? false { return }
        guard type(of: expected) == type(of: actual) else { return report(expected, actual, at: path) }
        let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
        switch left.displayStyle {
        case .optional: compareOptionals(left, right, expected, actual, at: path)
        case .enum: compareEnums(left, right, expected, actual, at: path)
        case .collection: compareCollections(left.children.map(\.value), right.children.map(\.value), at: path)
        case .dictionary: compareDictionaries(left, right, at: path)
        case .set: compareSets(left, right, at: path)
        case .struct, .tuple, .class, .foreignReference:
            guard !left.children.isEmpty, !path.isTooDeep, !Self.describeThemselvesApart(expected, actual) else {
                return report(expected, actual, at: path)
            }
            compareFields(left, right, at: path)
        case nil: report(expected, actual, at: path)
        @unknown default: report(expected, actual, at: path)
        }
    }

    private mutating func compareFields(_ expected: Mirror, _ actual: Mirror, at path: Path) {
        if let left = expected.superclassMirror, let right = actual.superclassMirror {
            compareFields(left, right, at: path)
        }
        for (index, (left, right)) in zip(expected.children, actual.children).enumerated() {
            compare(left.value, right.value, at: path.field(left.label ?? "\(index)"))
        }
    }

    private mutating func compareOptionals(
        _ left: Mirror,
        _ right: Mirror,
        _ expected: Any,
        _ actual: Any,
        at path: Path
    ) {
        guard let left = left.children.first, let right = right.children.first else {
            return report(expected, actual, at: path)
        }
        compare(left.value, right.value, at: path.unwrapped)
    }

    private mutating func compareEnums(
        _ left: Mirror,
        _ right: Mirror,
        _ expected: Any,
        _ actual: Any,
        at path: Path
    ) {
        guard let left = left.children.first, let right = right.children.first, left.label == right.label,
            !path.isTooDeep
        else { return report(expected, actual, at: path) }
        compare(left.value, right.value, at: path.field(left.label ?? "case"))
    }

    private mutating func compareCollections(_ expected: [Any], _ actual: [Any], at path: Path) {
        if expected.count == actual.count {
            for (index, (left, right)) in zip(expected, actual).enumerated() {
                compare(left, right, at: path.element("\(index)"))
            }
            return
        }
        let changes = expected.difference(from: actual) { Self.areEqual($0, $1) ?? false }
        // A changed element appears as a removal and an insertion at corresponding places.
        var gone: [(Int, Any)] = []
        for case .remove(let offset, let element, _) in changes.removals { gone.append((offset, element)) }
        for case .insert(let offset, let element, _) in changes.insertions {
            if let partner = gone.firstIndex(where: { $0.0 == offset }) {
                compare(element, gone.remove(at: partner).1, at: path.element("\(offset)"))
            } else {
                entries.append(
                    Entry(path: path.element("\(offset)").text, expected: Rendering.of(element), actual: nil)
                )
            }
        }
        for (offset, element) in gone {
            entries.append(Entry(path: path.element("\(offset)").text, expected: nil, actual: Rendering.of(element)))
        }
    }

    private mutating func compareDictionaries(_ left: Mirror, _ right: Mirror, at path: Path) {
        let (expected, actual) = (Self.pairs(left), Self.pairs(right))
        for key in Set(expected.keys).union(actual.keys).sorted() {
            switch (expected[key], actual[key]) {
            case (let left?, let right?): compare(left, right, at: path.element(key))
            case (let left, let right):
                entries.append(
                    Entry(
                        path: path.element(key).text,
                        expected: left.map { Rendering.of($0) },
                        actual: right.map { Rendering.of($0) }
                    )
                )
            }
        }
    }

    private mutating func compareSets(_ left: Mirror, _ right: Mirror, at path: Path) {
        let expected = Set(left.children.map { Rendering.of($0.value) })
        let actual = Set(right.children.map { Rendering.of($0.value) })
        for element in expected.symmetricDifference(actual).sorted() {
            let isExpected = expected.contains(element)
            entries.append(
                Entry(
                    path: path.element("").text,
                    expected: isExpected ? element : nil,
                    actual: isExpected ? nil : element
                )
            )
        }
    }

    private mutating func report(_ expected: Any, _ actual: Any, at path: Path) {
        entries.append(Entry(path: path.text, expected: Rendering.of(expected), actual: Rendering.of(actual)))
    }

    private static func pairs(_ dictionary: Mirror) -> [String: Any] {
        var pairs: [String: Any] = [:]
        for child in dictionary.children {
            guard let pair = child.value as? (key: Any, value: Any) else { continue }
            pairs[Rendering.of(pair.key)] = pair.value
        }
        return pairs
    }

    /// Nil if the values are not `Equatable`.
    private static func areEqual(_ left: Any, _ right: Any) -> Bool? {
        func equal<Value: Equatable>(_ left: Value) -> Bool { right as? Value == left }
        guard let left = left as? any Equatable else { return nil }
        return equal(left)
    }

    private static func describeThemselvesApart(_ left: Any, _ right: Any) -> Bool {
        left is any CustomStringConvertible && "\(left)" != "\(right)"
    }
}
