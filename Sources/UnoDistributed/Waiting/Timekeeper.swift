internal import AsyncKit
internal import UnoArchitecture

/// A clock whose moments are durations since this value was made.
struct Timekeeper: Sendable {
    private let clock: AnyClock<Duration>
    private let start: AnyClock<Duration>.Instant

    init(_ clock: (any Clock<Duration>)?) {
        self.clock = clock.map { AnyClock($0) } ?? AnyClock(ContinuousClock())
        start = self.clock.now
    }

    var now: Duration { start.duration(to: clock.now) }

    /// Returns false if the task is cancelled first.
    func sleep(for duration: Duration) async -> Bool { (try? await clock.sleep(for: duration.asWindow)) != nil }

    func sleep(until moment: Duration) async -> Bool {
        (try? await clock.sleep(until: start.advanced(by: moment.asWindow), tolerance: nil)) != nil
    }
}
