import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Debouncing a sequence", .timeLimit(.hang))
struct DebouncedSequenceTests {
    static let table = [
        ("ab--c|", "---b-[c|]"), ("a---b-^", "--a---[b^]"), ("[abc]--|", "--c|"), ("ab--c|", "---b;"), ("-", ""),
    ]

    @Test("emits an element that no other follows within the interval", arguments: table)
    func debounced(input: String, output: String) async {
        await validate(input, yields: output) { $0.input.debounce(for: .steps(2), clock: $0.clock) }
    }

    @Test("works with a clock whose type is erased", arguments: table)
    func anyClock(input: String, output: String) async {
        await validate(input, yields: output) { scene in
            let clock: any Clock<Duration> = scene.clock
            return scene.input.debounce(for: .steps(2), clock: clock)
        }
    }

    @Test("passes everything through if the interval is zero") func zero() async throws {
        await validate("ab--c|", yields: "ab--c|") { $0.input.debounce(for: .zero, clock: $0.clock) }
        let (stream, source) = AsyncStream<Int>.makeStream()
        for number in 0..<3 { source.yield(number) }
        source.finish()
        #expect(await stream.debounce(for: .zero).reduce(into: []) { $0.append($1) } == [0, 1, 2])
    }
}
