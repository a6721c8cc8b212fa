import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("The lines of a pipe", .timeLimit(.hang))
struct StandardInputLinesTests {
    @Test func `come in order, and one that is too long is discarded`() async throws {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        let input = Data("par\n".utf8) + Data(repeating: UInt8(ascii: "x"), count: 4 << 20) + Data("\nber\nend".utf8)
        Thread.detachNewThread {
            try? writer.write(contentsOf: input)
            try? writer.close()
        }
        var lines: [InputLine] = []
        for await line in StandardInputLines(descriptor: pipe.fileHandleForReading.fileDescriptor) {
            lines.append(line)
        }
        #expect(lines == [.text("par"), .tooLong, .text("ber"), .text("end")])
    }

    @Test("An input that cannot be read has no lines, and ends")
    func unreadable() async { for await line in StandardInputLines(descriptor: -1) { Issue.record("\(line)") } }
}
