import BenchmarkKit
import UnoArchitecture

extension Workloads {
    /// The floor is the task of a loop that handles the action on an actor, and one continuation resumed. Left out: the
    /// mailbox and its order, the event's id and its effects, cancellation of the wait, publication of the state.
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
            Subject("floor") { count, _ in
                let counter = TickingActor()
                for _ in 0..<count {
                    await withUnsafeContinuation { end in
                        Task.detached {
                            await counter.handle(.tick)
                            end.resume()
                        }
                    }
                }
                return await counter.state.count
            },
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
