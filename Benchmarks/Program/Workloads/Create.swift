import AllocationCounter
import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let create = Workload(
        "create",
        "runtimes that wait for their first action; asyncstream is a stream and a task that iterates it",
        operation: "instance",
        axis: "instances",
        baseline: "asyncstream",
        points: [10_000, 100_000].map { instances in
            Workload.Point(
                instances,
                isSlow: instances > 10_000,
                [
                    Subject("asyncstream", fixedCount: instances) { count, meter in
                        var kept: [WaitingStream] = []
                        kept.reserveCapacity(count)
                        measureMemory(of: count, &meter) { for _ in 0..<count { kept.append(WaitingStream()) } }
                        for waiting in kept { await waiting.end() }
                        return kept.count
                    },
                    Subject("runtime", fixedCount: instances) { count, meter in
                        var kept: [Runtime<CountState, Tick>] = []
                        kept.reserveCapacity(count)
                        measureMemory(of: count, &meter) { for _ in 0..<count { kept.append(Runtime(Counting())) } }
                        for runtime in kept { await runtime.shutdown(.cancel) }
                        return kept.count
                    },
                ]
            )
        }
    )

    /// Measures `make`, and the growth of the resident set that it causes.
    private static func measureMemory(of count: Int, _ meter: inout Meter, _ make: () -> Void) {
        // Otherwise `make` would reuse freed memory, and the resident set would not grow.
        return_free_memory()
        let before = residentBytes()
        meter.start()
        make()
        meter.stop()
        guard let before, let after = residentBytes() else { return }
        meter.bytesEach = Double(after - before) / Double(count)
    }
}

/// The smallest object that waits for an action, without this package.
private struct WaitingStream {
    let continuation: AsyncStream<Tick>.Continuation
    let task: Task<Int, Never>

    init() {
        let (stream, continuation) = AsyncStream<Tick>.makeStream()
        self.continuation = continuation
        task = Task {
            var state = CountState()
            for await _ in stream { state.count += 1 }
            return state.count
        }
    }

    func end() async {
        continuation.finish()
        _ = await task.value
    }
}
