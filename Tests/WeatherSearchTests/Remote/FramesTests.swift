import Testing

@testable import WeatherSearch

@Suite("Frames")
struct FramesTests {
    private let limit = 1 << 20

    @Test(arguments: [1, 2, 3, 5, 1_000]) func `come out as they went in, however the bytes are cut`(step: Int) throws {
        let contents: [[UInt8]] = [[1], [2, 3], Array(repeating: 9, count: 300)]
        let bytes = try contents.flatMap { try Frames.frame($0, limit: limit) }
        var frames = Frames(limit: limit)
        var result: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            result += try frames.append(Array(bytes[start..<min(start + step, bytes.count)]))
        }
        try frames.finish()
        #expect(result == contents)
    }

    @Test func `begin with the length, the most significant byte first`() throws {
        #expect(try Frames.frame(Array(repeating: 7, count: 258), limit: limit).prefix(5) == [0, 0, 1, 2, 7])
    }

    @Test func `that are empty or longer than the limit are refused on both sides`() throws {
        #expect(try Frames.frame(repeatElement(0, count: limit), limit: limit).count == limit + 4)
        var frames = Frames(limit: limit)
        #expect(throws: FrameError.empty) { try frames.append([0, 0, 0, 0]) }
        frames = Frames(limit: limit)
        #expect(throws: FrameError.tooLong(0x7B22_6E75, limit: limit)) { try frames.append(Array(#"{"nu"#.utf8)) }
        #expect(throws: FrameError.empty) { try Frames.frame([], limit: limit) }
        let count = limit + 1
        #expect(throws: FrameError.tooLong(count, limit: limit)) {
            try Frames.frame(repeatElement(0, count: count), limit: limit)
        }
    }

    @Test func `that are cut short are told from a regular end`() throws {
        var frames = Frames(limit: limit)
        #expect(try frames.append([0, 0, 0, 2, 1]) == [])
        #expect(throws: FrameError.cutShort(received: 5)) { try frames.finish() }
    }
}
