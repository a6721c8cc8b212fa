/// Something that was read from a source file.
public protocol SourceRanged {
    /// Where it lies, in bytes from the start of the file.
    var range: Range<Int> { get }
}

extension Range<Int>: SourceRanged {
    public var range: Range<Int> { self }
}
