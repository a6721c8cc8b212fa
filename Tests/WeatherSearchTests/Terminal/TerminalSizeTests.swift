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

@Suite("The size of a terminal", .timeLimit(.hang))
struct TerminalSizeTests {
    @Test func `is that of a VT100 where there is no terminal`() {
        let pipe = Pipe()
        let size = TerminalSize.current(of: pipe.fileHandleForReading.fileDescriptor)
        #expect(size == TerminalSize(columns: 80, rows: 24))
    }

    @Test func `is that of the terminal, if it has columns and rows`() throws {
        var (keyboard, terminal): (Int32, Int32) = (0, 0)
        try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
        defer { for descriptor in [keyboard, terminal] { close(descriptor) } }
        for (columns, rows, expected) in [
            (60, 20, TerminalSize(columns: 60, rows: 20)), (1, 1, TerminalSize(columns: 1, rows: 1)),
            (0, 20, TerminalSize(columns: 80, rows: 24)), (60, 0, TerminalSize(columns: 80, rows: 24)),
        ] as [(UInt16, UInt16, TerminalSize)] {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            #expect(ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0)
            #expect(TerminalSize.current(of: terminal) == expected)
        }
    }

    @Test func `is told at first, and again after the signal of a change`() async {
        let pipe = Pipe()
        var sizes = TerminalSize.changes(of: pipe.fileHandleForReading.fileDescriptor).makeAsyncIterator()
        #expect(await sizes.next() != nil)
        // The first size comes once the signal is watched, so that this one is not lost.
        kill(getpid(), SIGWINCH)
        #expect(await sizes.next() != nil)
    }
}
