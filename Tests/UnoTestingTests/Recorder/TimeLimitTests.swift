import TestSupport
import Testing
import UnoTesting

@Suite("A limit of time", .timeLimit(.hang))
struct TimeLimitTests {
    @Test func `is not used up by many operations that take none of it`() async {
        let limit = TimeLimit(.seconds(1_000))
        for _ in 0..<150 { #expect(await limit.isKept { true }) }
    }

    @Test func `is over at once without any, and may be years`() async {
        #expect(await !TimeLimit(.zero).isKept { true })
        #expect(await !isDone(within: .zero, on: TestClock()) { true })
        #expect(TimeLimit(.seconds(Int64.max)).timeout > .seconds(365 * 86_400))
    }
}
