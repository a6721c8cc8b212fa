import BenchmarkKit
import UnoArchitecture
import UnoStorage

extension Workloads {
    static let shared = Workload(
        "shared",
        "a shared value that graphs observe, until all of them have its last value; asyncstream is a continuation each",
        axis: "observers",
        baseline: "asyncstream",
        points: [1, 10, 100].map { observers in
            Workload.Point(
                observers,
                [
                    Subject("asyncstream") { count, _ in
                        let streams = (0..<observers).map { _ in
                            AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
                        }
                        let consumers = streams.map { stream in Task { await stream.stream.first { $0 == count } } }
                        for value in 1...count {
                            for stream in streams { stream.continuation.yield(value) }
                        }
                        var smallest = Int.max
                        for consumer in consumers { smallest = min(smallest, await consumer.value ?? 0) }
                        return smallest
                    },
                    Subject("runtime") { count, meter in
                        let shared = Shared(0)
                        let runtimes = (0..<observers).map { _ in Runtime(observer(of: shared)) }
                        meter.start()
                        for _ in 0..<count { shared.update { $0 += 1 } }
                        var smallest = Int.max
                        for runtime in runtimes {
                            smallest = min(smallest, await runtime.states().first { $0 == count } ?? 0)
                        }
                        meter.stop()
                        for runtime in runtimes { await runtime.shutdown(.cancel) }
                        return smallest
                    },
                ]
            )
        }
    )

    private static func observer(of shared: Shared<Int>) -> some Interactor<Int, Tick> {
        Interact<Int, Tick>(initialValue: 0) { _, _ in .none }.observing(shared)
    }
}
