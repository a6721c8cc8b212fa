import Foundation
import Testing

@testable import UnoInspector

@Suite("The file of a trace")
struct TraceFileTests {
    @Test(arguments: [
        ("", ""), ("[", ""), ("[\n", "["), ("[\n{1}", "["), ("[\n{1},", "["), ("[\n{1},\n", "[\n{1}"),
        ("[\n{1},\n{2", "[\n{1}"), (",", ""), (",\n{1", ""), (",\n{1},\n{2}", ",\n{1}"),
    ])
    func `of events that are written in part, the whole ones are kept`(written: String, kept: String) {
        // Whether the last event is complete is not known; it is left out.
        let bytes = Array(written.utf8)
        #expect(String(decoding: bytes.prefix(TraceFile.wholeEvents(in: bytes[...])), as: UTF8.self) == kept)
    }

    @Test(arguments: [0, 1, 4]) func `loses its last bytes, and nothing of the rest`(count: Int) throws {
        let file = TraceObserverTests.TraceFileOfTest()
        do {
            let trace = try TraceFile(file.url.path)
            for events in ["[\n", "{1},\n"] { try trace.write(Array(events.utf8)) }
            trace.removeEnd(count)
        }
        #expect(file.text == "[\n{1},\n".dropLast(count))
    }

    @Test(arguments: ["/no/such/folder/cart.trace", "/"])
    func `that cannot be made is refused with its path and the reason`(path: String) {
        let error = #expect(throws: TraceFileError.self) { try TraceObserver(writingTo: URL(filePath: path)) }
        #expect(error?.path == path)
        #expect(error.map { "\($0)" } == error.map { "the trace \(path) cannot be written: \($0.reason)" })
        #expect(error?.reason.isEmpty == false)
    }

    @Test func `is no pipe, whose reader would end the process by going`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString).pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let error = #expect(throws: TraceFileError.self) { try TraceObserver(writingTo: URL(filePath: path)) }
        #expect(error?.path == path)
    }
}
