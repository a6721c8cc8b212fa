/// What a macro has to say about the code that it is attached to.
public struct MacroDiagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable {
        case error, warning
    }

    public struct Note: Sendable, Hashable {
        public let message: String
        /// In the file, as all ranges of nodes.
        public let range: Range<Int>
    }

    /// An edit that mends the code.
    public struct FixIt: Sendable, Hashable {
        public let message: String
        public let range: Range<Int>
        public let replacement: String

        public init(_ message: String, replacing node: some SourceRanged, with replacement: String) {
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
