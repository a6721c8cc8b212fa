import AsyncKit
import Foundation
import Testing

@testable import UnoArchitecture
@testable import UnoInspector

@Suite("The writer of a trace")
struct TraceWriterTests {
    private struct Silent: RuntimeObserver {}

    @Test("gives every step a length, also one that is told after the end of its runtime")
    func lengths() throws {
        let text = #"{"name": "cart", "instance": 1}"#
        let runtime = try JSONDecoder().decode(RuntimeIdentity.self, from: Data(text.utf8))
        let file = TraceObserverTests.TraceFileOfTest()
        var writer = TraceWriter(try TraceFile(file.url.path), showing: .redacted)
        let buffer = LockedField(TraceBuffer())
        let now = StepClock.now
        let timed = TimedStep(cause: .sent, event: 1, effect: nil, began: now, taken: 0)
        let step = TraceNews.Step(StepRecord(timed, ObserverLink(runtime, Silent())), ended: now)
        let told: [TraceNews] = [
            .runtime(runtime), .step(step, of: 1), .shutdown(.drained, of: 1, at: now), .step(step, of: 1),
        ]
        for news in told { _ = buffer.withLock { $0.add(news) } }
        try writer.close(buffer)
        #expect(try WrittenTrace(file.url).steps.map { ($0.end ?? 0) - $0.start } == [1, 1])
    }
}
