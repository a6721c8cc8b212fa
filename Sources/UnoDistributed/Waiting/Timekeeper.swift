internal import AsyncKit
internal import UnoArchitecture

/// A clock whose moments are durations since this value was made.
struct Timekeeper: Sendable {
    private let clock: GraphClock

    init(_ clock: (any Clock<Duration>)?) { self.clock = clock.map { GraphClock($0) } ?? .continuous }

    var now: Duration { clock.now }

    /// Returns false if the task is cancelled first.
    func sleep(for duration: Duration) async -> Bool { await clock.sleep(for: duration) }

    /// As ``sleep(for:)``, until a moment of this value.
    func sleep(until moment: Duration) async -> Bool { await clock.sleep(until: moment.asWindow) }
}
