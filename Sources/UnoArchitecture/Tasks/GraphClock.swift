/// The clock of a graph, its type hidden: one word, so that a host can be given one at no cost to the others.
final class GraphClock: Sendable {
    static let continuous = GraphClock(ContinuousClock())

    private let sleepFor: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        sleepFor = { try await clock.sleep(for: $0) }
    }

    /// Returns when `duration` is over; false if the task is cancelled, or the clock fails.
    func sleep(for duration: Duration) async -> Bool { (try? await sleepFor(duration)) != nil }
}
