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
    @Test("is that of a VT100 where there is no terminal")
    func fallback() {
        let pipe = Pipe()
        let size = TerminalSize.current(of: pipe.fileHandleForReading.fileDescriptor)
        #expect(size == TerminalSize(columns: 80, rows: 24))
    }

    @Test("is told at first, and again after the signal of a change")
    func changes() async {
        let pipe = Pipe()
        var sizes = TerminalSize.changes(of: pipe.fileHandleForReading.fileDescriptor).makeAsyncIterator()
        #expect(await sizes.next() != nil)
        // The first size comes once the signal is watched, so that this one is not lost.
        kill(getpid(), SIGWINCH)
        #expect(await sizes.next() != nil)
    }
}
