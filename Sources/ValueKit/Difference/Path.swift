extension Difference {
    /// The path from a value to one of its fields.
    struct Path {
        private(set) var text = ""
        private var depth = 0
        /// The objects of the whole comparison.
        let objects = ComparedObjects()

        /// Deeper fields are not compared: a value can be nested without end.
        var isTooDeep: Bool { depth >= 32 }

        func field(_ label: String) -> Path {
            // The parts of a tuple without labels are called `.0`, `.1`.
            let name = label.hasPrefix(".") ? String(label.dropFirst()) : label
            return going(text.isEmpty ? name : "\(text).\(name)")
        }
        func element(_ key: String) -> Path { going("\(text)[\(key)]") }
        var unwrapped: Path { going("\(text)?") }

        private func going(_ text: String) -> Path {
            var path = self
            path.text = text
            path.depth += 1
            return path
        }
    }

    /// The pairs of objects that a comparison has reached. It keeps them, so that none is taken for another one at its address.
    final class ComparedObjects {
        private struct Pair: Hashable {
            let expected: ObjectIdentifier
            let actual: ObjectIdentifier
        }

        private var pairs: [Pair: (AnyObject, AnyObject)] = [:]

        /// Whether these are no objects, or two that meet for the first time.
        func meetFirst(_ expected: Any, _ actual: Any) -> Bool {
            guard type(of: expected) is AnyClass else { return true }
            let (left, right) = (expected as AnyObject, actual as AnyObject)
            let pair = Pair(expected: ObjectIdentifier(left), actual: ObjectIdentifier(right))
            return pairs.updateValue((left, right), forKey: pair) == nil
        }
    }
}
