#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Messages over two file descriptors: a length of eight bytes, little-endian, followed by that many bytes.
package struct MessageStream: Sendable {
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The input ended inside a message.
        case cutShort
        /// A length beyond that of any message of a compiler.
        case tooLong(UInt64)
        /// An offset beyond the end of any source file.
        case tooFar(Double)
        /// The system refused to read or to write, with this `errno`.
        case system(Int32)

        package var description: String {
            switch self {
            case .cutShort: "the input ends inside a message"
            case .tooLong(let length): "a message of \(length) bytes is too long"
            case .tooFar(let offset): "no source file has an offset of \(offset)"
            case .system(let number): "the system refused to read or to write: error \(number)"
            }
        }
    }

    /// Far beyond the size of a source file.
    static let longestMessage: UInt64 = 1 << 30
    /// The most bytes that are read at once, so that memory is not reserved by a length alone.
    private static let chunk = 1 << 16

    private let input: Int32
    private let output: Int32

    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Reads the next message; nil at the end of the input.
    package func next() throws(Failure) -> [UInt8]? {
        let header = try read(8)
        if header.isEmpty { return nil }
        guard header.count == 8 else { throw .cutShort }
        let length = header.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard length <= Self.longestMessage else { throw .tooLong(length) }
        let message = try read(Int(length))
        guard message.count == Int(length) else { throw .cutShort }
        return message
    }

    package func send(_ message: [UInt8]) throws(Failure) {
        let length = UInt64(message.count)
        var rest = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + message
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR { throw .system(errno) }
            rest.removeFirst(max(0, written))
        }
    }

    /// Responds to every message until the input ends, or nobody reads what is written: a compiler that ends early, as when its
    /// build is cancelled, is not to be told on the user's terminal.
    package func serve(_ server: PluginServer) throws(Failure) {
        do throws(Failure) {
            while let message = try next() { try send(server.answer(message)) }
        } catch .system(EPIPE) {}
    }

    /// Responds to every message, then exits: with 0 at the end of the input, or with a line on standard error and 1 on a
    /// failure.
    package func run(_ server: PluginServer) -> Never {
        do {
            try serve(server)
            exit(0)
        } catch {
            let line = Array("UnoArchitecture's macros: \(error)\n".utf8)
            // A failure to write this line cannot be reported anywhere.
            _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
            exit(1)
        }
    }

    /// Reads `count` bytes, or fewer at the end of the input.
    private func read(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let wanted = min(count - bytes.count, Self.chunk)
            var got = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                got = systemRead(buffer)
                filled = max(0, got)
            }
            if got == 0 { break }
            if got < 0, errno != EINTR { throw .system(errno) }
            bytes += chunk
        }
        return bytes
    }

    private func systemRead(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        #if canImport(Darwin)
            Darwin.read(input, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
            Glibc.read(input, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.read(input, buffer.baseAddress, buffer.count)
        #endif
    }
}
