import AllocationCounter
import BenchmarkKit
import UnoArchitecture
import UnoPresentation

extension Workloads {
    /// The floor is what every runtime needs: an actor, a mailbox with its lock, and a box for the state. Left out: a part for
    /// each interactor, the table of tasks, the broadcast of states, limits, observers, clocks and dependencies.
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
                    Subject("floor", fixedCount: instances) { count, meter in
                        var kept: [RuntimeFloor] = []
                        kept.reserveCapacity(count)
                        measureMemory(of: count, &meter) { for _ in 0..<count { kept.append(RuntimeFloor()) } }
                        return kept.count
                    },
                    Subject("runtime", fixedCount: instances) { count, meter in
                        var kept: [Runtime<CountState, Tick>] = []
                        kept.reserveCapacity(count)
                        measureMemory(of: count, &meter) { for _ in 0..<count { kept.append(Runtime(Counting())) } }
                        for runtime in kept { await runtime.shutdown(.cancel) }
                        return kept.count
                    },
                    Subject("viewmodel", fixedCount: instances) { count, meter in
                        var models = await MainActor.run {
                            var kept: [DirectViewModel<Tick, CountState>] = []
                            kept.reserveCapacity(count)
                            measureMemory(of: count, &meter) {
                                for _ in 0..<count { kept.append(DirectViewModel(Counting(), instances: .many)) }
                            }
                            return kept
                        }
                        for model in models { await model.finish() }
                        models = []
                        // They release their graphs on the main actor, which is not to count as the next subject's memory.
                        await MainActor.run {}
                        return count
                    },
                ]
            )
        }
    )

    /// Measures `make`, and the memory that it leaves occupied.
    private static func measureMemory(of count: Int, _ meter: inout Meter, _ make: () -> Void) {
        let before = allocated_bytes()
        meter.start()
        make()
        meter.stop()
        guard before >= 0 else { return }
        meter.bytesEach = Double(allocated_bytes() - before) / Double(count)
    }
}

/// The objects that no runtime can do without.
private actor RuntimeFloor {
    private let mailbox = HandOff<Tick>()
    private let state = StateBox()
}

private final class StateBox {
    var state = CountState()
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
