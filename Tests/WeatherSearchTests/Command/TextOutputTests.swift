import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("Text that is written to a descriptor", .timeLimit(.hang))
struct TextOutputTests {
    @Test(
        "arrives whole, also where a descriptor that does not block takes a part at a time", arguments: [false, true])
    func whole(isBlocking: Bool) async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        if !isBlocking { #expect(fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK) == 0) }
        // More than a pipe holds.
        let text = (0..<200_000).map { "\($0)\n" }.joined()
        let (contents, source) = AsyncStream<Data?>.makeStream()
        Thread.detachNewThread {
            source.yield(try? reader.readToEnd())
            source.finish()
        }
        let output = TextOutput(descriptor: writer.fileDescriptor)
        #expect(!output.isTerminal)
        try output.write("")
        try output.write("é🙂\n")
        try output.write(text)
        try writer.close()
        #expect(await contents.first { _ in true } == Data(("é🙂\n" + text).utf8))
    }

    @Test func `that cannot be written is an error which says why`() {
        let error = #expect(throws: TextOutput.Failure.self) { try TextOutput(descriptor: -1).write("a") }
        #expect(error?.number == EBADF)
        #expect(error?.description == "the output cannot be written: Bad file descriptor")
    }

    @Test func `is written at once as far as a pipe takes it without waiting; a long text ends with its line`() throws {
        for (length, isWhole) in [(TextOutput.atOnce, true), (TextOutput.atOnce + 1, false)] {
            let pipe = Pipe()
            let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
            output.writeNow(String(repeating: "a", count: length))
            try pipe.fileHandleForWriting.close()
            let written = try pipe.fileHandleForReading.readToEnd()
            let text = String(repeating: "a", count: TextOutput.atOnce - 1) + (isWhole ? "a" : "\n")
            #expect(written == Data(text.utf8))
        }
    }
}
