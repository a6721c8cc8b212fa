import TestSupport
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite("What a trace releases", .timeLimit(.hang))
struct TraceReleaseTests {
    /// Uses the trace when it is released.
    private final class Last: Sendable {
        let trace: TraceObserver
        let released: Record<Void>
        init(_ trace: TraceObserver, _ released: Record<Void>) { (self.trace, self.released) = (trace, released) }
        deinit {
            trace.flush()
            released.append()
        }
    }

    @Test func `An action that uses the trace when it is released may do so`() async throws {
        let (file, released) = (TraceObserverTests.TraceFileOfTest(), Record<Void>())
        let trace = try TraceObserver(writingTo: file.url, actions: .names, delay: nil)
        let feature = Interact<Int, Last>(initialValue: 0) { count, _ in
            count += 1
            return .state
        }
        let runtime = Runtime(feature, observer: trace)
        await runtime.send(Last(trace, released)).finish()
        await runtime.shutdown(.drain)
        trace.flush()
        await released.waitFor(1)
        trace.close()
        #expect(file.text.hasSuffix("\n]\n"))
    }
}
