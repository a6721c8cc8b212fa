/// A piece of a source file: its bytes, and where they lie in the file.
public struct SourceText: Sendable {
    public let bytes: [UInt8]
    /// The path that diagnostics name; empty for text that lies in no file.
    public let fileName: String
    /// The offset of the first byte in the file. All ranges of nodes count from the file's start.
    public let fileOffset: Int

    public init(_ text: String, fileName: String = "", fileOffset: Int = 0) {
        self.init(bytes: Array(text.utf8), fileName: fileName, fileOffset: fileOffset)
    }

    public init(bytes: [UInt8], fileName: String = "", fileOffset: Int = 0) {
        self.bytes = bytes
        self.fileName = fileName
        self.fileOffset = fileOffset
    }

    /// The text between two offsets into `bytes`.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
