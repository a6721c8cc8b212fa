import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let flood = Workload(
        "flood",
        "tasks that send as fast as they can to one consumer that runs meanwhile",
        axis: "producers",
        baseline: "asyncstream",
        points: [1, 2, 4].map { producers in
            Workload.Point(
                producers,
                [
                    Subject("asyncstream") { count, _ in
                        let (stream, continuation) = AsyncStream<Tick>.makeStream()
                        let consumer = Task {
                            var state = CountState()
                            for await _ in stream { state.count += 1 }
                            return state.count
                        }
                        await produce(count, from: producers) { for _ in 0..<$0 { continuation.yield(.tick) } }
                        continuation.finish()
                        return await consumer.value
                    },
                    Subject("actor") { count, _ in
                        let counter = TickingActor()
                        await produce(count, from: producers) { for _ in 0..<$0 { await counter.handle(.tick) } }
                        return await counter.state.count
                    },
                    Subject("runtime") { count, _ in
                        let runtime = Runtime(Counting(), mailbox: .unbounded)
                        await produce(count, from: producers) { for _ in 0..<$0 { runtime.send(.tick) } }
                        await runtime.shutdown(.drain)
                        return await runtime.state?.count ?? 0
                    },
                    Subject("runtime-deliver") { count, _ in
                        let runtime = Runtime(Counting())
                        await produce(count, from: producers) { for _ in 0..<$0 { await runtime.deliver(.tick) } }
                        await runtime.shutdown(.drain)
                        return await runtime.state?.count ?? 0
                    },
                ]
            )
        }
    )

    /// Has `producers` tasks send their shares of `count`, and returns when all have done so.
    static func produce(
        _ count: Int,
        from producers: Int,
        _ send: @escaping @Sendable (_ share: Int) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<producers {
                group.addTask { await send(share(of: count, among: producers, for: producer)) }
            }
        }
    }

    /// How many of `count` operations the producer with this number does.
    static func share(of count: Int, among producers: Int, for producer: Int) -> Int {
        count / producers + (producer < count % producers ? 1 : 0)
    }
}
