internal import ValueKit

/// Writes values and their changes as the JSON that the page reads; `values.js` says what it looks like.
struct PageValues {
    /// The shapes written so far; the first four of a page are those of texts, lists, sets and dictionaries.
    private(set) var shapes: [[String]]
    private let knownShapes: Int
    private var numbers: [[String]: Int] = [:]
    /// The place of the values that are compared, and the changes found so far.
    private var path: [Int] = []
    private var changes = TraceText()

    /// Deeper parts are written as their descriptions: a value can be nested without end.
    private static let deepest = 64

    /// - Parameter known: the number of shapes that the page knows; nil for a new page.
    init(continuing known: Int? = nil) {
        (shapes, knownShapes) = known.map { ([], $0) } ?? ([["text"], ["list"], ["set"], ["dictionary"]], 0)
    }

    /// The number of shapes that the page knows then.
    var shapeCount: Int { knownShapes + shapes.count }

    mutating func write(_ value: Any, to text: inout TraceText, depth: Int = 0) {
        guard depth < Self.deepest else { return write(tagged: 0, Rendering.of(value), to: &text) }
        switch PageNode(value) {
        case .null: text.append("null")
        case .number(let number): text.append(Array(number.utf8))
        case .string(let string): text.append(quoted: string)
        case .text(let string): write(tagged: 0, string, to: &text)
        case .parts(let shape, let parts): write(shape: number(of: shape), parts, to: &text, depth: depth)
        case .list(let elements, let count): write(shape: 1, count: count, elements, to: &text, depth: depth)
        case .set(let elements, let count): write(shape: 2, count: count, elements, to: &text, depth: depth)
        case .dictionary(let entries, let count):
            text.append("[3,")
            text.append(UInt64(count))
            for entry in entries { write(entry, to: &text, depth: depth) }
            text.append("]")
        }
    }

    private func write(tagged shape: UInt64, _ string: String, to text: inout TraceText) {
        text.append("[")
        text.append(shape)
        text.append(",")
        text.append(quoted: string)
        text.append("]")
    }

    private mutating func write(
        shape: Int, count: Int? = nil, _ parts: [Any], to text: inout TraceText, depth: Int
    ) {
        text.append("[")
        text.append(UInt64(shape))
        if let count {
            text.append(",")
            text.append(UInt64(count))
        }
        for part in parts {
            text.append(",")
            write(part, to: &text, depth: depth + 1)
        }
        text.append("]")
    }

    private mutating func write(_ entry: (key: String, value: Any), to text: inout TraceText, depth: Int) {
        text.append(",")
        text.append(quoted: entry.key)
        text.append(",")
        write(entry.value, to: &text, depth: depth + 1)
    }

    private mutating func number(of shape: [String]) -> Int {
        if let number = numbers[shape] { return number }
        numbers[shape] = shapeCount
        shapes.append(shape)
        return shapeCount - 1
    }
}

// MARK: Changes

extension PageValues {
    /// Writes what differs between two values as a list of changes; nothing if nothing does.
    ///
    /// Values that are equal are not looked into. Complexity: O(n) in the parts that differ, and the parts beside them.
    mutating func writeChanges(from before: Any?, to after: Any, to text: inout TraceText) -> Bool {
        changes.removeAll()
        if let before { compare(before, after) } else { set(after) }
        guard !changes.bytes.isEmpty else { return false }
        text.append("[")
        text.append(changes.bytes)
        text.append("]")
        return true
    }

