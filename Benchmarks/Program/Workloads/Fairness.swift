import BenchmarkKit
import Synchronization
import UnoArchitecture
import UnoLifting

extension Workloads {
    static let fairness = Workload(
        "fairness",
        "turns of a task beside four hosts that are flooded, and whose handlers take 20 µs",
        operation: "turn",
        baseline: "actor",
        subjects: [
            // Its callers yield after 50 calls, a millisecond; on their own they would keep their threads.
            Subject("actor") { count, meter in
                let actors = (0..<4).map { _ in SlowActor() }
                let floods = actors.map { slow in
                    Flood {
                        for _ in 0..<50 { await slow.handle() }
                        await Task.yield()
                    }
                }
                return await turns(count, &meter, beside: floods)
            },
            Subject("runtime") { count, meter in
                let runtimes = (0..<4).map { _ in Runtime(slowFeature) }
                let turns = await turns(
                    count,
                    &meter,
                    beside: runtimes.map { slow in Flood { await slow.deliver(.tick) } }
                )
                for runtime in runtimes { await runtime.shutdown(.cancel) }
                return turns
            },
            // Each action leads to the next one.
            Subject("runtime-self-feeding") { count, meter in
                let runtimes = (0..<4).map { _ in Runtime(selfFeedingFeature) }
                for runtime in runtimes { runtime.send(.tick) }
                let turns = await turns(count, &meter, beside: [])
                for runtime in runtimes { await runtime.shutdown(.cancel) }
                return turns
            },
        ]
    )

    /// A call of a host, made again and again.
    private struct Flood: Sendable {
        let call: @Sendable () async -> Void
    }

    /// Lets a task have `count` turns while each of `floods` is called again and again.
    private static func turns(
        _ count: Int,
        _ meter: inout Meter,
        beside floods: [Flood]
    ) async -> Int {
        let hasEnded = Flag()
        let producers = floods.map { flood in
            Task.detached { while !hasEnded.isSet { await flood.call() } }
        }
        @Sendable func haveTurns(_ count: Int) async {
            for _ in 0..<count { await Task.yield() }
        }
        // The first turns begin the flood. In a task, because the caller may have a thread of its own.
        await Task.detached { await haveTurns(8) }.value
        meter.start()
        await Task.detached { await haveTurns(count) }.value
        meter.stop()
        hasEnded.set()
        for producer in producers { await producer.value }
        return count
    }

    private static var slowFeature: Interact<Int, Tick> {
        Interact(initialValue: 0) { state, _ in
            state += 1
            spin(for: .microseconds(20))
            return .state
        }
    }

    private static var selfFeedingFeature: Store<Int, Tick> {
        Store(
            initialValue: 0,
            reducer: UnoLifting.Reducer { _, state in
                state += 1
                spin(for: .microseconds(20))
            },
            middleware: AnyMiddleware { action, _, _ in .pure(action) }
        )
    }

    private actor SlowActor {
        func handle() { Workloads.spin(for: .microseconds(20)) }
    }

    /// Keeps the thread busy.
    static func spin(for duration: Duration) {
        let clock = ContinuousClock()
        let end = clock.now + duration
        while clock.now < end {}
    }
}

/// Ends the tasks that run beside what is measured.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
