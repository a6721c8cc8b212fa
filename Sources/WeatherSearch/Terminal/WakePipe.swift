#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that sleeps in `poll(2)`.
///
/// The code that ends the stream calls `signal()` exactly once. The thread waits for that call before it
/// closes the pipe, so the descriptors are never written to after they were closed and possibly reused.
struct WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Nil if the process has no descriptors left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func signal() {
        var byte: UInt8 = 1
        // The pipe is empty, so this neither waits nor is interrupted.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until `signal()` was called, and closes the descriptors.
    func awaitSignalAndClose() {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
        close(readEnd)
        close(writeEnd)
    }
}