    private mutating func compare(_ before: Any, _ after: Any) {
        if Difference.areEqual(before, after) ?? false { return }
        guard path.count < Self.deepest else { return set(after) }
        switch (PageNode(before), PageNode(after)) {
        case (.parts(let left, let before), .parts(let right, let after)) where left == right:
            for (place, parts) in zip(before, after).enumerated() { compare(parts.0, parts.1, at: place + 1) }
        case (.list(let left, let count), .list(let right, let newCount)):
            let middle = Middle(left.count, right.count) { isSame(left[$0], right[$1]) }
            if count == newCount, middle.after.allSatisfy({ Self.areSameRow(left[$0], right[$0]) }) {
                for place in middle.after { compare(left[place], right[place], at: place + 2) }
            } else {
                splice(at: 2 + middle.start, removing: middle.before.count, count: newCount) { values in
                    for (place, element) in right[middle.after].enumerated() {
                        if place > 0 { values.changes.append(",") }
                        values.write(element)
                    }
                }
            }
        case (.dictionary(let left, let count), .dictionary(let right, let newCount)):
            let middle = Middle(left.count, right.count) {
                left[$0].key == right[$1].key && isSame(left[$0].value, right[$1].value)
            }
            if count == newCount, middle.after.allSatisfy({ left[$0].key == right[$0].key }) {
                for place in middle.after { compare(left[place].value, right[place].value, at: 3 + 2 * place) }
            } else {
                splice(at: 2 + 2 * middle.start, removing: 2 * middle.before.count, count: newCount) { values in
                    for (place, entry) in right[middle.after].enumerated() {
                        if place > 0 { values.changes.append(",") }
                        values.changes.append(quoted: entry.key)
                        values.changes.append(",")
                        values.write(entry.value)
                    }
                }
            }
        case (.null, .null): break
        case (.number(let left), .number(let right)) where left == right: break
        case (.string(let left), .string(let right)) where left == right: break
        case (.text(let left), .text(let right)) where left == right: break
        case (.set, .set) where isSame(before, after): break
        default: set(after)
        }
    }

    private mutating func compare(_ before: Any, _ after: Any, at place: Int) {
        path.append(place)
        compare(before, after)
        path.removeLast()
    }

    /// Whether the page would show the same.
    private func isSame(_ left: Any, _ right: Any) -> Bool {
        if let areEqual = Difference.areEqual(left, right) { return areEqual }
        var (values, texts) = (self, (TraceText(), TraceText()))
        values.write(left, to: &texts.0)
        values.write(right, to: &texts.1)
        return texts.0.bytes == texts.1.bytes
    }

    /// Whether two elements have the same id, if elements have ids: others replace each other as a whole.
    private static func areSameRow(_ left: Any, _ right: Any) -> Bool {
        func id(_ element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
        guard let left = left as? any Identifiable, let right = right as? any Identifiable else { return true }
        return id(left) == id(right)
    }

    private mutating func write(_ value: Any) {
        // `changes` cannot be changed by a method that changes the shapes.
        var text = TraceText()
        write(value, to: &text, depth: path.count)
        changes.append(text.bytes)
    }

    private mutating func beginChange() {
        changes.append(changes.bytes.isEmpty ? "[[" : ",[[")
        for (place, index) in path.enumerated() {
            if place > 0 { changes.append(",") }
            changes.append(UInt64(index))
        }
        changes.append("],")
    }

    private mutating func set(_ value: Any) {
        beginChange()
        write(value)
        changes.append("]")
    }

    private mutating func splice(
        at index: Int, removing removed: Int, count: Int, adding: (inout PageValues) -> Void
    ) {
        beginChange()
        changes.append(UInt64(index))
        changes.append(",")
        changes.append(UInt64(removed))
        changes.append(",[")
        adding(&self)
        changes.append("],")
        changes.append(UInt64(count))
        changes.append("]")
    }

    /// What lies between the equal beginnings and the equal ends of two collections; the same range in both if their counts are equal.
    private struct Middle {
        let before: Range<Int>
        let after: Range<Int>

        init(_ before: Int, _ after: Int, areSame: (Int, Int) -> Bool) {
            let common = min(before, after)
            let start = (0..<common).first { !areSame($0, $0) } ?? common
            let end = (0..<(common - start)).first { !areSame(before - 1 - $0, after - 1 - $0) } ?? (common - start)
            self.before = start..<(before - end)
            self.after = start..<(after - end)
        }

        var start: Int { before.lowerBound }
    }
}
