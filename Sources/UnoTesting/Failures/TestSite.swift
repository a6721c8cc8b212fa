/// The place of a call in a test.
public struct TestSite: Sendable {
    public let fileID: StaticString
    public let filePath: StaticString
    public let line: UInt
    public let column: UInt

    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// Passes on what a call's default arguments have gathered.
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.init(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension TestSite: CustomStringConvertible {
    /// The name of the file and the line.
    public var description: String {
        "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
    }
}
