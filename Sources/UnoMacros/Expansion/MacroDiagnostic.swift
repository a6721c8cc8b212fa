/// A diagnostic about the code that a macro is attached to.
public struct MacroDiagnostic: Sendable {
    public enum Severity: String, Sendable {
        case error, warning
    }

    public struct Note: Sendable {
        public let message: String
        /// In bytes from the start of the file, as the ranges of all nodes.
        public let range: Range<Int>
    }

    /// An edit that corrects the code.
    public struct FixIt: Sendable {
        public let message: String
        public let range: Range<Int>
        public let replacement: String

        public init(_ message: String, replacing node: any SourceRanged, with replacement: String) {
            self.message = message
            self.range = node.range
            self.replacement = replacement
        }
    }

    public let severity: Severity
    public let message: String
    public let range: Range<Int>
    public var notes: [Note] = []
    public var fixIts: [FixIt] = []
}
