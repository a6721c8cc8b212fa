/// How far a page has come, which it tells when it connects again: the server keeps nothing of a page.
struct PagePosition: Hashable, Sendable {
    /// Counts the runtimes that the recorder was given.
    var runtime: Int
    /// The number of entries that the page has, with those that a ring has dropped before.
    var entries: Int
    /// The numbers of shapes and places that the page knows.
    var shapes: Int
    var places: Int
}

extension PagePosition: LosslessStringConvertible {
    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
        // Below a limit at which a sum of such numbers could overflow.
        guard numbers.count == 4, numbers.allSatisfy({ 0..<(1 << 40) ~= $0 }) else { return nil }
        self.init(runtime: numbers[0], entries: numbers[1], shapes: numbers[2], places: numbers[3])
    }

    var description: String { "\(runtime).\(entries).\(shapes).\(places)" }
}
