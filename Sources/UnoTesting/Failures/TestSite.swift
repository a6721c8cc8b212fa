/// The place of a call in a test.
public struct TestSite: Sendable {
    /// The module and the file.
    public let fileID: StaticString
    /// The path of the file.
    public let filePath: StaticString
    /// The line.
    public let line: UInt
    /// The column.
    public let column: UInt

    /// The place of the call, unless another one is given.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// Passes on what a call's default arguments have gathered.
    package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.init(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension TestSite: CustomStringConvertible {
    /// The name of the file and the line.
    public var description: String {
        "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
    }
}
