/// Why the bytes of a connection are not messages.
enum FrameError: Error, Hashable, CustomStringConvertible {
    /// A frame claims to be longer than the limit.
    case tooLong(Int)
    case empty
    /// The connection ended within a frame.
    case cutShort(received: Int)
    case notAMessage(String)

    var description: String {
        switch self {
        case .tooLong(let count): "a frame of \(count) bytes is longer than \(Frames.limit) bytes"
        case .empty: "a frame is empty"
        case .cutShort(let received): "the connection ended \(received) bytes into a frame"
        case .notAMessage(let reason): "a frame is not a message: \(reason)"
        }
    }
}

/// Splits bytes into frames: the length of the contents as four bytes, the most significant first, and the contents.
struct Frames: Sendable {
    /// The most bytes of a frame's contents.
    static let limit = 64 << 20
    private static let headerSize = 4

    private var bytes: [UInt8] = []

    /// `contents` as a frame.
    static func frame(_ contents: some Collection<UInt8>) throws(FrameError) -> [UInt8] {
        try check(contents.count)
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
            try Self.check(length)
            let end = start + Self.headerSize + length
            guard end <= bytes.count else { break }
            contents.append(Array(bytes[start + Self.headerSize..<end]))
            start = end
        }
        if start > 0 { bytes.removeFirst(start) }
        return contents
    }

    /// To be called when the connection ends.
    func finish() throws(FrameError) {
        if !bytes.isEmpty { throw .cutShort(received: bytes.count) }
    }

    private static func check(_ length: Int) throws(FrameError) {
        if length == 0 { throw .empty }
        if length > limit { throw .tooLong(length) }
    }
}
