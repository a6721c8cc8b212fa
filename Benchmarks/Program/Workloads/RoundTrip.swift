import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let roundTrip = Workload(
        "round-trip",
        "an action sent, its state awaited from a subscription; asyncstream is a ping-pong of two tasks",
        operation: "round trip",
        baseline: "asyncstream",
        subjects: [
            BareStreamSubject.pingPong,
            Subject("runtime") { count, meter in
                let runtime = Runtime(Counting())
                var states = runtime.states().makeAsyncIterator()
                var last = await states.next()?.count ?? 0
                meter.start()
                for number in 1...count {
                    runtime.send(.tick)
                    while last < number, let state = await states.next() { last = state.count }
                }
                meter.stop()
                return last
            },
            Subject("stream") { count, meter in
                let (actions, continuation) = AsyncStream<Tick>.makeStream()
                var states = Counting().interact(actions).makeAsyncIterator()
                var last = await states.next()?.count ?? 0
                meter.start()
                for number in 1...count {
                    continuation.yield(.tick)
                    while last < number, let state = await states.next() { last = state.count }
                }
                meter.stop()
                continuation.finish()
                return last
            },
        ]
    )
}
