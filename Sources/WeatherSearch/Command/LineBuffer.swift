/// A line of input, without its end.
enum InputLine: Sendable, Hashable {
    case text(String)
    /// The line has more than `LineBuffer.limit` bytes, which were discarded.
    case tooLong
}

/// Splits bytes into lines, and keeps at most `limit` bytes of an unfinished one.
///
/// *Behavior*: a line ends with LF, or with CR and LF. Invalid UTF-8 is replaced by U+FFFD.
struct LineBuffer: Sendable {
    /// The most bytes of a line. A query is a few words.
    static let limit = 4_096

    private var partial: [UInt8] = []
    private var isTooLong = false

    /// Whether a line has begun.
    var isWithinLine: Bool { isTooLong || !partial.isEmpty }

    /// The lines that `bytes` completes.
    mutating func append(_ bytes: some RandomAccessCollection<UInt8>) -> [InputLine] {
        var lines: [InputLine] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            lines.append(takeLine())
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
        return lines
    }

    /// The last line, if the input ends without a line end.
    mutating func finish() -> InputLine? {
        isWithinLine ? takeLine() : nil
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        guard !isTooLong else { return }
        // One more than the limit, because a CR that belongs to the line end does not count.
        if partial.count + bytes.count > Self.limit + 1 {
            isTooLong = true
        } else {
            partial += bytes
        }
    }

    private mutating func takeLine() -> InputLine {
        defer {
            partial.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        return isTooLong || partial.count > Self.limit ? .tooLong : .text(String(decoding: partial, as: UTF8.self))
    }
}
