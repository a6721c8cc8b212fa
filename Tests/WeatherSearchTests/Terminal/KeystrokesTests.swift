import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("The stream of keystrokes", .timeLimit(.hang))
struct KeystrokesTests {
    @Test func `gives the keys in order and ends with the input`() async throws {
        let pipe = Pipe()
        let keys = Keystrokes.stream(from: pipe.fileHandleForReading.fileDescriptor)
        try pipe.fileHandleForWriting.write(contentsOf: Data("pa\u{1B}[B\r\u{1B}".utf8))
        try pipe.fileHandleForWriting.close()
        var received: [Key] = []
        for await key in keys { received.append(key) }
        #expect(received == [.character("p"), .character("a"), .down, .enter, .escape])
    }

    @Test func `ends when the input cannot be read`() async throws {
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        for await key in Keystrokes.stream(from: folder) { Issue.record("\(key)") }
    }

    @Test func `gives a lone Escape while the input stays open`() async throws {
        let pipe = Pipe()
        let keys = Keystrokes.stream(from: pipe.fileHandleForReading.fileDescriptor)
        try pipe.fileHandleForWriting.write(contentsOf: Data([0x1B]))
        var iterator = keys.makeAsyncIterator()
        #expect(await iterator.next() == .escape)
        try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        #expect(await iterator.next() == .character("x"))
    }

    @Test func `ends when its consumer is cancelled, with the input open and silent`() async throws {
        let pipe = Pipe()
        let keys = Keystrokes.stream(from: pipe.fileHandleForReading.fileDescriptor)
        let consumer = Task {
            var received: [Key] = []
            for await key in keys { received.append(key) }
            return received
        }
        consumer.cancel()
        #expect(await consumer.value == [])
        // The descriptor is the caller's: what is written now is still there to read.
        try pipe.fileHandleForWriting.write(contentsOf: Data("z".utf8))
        #expect(try pipe.fileHandleForReading.read(upToCount: 1) == Data("z".utf8))
    }
}
