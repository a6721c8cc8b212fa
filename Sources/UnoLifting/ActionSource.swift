public import UnoArchitecture

/// Where an action was sent from; passed to middlewares with the action.
///
/// An action that came through the stream of `interact(_:)` has no source: `file`, `function` and `line` are empty.
public struct ActionSource: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file, as `#fileID` gives them.
    public let file: String
    /// The function that sent the action.
    public let function: String
    /// The line of the call.
    public let line: UInt
    /// The sender's note.
    public let note: String?

    /// The place of the call.
    public init(
        file: StaticString = #fileID,
        function: StaticString = #function, line: UInt = #line,
        note: String? = nil
    ) {
        self.file = "\(file)"
        self.function = "\(function)"
        self.line = line
        self.note = note
    }

    @usableFromInline
    init(_ site: CallSite?) {
        file = site?.fileID ?? ""
        function = site?.function ?? ""
        line = site?.line ?? 0
        note = site?.note
    }

    /// Where the action was sent from, as text.
    public var description: String {
        "\(file):\(line) \(function)" + (note.map { " (\($0))" } ?? "")
    }
}
