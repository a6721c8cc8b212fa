import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let priority = Workload(
        "priority",
        "an action sent and awaited by a task of high priority, beside eight busy tasks of medium priority",
        baseline: "actor",
        subjects: [
            Subject("actor") { count, meter in
                let counter = TickingActor()
                await besideHogs(&meter) {
                    for _ in 0..<count {
                        await withTaskGroup(of: Void.self) { group in
                            group.addTask { await counter.handle(.tick) }
                        }
                    }
                }
                return await counter.state.count
            },
            Subject("runtime") { count, meter in
                let runtime = Runtime(Counting())
                await besideHogs(&meter) {
                    for _ in 0..<count { await runtime.send(.tick).finish() }
                }
                return await runtime.state?.count ?? 0
            },
            // The action's effect has to run, too.
            Subject("runtime-effect") { count, meter in
                let feature = Interact<CountState, Tick>(initialValue: CountState()) { _, _ in
                    .perform { _, send in await send { $0.count += 1 } }
                }
                let runtime = Runtime(feature)
                await besideHogs(&meter) {
                    for _ in 0..<count { await runtime.send(.tick).finish() }
                }
                return await runtime.state?.count ?? 0
            },
        ]
    )

    private static func besideHogs(_ meter: inout Meter, _ work: @escaping @Sendable () async -> Void) async {
        let hasEnded = Flag()
        let hogs = (0..<8).map { _ in
            Task.detached(priority: .medium) {
                while !hasEnded.isSet {
                    spin(for: .milliseconds(1))
                    await Task.yield()
                }
            }
        }
        meter.start()
        await Task.detached(priority: .high) { await work() }.value
        meter.stop()
        hasEnded.set()
        for hog in hogs { await hog.value }
    }
}
