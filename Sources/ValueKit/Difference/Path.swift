extension Difference {
    /// The path from a value to one of its fields.
    struct Path {
        private(set) var text = ""
        private var depth = 0

        /// References can form a cycle; deeper fields are not compared.
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
}
