import Testing

@testable import WeatherSearch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("What a server reports")
struct ServerReportTests {
    /// A pipe whose reader reads only what the test reads.
    private struct Pipe: ~Copyable {
        let source: Int32
        let sink: Int32

        init() {
            var ends: [Int32] = [0, 0]
            precondition(pipe(&ends) == 0)
            (source, sink) = (ends[0], ends[1])
            _ = fcntl(source, F_SETFL, fcntl(source, F_GETFL) | O_NONBLOCK)
        }

        deinit {
            close(source)
            close(sink)
        }

        /// Everything that is in it.
        func read() -> String {
            var (bytes, all) = ([UInt8](repeating: 0, count: 65_536), [UInt8]())
            while true {
                let count = bytes.withUnsafeMutableBytes { systemRead(source, $0.baseAddress, $0.count) }
                guard count > 0 else { return String(decoding: all, as: UTF8.self) }
                all += bytes.prefix(count)
            }
        }
    }

    @Test func `is written whole, and dropped instead of waiting for a reader`() {
        let pipe = Pipe()
        let output = TextOutput(descriptor: pipe.sink)
        let lines = (0..<10_000).map { "the line \($0) of a server\n" }
        for line in lines { output.writeNow(line) }
        let first = pipe.read()
        // The system says how many; each is whole, and none comes after one that was dropped.
        #expect(first.count > 1_000 && lines.joined().hasPrefix(first) && first.hasSuffix("\n"))
        #expect(first.utf8.count < 10_000 * 20)
        output.writeNow("after that\n")
        #expect(pipe.read() == "after that\n")
    }

    @Test func `is cut if it is long, and still a line`() {
        let pipe = Pipe()
        TextOutput(descriptor: pipe.sink).writeNow(String(repeating: "x", count: 100_000) + "\n")
        #expect(pipe.read() == String(repeating: "x", count: TextOutput.atOnce - 1) + "\n")
    }
}

/// `read(2)`, which is shadowed by the method `read`.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
