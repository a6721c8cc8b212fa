/// The differences of two values, field by field.
///
/// Structs, enums, tuples, optionals, arrays, sets, dictionaries and classes are compared by the fields that `Mirror`
/// shows; a struct, an enum or an object with its own description (`CustomStringConvertible`) is compared as a whole if the
/// descriptions differ. The elements of a collection belong together if they have the same id, or else by their places. Two
/// objects are compared once, where they are first reached together: references may lead back, or to one object from many. The
/// first twenty differences are written as text, the others counted. Complexity: linear in the size of the values.
package struct Difference: Sendable {
    package struct Entry: Sendable, Equatable {
        /// How the field is reached: `results[1].city?.name`; empty for the whole value.
        package let path: String
        /// Nil where the field is missing.
        package let expected: String?
        package let actual: String?
    }

    /// The first differences.
    package private(set) var entries: [Entry] = []
    /// The number of all differences.
    package private(set) var count = 0
    /// Whether values of one source are no difference.
    private let isOfSources: Bool

    /// - Parameter areEqual: whether the values are equal, regardless of their fields.
    package init<Value>(expected: Value, actual: Value, by areEqual: (Value, Value) -> Bool) {
        self.init(expected, actual, ofSources: false, by: areEqual)
    }

    private init<Value>(
        _ expected: Value, _ actual: Value, ofSources isOfSources: Bool, by areEqual: (Value, Value) -> Bool
    ) {
        self.isOfSources = isOfSources
        guard !areEqual(expected, actual) else { return }
        compare(expected, actual, at: Path())
        // Equality knows more than the fields do.
        guard entries.isEmpty else { return }
        add(expected, actual, at: Path())
    }

    package init<Value: Equatable>(expected: Value, actual: Value) {
        self.init(expected: expected, actual: actual, by: ==)
    }

    /// The differences of a recorded state and the same state made anew: what has the same source is the same, also if it does not
    /// equal itself, as a NaN does not. Nil is that of a feature without a state.
    package init<State: Equatable>(recorded: State?, replayed: State?) {
        if let recorded, let replayed {
            self.init(recorded, replayed, ofSources: true, by: ==)
        } else {
            self.init(recorded, replayed, ofSources: true) { $0 == nil && $1 == nil }
        }
    }

    package var isEmpty: Bool { entries.isEmpty }

    private mutating func compare(_ expected: Any, _ actual: Any, at path: Path) {
        if Self.areEqual(expected, actual) ?? false { return }
        guard type(of: expected) == type(of: actual) else { return add(expected, actual, at: path) }
        let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
        switch left.displayStyle {
        case .optional: compareOptionals(left, right, expected, actual, at: path)
        case .enum: compareEnums(left, right, expected, actual, at: path)
        case .collection: compareCollections(left.children.map(\.value), right.children.map(\.value), at: path)
        case .dictionary: compareDictionaries(left, right, at: path)
        case .set: compareSets(left, right, at: path)
        case .struct, .tuple, .class, .foreignReference:
            guard !left.children.isEmpty, !path.isTooDeep, !Self.describeThemselvesApart(expected, actual) else {
                return add(expected, actual, at: path)
            }
            guard path.objects.meetFirst(expected, actual) else { return }
            compareFields(left, right, at: path)
        case nil: add(expected, actual, at: path)
        @unknown default: add(expected, actual, at: path)
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
            return add(expected, actual, at: path)
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
            !path.isTooDeep, !Self.describeThemselvesApart(expected, actual)
        else { return add(expected, actual, at: path) }
        compare(left.value, right.value, at: path.field(left.label ?? "case"))
    }

    private mutating func compareCollections(_ expected: [Any], _ actual: [Any], at path: Path) {
        if let left = Self.ids(expected), let right = Self.ids(actual) {
            return compareRows(expected, left, actual, right, at: path)
        }
        var (left, right) = (0, 0)
        while left < expected.count, right < actual.count {
            let gap = expected.count == actual.count ? nil : Self.gap(expected[left...], actual[right...])
            for place in 0..<(gap?.missing ?? 0) {
                add(expected[left + place], nil, at: path.element("\(left + place)"))
            }
            for place in 0..<(gap?.surplus ?? 0) {
                add(nil, actual[right + place], at: path.element("\(right + place)"))
            }
            left += gap?.missing ?? 0
            right += gap?.surplus ?? 0
            compare(expected[left], actual[right], at: path.element("\(left)"))
            left += 1
            right += 1
        }
        for place in left..<expected.count { add(expected[place], nil, at: path.element("\(place)")) }
        for place in right..<actual.count { add(nil, actual[place], at: path.element("\(place)")) }
    }

    /// The number of elements to leave out, on one side, to come to a pair of equal ones; nil if none is near.
    private static func gap(_ expected: ArraySlice<Any>, _ actual: ArraySlice<Any>) -> (missing: Int, surplus: Int)? {
        guard let left = expected.first, let right = actual.first else { return nil }
        for count in 0..<min(32, max(expected.count, actual.count)) {
            if count < expected.count, areEqual(expected[expected.startIndex + count], right) ?? false {
                return (count, 0)
            }
            if count < actual.count, areEqual(left, actual[actual.startIndex + count]) ?? false { return (0, count) }
        }
        return nil
    }

    /// The ids of the elements; nil if one has none, or two share one.
    private static func ids(_ elements: [Any]) -> [AnyHashable]? {
        func id(_ element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
        let ids = elements.compactMap { ($0 as? any Identifiable).map { id($0) } }
        return ids.count == elements.count && Set(ids).count == ids.count ? ids : nil
    }

    private mutating func compareRows(
        _ expected: [Any],
        _ left: [AnyHashable],
        _ actual: [Any],
        _ right: [AnyHashable],
        at path: Path
    ) {
        let places = Dictionary(uniqueKeysWithValues: zip(right, right.indices))
        for (id, element) in zip(left, expected) {
            let path = path.element("id: \(Rendering.of(id.base))")
            if let place = places[id] { compare(element, actual[place], at: path) } else { add(element, nil, at: path) }
        }
        let (known, present) = (Set(left), Set(right))
        for (id, element) in zip(right, actual) where !known.contains(id) {
            add(nil, element, at: path.element("id: \(Rendering.of(id.base))"))
        }
        let orders = (left.filter(present.contains).map(\.base), right.filter(known.contains).map(\.base))
        if !zip(orders.0, orders.1).allSatisfy({ Self.areEqual($0, $1) ?? false }) {
            add(orders.0, orders.1, at: path.field("order of ids"))
        }
    }

    private mutating func compareDictionaries(_ left: Mirror, _ right: Mirror, at path: Path) {
        let (expected, actual) = (Self.pairs(left), Self.pairs(right))
        for (key, name) in Self.sorted(Set(expected.keys).union(actual.keys)) {
            switch (expected[key], actual[key]) {
            case (let left?, let right?): compare(left, right, at: path.element(name))
            case (let left, let right): add(left, right, at: path.element(name))
            }
        }
    }

    private mutating func compareSets(_ left: Mirror, _ right: Mirror, at path: Path) {
        let expected = Set(left.children.compactMap { $0.value as? AnyHashable })
        let actual = Set(right.children.compactMap { $0.value as? AnyHashable })
        for (element, _) in Self.sorted(expected.symmetricDifference(actual)) {
            let isExpected = expected.contains(element)
            add(isExpected ? element.base : nil, isExpected ? nil : element.base, at: path.element(""))
        }
    }

    /// Adds a difference; nil stands for what is missing. Written as text only if it is one of the first.
    private mutating func add(_ expected: Any?, _ actual: Any?, at path: Path) {
        if isOfSources, let expected, let actual, Rendering.typedCode(of: expected) == Rendering.typedCode(of: actual) {
            return
        }
        count += 1
        guard count <= Rendering.mostLines else { return }
        entries.append(
            Entry(
                path: path.text,
                expected: expected.map { Rendering.inLines($0) },
                actual: actual.map { Rendering.inLines($0) }
            )
        )
    }

    /// The elements with their texts, in the order of these.
    private static func sorted(_ elements: Set<AnyHashable>) -> [(AnyHashable, String)] {
        elements.map { ($0, Rendering.of($0.base)) }.sorted { $0.1 < $1.1 }
    }

    private static func pairs(_ dictionary: Mirror) -> [AnyHashable: Any] {
        var pairs: [AnyHashable: Any] = [:]
        for child in dictionary.children {
            guard let pair = child.value as? (key: Any, value: Any), let key = pair.key as? AnyHashable else {
                continue
            }
            pairs[key] = pair.value
        }
        return pairs
    }

    /// Nil if the values are not `Equatable`.
    package static func areEqual(_ left: Any, _ right: Any) -> Bool? {
        func equal<Value: Equatable>(_ left: Value) -> Bool { right as? Value == left }
        guard let left = left as? any Equatable else { return nil }
        return equal(left)
    }

    private static func describeThemselvesApart(_ left: Any, _ right: Any) -> Bool {
        left is any CustomStringConvertible && "\(left)" != "\(right)"
    }
}
