import Testing

@testable import UnoDistributed

@Suite("For how long a host has been silent")
struct SilenceTests {
    private let start = Duration.seconds(1_000)

    private func silence() -> Silence {
        var silence = Silence(limit: .seconds(10), pause: .seconds(1))
        silence.replied(at: start)
        return silence
    }

    @Test("counts from the first of the calls that fail one after the other, however long each takes")
    func counts() {
        for length in [Duration.zero, .seconds(10)] {
            var (silence, now, last) = (silence(), start, Duration.zero)
            for _ in 1...8 {
                last = silence.failed(since: now, at: now + length)
                now += length + .seconds(1)
            }
            #expect(last == now - start - .seconds(1))
            silence.replied(at: now)
            #expect(silence.failed(since: start, at: now + .seconds(1)) == .seconds(1))
        }
    }

    @Test("begins anew when nothing was asked for a time, or the machine slept in a pause or in a call")
    func beginsAnew() {
        let hour = Duration.seconds(3_600)
        var idle = silence()
        _ = idle.failed(since: start, at: start + .seconds(1))
        #expect(idle.failed(since: start + hour, at: start + hour + .seconds(2)) == .seconds(2))
        var asleep = silence()
        _ = asleep.failed(since: start, at: start + .seconds(1))
        // The call was made before the machine slept: no more than the limit of a call counts.
        #expect(asleep.failed(since: start + .seconds(2), at: start + hour) == .seconds(10))
        #expect(asleep.failed(since: start + hour, at: start + hour + .seconds(5)) == .seconds(15))
    }

    @Test("counts on when a call in between was given up")
    func goesOn() {
        var silence = silence()
        _ = silence.failed(since: start, at: start + .seconds(10))
        #expect(silence.failed(since: start + .seconds(21), at: start + .seconds(31)) == .seconds(31))
    }
}
