import BenchmarkKit
import UnoArchitecture

/// What the chart of the README shows: few subjects, which a reader knows.
extension Workloads {
    static let parts = Workload(
        "parts",
        "features side by side, each of which handles every action; actor is an actor with a list of handlers",
        axis: "parts",
        baseline: "actor",
        points: [
            partsPoint(1, Counting()),
            partsPoint(4, Counting().twice.twice),
            partsPoint(16, Counting().twice.twice.twice.twice),
            partsPoint(64, Counting().twice.twice.twice.twice.twice.twice),
        ]
    )

    static let effects = Workload(
        "effects",
        "effects that change the state, so many at a time; actor is a task for each, which calls an actor",
        operation: "effect",
        axis: "effects at a time",
        baseline: "actor",
        points: [1, 4, 16, 64].map { size in
            Workload.Point(size, [actorEffects(size), runtimeEffects(size), planEffects(size)])
        }
    )

    private static func partsPoint(_ width: Int, _ interactor: some Interactor<CountState, Tick>) -> Workload.Point {
        let plan = PlanMerge(children: Array(repeating: planCounting, count: width))
        return Workload.Point(
            width,
            [
                Subject("actor") { count, _ in
                    let features = SiblingsActor(width: width)
                    for _ in 0..<count { await features.handle(.tick) }
                    return await features.state.count
                },
                RuntimeSubject.burst(interactor, .tick) { $0.count / width },
                Subject("push") { count, _ in
                    let sink = PushSink<CountState>()
                    let actions = PushSubject<Tick>()
                    for _ in 0..<width {
                        let feature = PushScan<CountState, Tick>(CountState(), to: sink.receive) { state, _ in
                            state.count += 1
                        }
                        actions.sink(feature.receive)
                    }
                    for _ in 0..<count { actions.send(.tick) }
                    return sink.count / width
                },
                PlanSubject.burst(plan, Tick.tick, on: .mainActor),
            ]
        )
    }

    private static func actorEffects(_ size: Int) -> Subject {
        Subject("actor") { count, _ in
            let counter = CountingActor()
            for batch in batches(of: count, size) {
                let tasks = (0..<batch).map { _ in Task { await counter.increment() } }
                for task in tasks { await task.value }
            }
            return await counter.count
        }
    }

    private static func runtimeEffects(_ size: Int) -> Subject {
        Subject("runtime") { count, meter in
            let runtime = Runtime(Loading())
            meter.start()
            for batch in batches(of: count, size) {
                let events = (0..<batch).map { _ in runtime.send(.load) }
                for event in events { await event.finish() }
            }
            meter.stop()
            return await runtime.state?.count ?? 0
        }
    }

    /// Counts the states that have arrived, because effects at the same time overwrite each other's.
    private static func planEffects(_ size: Int) -> Subject {
        Subject("plan") { count, meter in
            let (actions, continuation) = AsyncStream<Tick>.makeStream()
            let plan = PlanPerform<CountState, Tick>(initialValue: CountState()) { CountState(count: $0.count + 1) }
            var states = plan.interact(actions).makeAsyncIterator()
            _ = await states.next()
            meter.start()
            var received = 0
            for batch in batches(of: count, size) {
                for _ in 0..<batch { continuation.yield(.tick) }
                for _ in 0..<batch where await states.next() != nil { received += 1 }
            }
            meter.stop()
            continuation.finish()
            return received
        }
    }
}

/// What one writes by hand: an actor that keeps the state and calls each feature's handler in turn.
private actor SiblingsActor {
    private var features: DirectSiblings

    init(width: Int) { features = DirectSiblings(width: width) }

    var state: CountState { features.state }

    func handle(_ action: Tick) { features.handle(action) }
}
