#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that sleeps in `poll(2)`.
///
/// `signal()` is called exactly once, by whoever ends the stream. The thread waits for that call before it
/// closes the pipe, so that the descriptors are never written to after they are closed and handed out again.
struct WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Nil when the process has no descriptors left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func signal() {
        var byte: UInt8 = 1
        while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
    }

    /// Waits until `signal()` was called, and gives the descriptors back.
    func awaitSignalAndClose() {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
        close(readEnd)
        close(writeEnd)
    }
}
