import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let effect = Workload(
        "effect",
        "an effect that changes the state, started and awaited one at a time",
        operation: "effect",
        baseline: "task-and-actor",
        subjects: [
            Subject("task-and-actor") { count, _ in
                let counter = CountingActor()
                for _ in 0..<count { await Task { await counter.increment() }.value }
                return await counter.count
            },
            Subject("floor") { count, _ in
                let floor = EffectFloor()
                for _ in 0..<count { await floor.load() }
                return await floor.count
            },
            Subject("runtime") { count, meter in
                let runtime = Runtime(Loading())
                meter.start()
                for _ in 0..<count { await runtime.send(.load).finish() }
                meter.stop()
                return await runtime.state?.count ?? 0
            },
            Subject("stream") { count, _ in
                let (actions, continuation) = AsyncStream<Loading.Action>.makeStream()
                var states = Loading().interact(actions).makeAsyncIterator()
                var last = 0
                for number in 1...count {
                    continuation.yield(.load)
                    while last < number, let state = await states.next() { last = state.count }
                }
                continuation.finish()
                return last
            },
        ]
    )

    static let effectsInFlight = Workload(
        "effects-in-flight",
        "the same, 1,000 effects at a time",
        operation: "effect",
        baseline: "task-and-actor",
        subjects: [
            Subject("task-and-actor") { count, _ in
                let counter = CountingActor()
                for batch in batches(of: count) {
                    let tasks = (0..<batch).map { _ in Task { await counter.increment() } }
                    for task in tasks { await task.value }
                }
                return await counter.count
            },
            Subject("floor") { count, _ in
                let floor = EffectFloor()
                for batch in batches(of: count) {
                    let ends = HandOff<Void>()
                    for _ in 0..<batch { floor.start { ends.send(()) } }
                    var ended = 0
                    while ended < batch { ended += await ends.next().count }
                }
                return await floor.count
            },
            Subject("runtime") { count, meter in
                let runtime = Runtime(Loading())
                meter.start()
                for batch in batches(of: count) {
                    let events = (0..<batch).map { _ in runtime.send(.load) }
                    for event in events { await event.finish() }
                }
                meter.stop()
                return await runtime.state?.count ?? 0
            },
        ]
    )

    /// The cost of an effect must not depend on the number of effects that wait before it.
    static let turns = Workload(
        "turns",
        "effects that wait their turn, 100 at a time and 16,000 at a time",
        operation: "effect",
        baseline: "few",
        subjects: [turns("few", atATime: 100), turns("many", atATime: 16_000)]
    )

    private static func turns(_ name: String, atATime size: Int) -> Subject {
        Subject(name, fixedCount: 32_000) { count, meter in
            let runtime = Runtime(Queueing())
            meter.start()
            for batch in batches(of: count, size) { await runtime.send(batch).finish() }
            meter.stop()
            return await runtime.state?.count ?? 0
        }
    }

    /// `count`, split into batches.
    static func batches(of count: Int, _ size: Int = 1_000) -> [Int] {
        stride(from: 0, to: count, by: size).map { min(size, count - $0) }
    }
}

/// Starts the number of effects that an action carries, one after the other.
private struct Queueing: Interactor {
    var body: some Interactor<CountState, Int> {
        Interact(initialValue: CountState()) { _, count in
            .merge(
                (0..<count).map { _ in
                    .perform(id: 0, policy: .waitTurn) { _, send in await send { $0.count += 1 } }
                }
            )
        }
    }
}

/// Counts in an effect, like a feature that loads data.
struct Loading: Interactor {
    enum Action: Sendable { case load }

    var body: some Interactor<CountState, Action> {
        Interact(initialValue: CountState()) { _, _ in
            .perform { _, send in await send { $0.count += 1 } }
        }
    }
}

actor CountingActor {
    private(set) var count = 0

    func increment() { count += 1 }
}
