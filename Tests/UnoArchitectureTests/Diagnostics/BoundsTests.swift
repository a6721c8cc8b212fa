import TestSupport
import Testing
import UnoArchitecture

@Suite("Bounds of what belongs to no graph")
struct BoundsTests {
    private let recorder = DiagnosticsRecorder()
    private let bounds = Bounds("limit", of: "a host")

    @Test("A capacity is 1 at least", arguments: [(-3, 1), (0, 1), (1, 1), (2, 2), (.max, .max)])
    func capacity(given: Int, used: Int) {
        recorder { #expect(bounds.usable(given, "states", at: ("a/b.swift", 7)) == used) }
        let message = "The limit states of a host is \(given), which is below 1; 1 is used"
        #expect(recorder.reports.elements.map(\.message) == (given == used ? [] : [message]))
        #expect(recorder.kinds == (given == used ? [] : [.invalidCapacity]))
        #expect(recorder.reports.elements.map(\.line) == (given == used ? [] : [7]))
    }

    @Test(
        "A duration is positive, else a millisecond",
        arguments: [
            (.seconds(-1), .milliseconds(1)), (.zero, .milliseconds(1)), (.nanoseconds(1), .nanoseconds(1)),
            (.seconds(2), .seconds(2)),
        ] as [(Duration, Duration)])
    func duration(given: Duration, used: Duration) {
        recorder { #expect(bounds.usable(given, "wait") == used) }
        let message = "The limit wait of a host is \(given), which is not positive; \(Duration.milliseconds(1)) is used"
        #expect(recorder.reports.elements.map(\.message) == (given == used ? [] : [message]))
        #expect(recorder.kinds == (given == used ? [] : [.negativeDuration]))
    }
}
