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

@Suite("A raw terminal", .timeLimit(.hang))
struct RawTerminalTests {
    /// What one call of `read` returns.
    private static func text(from descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func `keeps the keys that were typed before it was raw`() throws {
        var (keyboard, terminal): (Int32, Int32) = (0, 0)
        try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
        defer { for descriptor in [keyboard, terminal] { close(descriptor) } }
        var settings = termios()
        try #require(tcgetattr(terminal, &settings) == 0)
        #expect(write(keyboard, "rey", 3) == 3)
        // The echo: the terminal has taken the keys.
        #expect(Self.text(from: keyboard).first == "r")
        #expect(TerminalRestoration.makeRaw(terminal, settings) == 0)
        #expect(write(keyboard, "k", 1) == 1)
        #expect(Self.text(from: terminal).hasPrefix("rey"))
    }
}
