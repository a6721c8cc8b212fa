internal import Foundation

/// An error of the file of a trace.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// What the system says, such as `No space left on device`.
    public let reason: String

    init(path: String, code: Int32) {
        self.path = path
        self.reason = String(cString: strerror(code))
    }

    /// The path and the reason.
    public var description: String { "the trace \(path) cannot be written: \(reason)" }
}

/// The file of a trace: JSON text whose events are separated by a comma and the end of a line.
///
/// The file ends with a whole event at all times, except while `write(_:)` is in the system.
struct TraceFile: ~Copyable, Sendable {
    private let path: String
    private let descriptor: Int32

    /// Creates the file, or empties the one that is there.
    init(_ path: String) throws(TraceFileError) {
        // A pipe is not waited for until it has a reader; it is refused, since a reader that goes would end the process.
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw TraceFileError(path: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFIFO else {
            Foundation.close(descriptor)
            throw TraceFileError(path: path, code: ESPIPE)
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        self.path = path
    }

    deinit { close(descriptor) }

    /// Appends whole events. If not all of them can be written, those at the end are left out, each as a whole.
    func write(_ events: [UInt8]) throws(TraceFileError) {
        var written = 0
        while written < events.count {
            let count = events.withUnsafeBytes { bytes in
                Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let failure = TraceFileError(path: path, code: errno)
                removeEnd(written - Self.wholeEvents(in: events[..<written]))
                throw failure
            }
        }
    }

    /// Takes the last bytes off again; the file may be none that has an end.
    func removeEnd(_ count: Int) {
        _ = ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR) - off_t(count))
    }

    /// The number of bytes at the beginning of `bytes` before the last event, which may be cut. Each event is a line.
    static func wholeEvents(in bytes: ArraySlice<UInt8>) -> Int {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return 0 }
        return bytes[..<end].last == UInt8(ascii: ",") ? end - 1 : end
    }
}
