import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("Sources of signals", .serialized, .timeLimit(.hang))
struct SignalSourceTests {
    /// Ignored where it is not watched; no other test sends it.
    private static let signal = SIGURG

    private func source(_ hear: @escaping @Sendable () -> Void) async -> SignalSource {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let source = SignalSource(signal: Self.signal) {
            start.yield()
        } handler: {
            hear()
        }
        for await _ in starts { break }
        return source
    }

    @Test func `One that is cancelled hears nothing more, and the others go on`() async throws {
        let heard = Record<Void>()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        var iterator = arrivals.makeAsyncIterator()
        let cancelled = await source { heard.append() }
        let other = await source { arrival.yield() }
        cancelled.cancel()
        for _ in 1...20 {
            kill(getpid(), Self.signal)
            _ = await iterator.next()
        }
        other.cancel()
        #expect(heard.count == 0)
    }

    @Test func `A single signal is watched as several are`() async {
        let arrivals = await SignalSource.watch([Self.signal])
        kill(getpid(), Self.signal)
        for await number in arrivals {
            #expect(number == Self.signal)
            break
        }
    }

    @Test("Signals are watched from the moment that `watch` returns")
    func signals() async {
        let arrivals = await SignalSource.watch([SIGUSR1, SIGUSR2])
        kill(getpid(), SIGUSR2)
        for await number in arrivals {
            #expect(number == SIGUSR2)
            break
        }
    }
}
