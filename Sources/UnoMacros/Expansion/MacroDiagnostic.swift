/// A diagnostic about the code that a macro is attached to.
package struct MacroDiagnostic: Sendable {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package struct Note: Sendable {
        package let message: String
        /// In bytes from the start of the file, as the ranges of all nodes.
        package let range: Range<Int>
    }

    /// An edit that corrects the code.
    package struct FixIt: Sendable {
        package let message: String
        package let range: Range<Int>
        package let replacement: String

        package init(_ message: String, replacing node: any SourceRanged, with replacement: String) {
            self.message = message
            self.range = node.range
            self.replacement = replacement
        }
    }

    package let severity: Severity
    package let message: String
    package let range: Range<Int>
    package var notes: [Note] = []
    package var fixIts: [FixIt] = []
}
