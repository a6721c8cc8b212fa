import BenchmarkKit
import UnoArchitecture

extension Workloads {
    /// The floor is a lossless buffer for each subscriber, and one wake-up for all that it holds. Left out: the mailbox and
    /// the step, a bound that holds the producer back, subscribers that come and go, cancellation.
    static let subscribers = Workload(
        "subscribers",
        "states fanned out to tasks that take every one; asyncstream is a continuation a subscriber",
        axis: "subscribers",
        baseline: "asyncstream",
        points: [1, 10, 100].map { subscribers in
            Workload.Point(
                subscribers,
                [
                    Subject("asyncstream") { count, _ in
                        let streams = (0..<subscribers).map { _ in AsyncStream<CountState>.makeStream() }
                        let consumers = streams.map { stream in Task { await last(of: stream.stream) } }
                        var state = CountState()
                        for _ in 0..<count {
                            state.count += 1
                            for stream in streams { stream.continuation.yield(state) }
                        }
                        for stream in streams { stream.continuation.finish() }
                        return await smallest(consumers)
                    },
                    Subject("floor") { count, _ in
                        let buffers = (0..<subscribers).map { _ in HandOff<CountState>() }
                        let consumers = buffers.map { buffer in Task { await last(of: buffer) } }
                        var state = CountState()
                        for _ in 0..<count {
                            state.count += 1
                            for buffer in buffers { buffer.send(state) }
                        }
                        for buffer in buffers { buffer.finish() }
                        return await smallest(consumers)
                    },
                    runtime("runtime", subscribers, .bounded(64)),
                    runtime("runtime-unbounded", subscribers, .unbounded),
                    runtime("runtime-latest", subscribers, .latest),
                ]
            )
        }
    )

    private static func runtime(_ name: String, _ subscribers: Int, _ policy: SubscriptionPolicy) -> Subject {
        Subject(name) { count, meter in
            let runtime = Runtime(Counting())
            let consumers = (0..<subscribers).map { _ in
                let states = runtime.states(policy)
                return Task { await last(of: states) }
            }
            meter.start()
            for _ in 0..<count { await runtime.deliver(.tick) }
            await runtime.shutdown(.drain)
            return await smallest(consumers)
        }
    }

    private static func last(of states: AsyncStream<CountState>) async -> Int {
        var last = 0
        for await state in states { last = state.count }
        return last
    }

    private static func last(of states: HandOff<CountState>) async -> Int {
        var last = 0
        while let state = await states.next().last { last = state.count }
        return last
    }

    private static func smallest(_ consumers: [Task<Int, Never>]) async -> Int {
        var smallest = Int.max
        for consumer in consumers { smallest = min(smallest, await consumer.value) }
        return smallest
    }
}
