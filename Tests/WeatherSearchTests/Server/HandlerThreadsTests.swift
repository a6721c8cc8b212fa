import TestSupport
import Testing

@testable import WeatherSearch

/// Says when it is released.
private final class Mark: Sendable {
    private let releases: Record<Void>

    init(_ releases: Record<Void>) { self.releases = releases }
    deinit { releases.append() }
}

@Suite("Threads for handlers", .timeLimit(.hang))
struct HandlerThreadsTests {
    @Test func `let go of each job that has run, so that nothing keeps the executor`() async {
        let (threads, releases) = (HandlerThreads(count: 2), Record<Void>())
        for _ in 0..<10 {
            let mark = Mark(releases)
            threads.enqueue { withExtendedLifetime(mark) {} }
        }
        await releases.waitFor(10)
        #expect(releases.count == 10)
        withExtendedLifetime(threads) {}
    }
}
