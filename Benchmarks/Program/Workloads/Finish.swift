import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let finish = Workload(
        "finish",
        "an action sent and its event awaited; the alternatives are a task awaited and an actor called",
        baseline: "task",
        subjects: [
            Subject("actor") { count, _ in
                let counter = TickingActor()
                for _ in 0..<count { await counter.handle(.tick) }
                return await counter.state.count
            },
            Subject("task") { count, _ in
                let counter = TickingActor()
                for _ in 0..<count { await Task.detached { await counter.handle(.tick) }.value }
                return await counter.state.count
            },
            BareStreamSubject.pingPong.named("asyncstream-ping-pong"),
            Subject("runtime") { count, meter in
                let runtime = Runtime(Counting())
                meter.start()
                for _ in 0..<count { await runtime.send(.tick).finish() }
                meter.stop()
                return await runtime.state?.count ?? 0
            },
        ]
    )
}
