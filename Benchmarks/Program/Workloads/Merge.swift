import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let merge = Workload(
        "merge",
        "counters merged by a builder, each of which counts every action; asyncstream is one stage",
        axis: "width",
        baseline: "asyncstream",
        points: [
            mergePoint(1, Counting(), CountingReducer()),
            mergePoint(2, Counting().twice, CountingReducer().twice),
            mergePoint(4, Counting().twice.twice, CountingReducer().twice.twice),
            mergePoint(16, Counting().twice.twice.twice.twice, CountingReducer().twice.twice.twice.twice),
            mergePoint(
                64,
                Counting().twice.twice.twice.twice.twice.twice,
                CountingReducer().twice.twice.twice.twice.twice.twice
            ),
            mergePoint(
                256,
                Counting().twice.twice.twice.twice.twice.twice.twice.twice,
                CountingReducer().twice.twice.twice.twice.twice.twice.twice.twice
            ),
        ]
    )

    static let mergeMany = Workload(
        "merge-many",
        "counters merged from a loop; asyncstream is one stage; runtime-bounded has a reader of each step's state",
        axis: "width",
        baseline: "asyncstream",
        points: [1, 4, 16, 64, 256].map { width in
            let reducer = ReducerArray(
                children: Array(repeating: CountingReducer(), count: width),
                initialState: CountState()
            )
            return mergePoint(width, ManyCounting(width: width), reducer)
        }
    )

    private static func mergePoint(
        _ width: Int,
        _ interactor: some Interactor<CountState, Tick>,
        _ reducer: some Reducer<CountState, Tick>
    ) -> Workload.Point {
        let plan = PlanMerge(children: Array(repeating: planCounting, count: width))
        return Workload.Point(
            width,
            [
                DirectSubject.loop(DirectSiblings(width: width), .tick),
                ReducerSubject.loop(reducer, .tick) { $0.count / width },
                BareStreamSubject.stage(DirectSiblings(width: width), .tick),
                StreamSubject.burst(interactor, .tick) { $0.count / width },
                RuntimeSubject.burst(interactor, .tick) { $0.count / width },
                Subject("runtime-bounded") { count, meter in
                    let runtime = Runtime(interactor)
                    let states = runtime.states(.bounded(64))
                    let reader = Task { await states.reduce(0) { $1.count } }
                    meter.start()
                    for _ in 0..<count { await runtime.deliver(.tick) }
                    await runtime.shutdown(.drain)
                    return await reader.value / width
                },
            ] + PlanSubject.burst(plan, Tick.tick)
        )
    }
}
