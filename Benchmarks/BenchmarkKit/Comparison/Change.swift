/// The difference between a figure and an earlier one.
package struct Change: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case faster
        case slower
        /// Slower by more than the allowed growth.
        case regression
        case moreAllocations = "allocates more"
        case fewerAllocations = "allocates less"
    }

    package let kind: Kind
    package let before: Figure
    package let after: Figure

    /// The growth of the median, as a fraction; negative if it has shrunk.
    package var growth: Double? {
        guard let before = before.nanoseconds, let after = after.nanoseconds else { return nil }
        return after / before - 1
    }

    package var isRegression: Bool { kind == .regression || kind == .moreAllocations }
}
