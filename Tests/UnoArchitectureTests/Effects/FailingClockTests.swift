import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A clock that fails to sleep", .timeLimit(.hang))
struct FailingClockTests {
    private let clock = ManualClock { _, _ in throw CancellationError() }

    @Test("does not make a time limit endless in silence") func timeout() async {
        let diagnostics = DiagnosticsRecorder()
        let result = await diagnostics.during {
            await Result {
                try await withTimeout(.milliseconds(1), clock: clock) {
                    let never = AsyncStream<Int> { _ in }
                    for await _ in never {}
                    throw CancellationError()
                }
            }
        }
        #expect(throws: TimeoutError.self) { try result.get() }
        #expect(diagnostics.kinds == [.unreliableClock])
    }

    @Test("of a throttled emission is reported, as that of a debounced one is") func throttle() async {
        let (executor, diagnostics) = (ControlledExecutor(), DiagnosticsRecorder())
        let runtime = diagnostics {
            Runtime(
                Interact<Int, Int>(initialValue: 0) { state, number in
                    state += number
                    return Emission<Int>.state.throttle(id: "window", for: .seconds(60), clock: clock)
                },
                executor: .on(executor))
        }
        executor.settle(runtime.send(1))
        #expect(diagnostics.kinds == [.unreliableClock])
        executor.runFreely()
        await runtime.shutdown(.drain)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
