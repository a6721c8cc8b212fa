/// Where an action was sent from; it travels with the action to the middlewares.
///
/// An action that came through the stream of `interact(_:)` has no source: all its parts are empty.
public struct ActionSource: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file, as `#fileID` gives them.
    public let file: String
    public let function: String
    public let line: UInt
    /// What the sender has to say about it.
    public let note: String?

    /// The place of the call.
    public init(
        file: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line,
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

    public var description: String {
        "\(file):\(line) \(function)" + (note.map { " (\($0))" } ?? "")
    }
}
