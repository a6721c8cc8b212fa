/// Why the bytes of a connection are not messages, or are too many.
enum FrameError: Error, Hashable, CustomStringConvertible {
    /// A frame claims to be longer than the limit.
    case tooLong(Int, limit: Int)
    case empty
    /// The connection ended within a frame.
    case cutShort(received: Int)
    case notAMessage(String)
    /// All connections together hold as much as they may.
    case tooMuch(held: Int)

    var isTooLong: Bool { if case .tooLong = self { true } else { false } }

    var description: String {
        switch self {
        case .tooLong(let count, let limit): "a frame of \(count) bytes is longer than \(limit) bytes"
        case .empty: "a frame is empty"
        case .cutShort(let received): "the connection ended \(received) bytes into a frame"
        case .notAMessage(let reason): "a frame is not a message: \(reason)"
        case .tooMuch(let held): "no room for the \(held) bytes of a connection: all connections hold too much"
        }
    }
}

/// Splits bytes into frames: the length of the contents as four bytes, the most significant first, and the contents.
struct Frames: Sendable {
    static let headerSize = 4

    /// The most bytes of a frame's contents.
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Whether a frame has begun.
    var isWithinFrame: Bool { !bytes.isEmpty }

    /// `contents` as a frame.
    static func frame(_ contents: some Collection<UInt8>, limit: Int) throws(FrameError) -> [UInt8] {
        try check(contents.count, limit)
        let length = UInt32(contents.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + contents
    }

    /// The contents of the frames that `more` completes.
    mutating func append(_ more: [UInt8]) throws(FrameError) -> [[UInt8]] {
        bytes += more
        var contents: [[UInt8]] = []
        var start = 0
        while bytes.count - start >= Self.headerSize {
            let length = bytes[start..<start + Self.headerSize].reduce(0) { $0 << 8 | Int($1) }
            try Self.check(length, limit)
            let end = start + Self.headerSize + length
            guard end <= bytes.count else { break }
            contents.append(Array(bytes[start + Self.headerSize..<end]))
            start = end
        }
        // Not `removeFirst`, which would keep the room of the longest frame so far.
        if start > 0 { bytes = Array(bytes[start...]) }
        return contents
    }

    /// To be called when the connection ends.
    func finish() throws(FrameError) {
        if !bytes.isEmpty { throw .cutShort(received: bytes.count) }
    }

    private static func check(_ length: Int, _ limit: Int) throws(FrameError) {
        if length == 0 { throw .empty }
        if length > limit { throw .tooLong(length, limit: limit) }
    }
}
