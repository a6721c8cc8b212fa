import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("A pipe that wakes a thread", .timeLimit(.hang))
struct WakePipeTests {
    @Test func `is ready when it was signalled, and leaves no end open`() throws {
        let pipe = try #require(WakePipe())
        let copy = dup(pipe.readEnd)
        defer { close(copy) }
        var ready = pollfd(fd: copy, events: Int16(POLLIN), revents: 0)
        #expect(poll(&ready, 1, 0) == 0)
        pipe.signal()
        #expect(poll(&ready, 1, 0) == 1)
        var (before, after) = (stat(), stat())
        #expect(fstat(pipe.readEnd, &before) == 0)
        pipe.awaitSignalAndClose()
        // Another file may have the number of the descriptor by now.
        let isClosed = fstat(pipe.readEnd, &after) != 0 || after.st_ino != before.st_ino
        #expect(isClosed)
        // Nothing is left to write to it.
        #expect(poll(&ready, 1, -1) == 1 && Int32(ready.revents) & Int32(POLLHUP) != 0)
    }
}
