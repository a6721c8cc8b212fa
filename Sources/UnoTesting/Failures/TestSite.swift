/// The place of a call in a test.
public struct TestSite: Sendable {
    public let fileID: StaticString
    public let filePath: StaticString
    public let line: UInt
    public let column: UInt

    public init(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

extension TestSite: CustomStringConvertible {
    /// The name of the file and the line.
    public var description: String {
        "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
    }
}
