import AllocationCounter
import BenchmarkKit
import Synchronization
import UnoArchitecture
import UnoOperation

/// A process that has a runtime for each key that anyone has used: what an idle key costs, and a look at all of them.
extension Workloads {
    /// The bytes are resident memory, by `/proc/self/statm`, after every runtime has handled an action and come to rest.
    static let group = Workload(
        "group",
        "keys that have handled one action and are idle, in resident bytes; the alternative is a dictionary of actors",
        operation: "key",
        axis: "keys",
        baseline: "actors",
        points: [4_000, 100_000].map { keys in
            Workload.Point(
                keys,
                isSlow: keys > 4_000,
                [
                    Subject("actors", fixedCount: keys) { count, meter in
                        let actors = ActorsByKey()
                        await measureResidence(of: count, &meter) {
                            for key in 0..<count { await actors[key].handle(.tick) }
                        }
                        return actors.count
                    },
                    Subject("group", fixedCount: keys) { count, meter in
                        await use(RuntimeGroup { (_: Int) in Runtime(Counting()) }, count, &meter)
                    },
                    Subject("group-limited", fixedCount: keys) { count, meter in
                        let group = RuntimeGroup(
                            atMost: count, then: .passivateLongestUnused, passivateAfter: .seconds(3_600)
                        ) { (_: Int) in Runtime(Counting()) }
                        return await use(group, count, &meter)
                    },
                ]
            )
        }
    )

    /// The runtimes are those of an observed process: each has an effect in flight, and other tasks send to all of them.
    static let groupSnapshots = Workload(
        "group-snapshots",
        "one look at the 400 runtimes of a group: all at rest; each with an effect, while other tasks send to them",
        operation: "look",
        baseline: "at-rest",
        subjects: [
            Subject("at-rest") { count, meter in
                let group = RuntimeGroup { (_: Int) in Runtime(Counting()) }
                for key in 0..<400 { _ = try? await group.deliver(.tick, to: key) }
                let looks = look(at: group, count, &meter)
                await group.shutdown(.cancel, within: .seconds(5))
                return looks
            },
            Subject("under-load") { count, meter in
                let group = RuntimeGroup { (_: Int) in Runtime(Observing()) }
                for key in 0..<400 { _ = try? await group.deliver(.observe, to: key) }
                let senders = (0..<4).map { sender in
                    Task.detached {
                        var key = sender * 100
                        while !Task.isCancelled {
                            _ = try? await group.deliver(.tick, to: key % 400)
                            key += 1
                        }
                    }
                }
                let looks = look(at: group, count, &meter)
                for sender in senders { sender.cancel() }
                for sender in senders { await sender.value }
                await group.shutdown(.cancel, within: .seconds(5))
                return looks
            },
        ]
    )

    /// A call of a group: for one of 1,000 keys that it has; and for a new key at the limit of 1,000, for which the runtime that has
    /// been unused for the longest time is passivated.
    static let groupCalls = Workload(
        "group-calls",
        "an action delivered to a key of a group, one at a time; the alternative is a dictionary of actors",
        baseline: "actors",
        subjects: [
            Subject("actors") { count, _ in
                let actors = ActorsByKey()
                for call in 0..<count { await actors[call % 1_000].handle(.tick) }
                return count
            },
            Subject("group") { count, meter in
                await call(RuntimeGroup { (_: Int) in Runtime(Counting()) }, count, over: 1_000, &meter)
            },
            Subject("group-limited") { count, meter in
                let group = RuntimeGroup(atMost: 1_000, then: .passivateLongestUnused) { (_: Int) in Runtime(Counting())
                }
                return await call(group, count, over: 1_000, &meter)
            },
            Subject("new-keys") { count, meter in
                let group = RuntimeGroup(atMost: 1_000, then: .passivateLongestUnused) { (_: Int) in Runtime(Counting())
                }
                return await call(group, count, over: .max, &meter)
            },
        ]
    )

    /// Delivers `count` actions to as many keys in turn, and returns how many were accepted.
    private static func call(
        _ group: RuntimeGroup<Int, CountState, Tick>, _ count: Int, over keys: Int, _ meter: inout Meter
    ) async -> Int {
        for key in 0..<1_000 { _ = try? await group.deliver(.tick, to: keys < .max ? key : -1 - key) }
        var accepted = 0
        meter.start()
        for call in 0..<count where await (try? group.deliver(.tick, to: call % keys))?.outcome == .accepted {
            accepted += 1
        }
        meter.stop()
        await group.shutdown(.cancel, within: .seconds(60))
        return accepted
    }

    /// Uses `count` keys of `group`, and returns how many actions have been handled.
    private static func use(
        _ group: RuntimeGroup<Int, CountState, Tick>, _ count: Int, _ meter: inout Meter
    ) async -> Int {
        let before = allocated_bytes()
        await measureResidence(of: count, &meter) {
            for key in 0..<count { await (try? group.deliver(.tick, to: key))?.finish() }
        }
        let handled = group.count
        await group.shutdown(.cancel, within: .seconds(60))
        // Tasks of the shutdown release the runtimes later; the next subject must not find their memory in use.
        for _ in 0..<300 where allocated_bytes() > before + Int64(count) * 500 {
            try? await Task.sleep(for: .milliseconds(1))
        }
        return handled
    }

    /// Measures `make`, and the resident memory that it leaves.
    private static func measureResidence(of count: Int, _ meter: inout Meter, _ make: () async -> Void) async {
        // What has been freed before would be used again, and not be counted.
        release_free_memory()
        let before = residentBytes()
        meter.start()
        await make()
        meter.stop()
        release_free_memory()
        guard let before, let after = residentBytes() else { return }
        meter.bytesEach = Double(after - before) / Double(count)
    }

    private static func look<State, Action>(
        at group: RuntimeGroup<Int, State, Action>, _ count: Int, _ meter: inout Meter
    ) -> Int {
        var seen = 0
        meter.start()
        for _ in 0..<count { seen += group.snapshots().count }
        meter.stop()
        return seen / 400
    }
}

/// Actors by key, without limits, passivation or an end.
private final class ActorsByKey: Sendable {
    private let actors = Mutex<[Int: TickingActor]>([:])

    var count: Int { actors.withLock { $0.count } }

    subscript(key: Int) -> TickingActor {
        actors.withLock { actors in
            if let actor = actors[key] { return actor }
            let actor = TickingActor()
            actors[key] = actor
            return actor
        }
    }
}

/// Counts ticks, with an effect that stays in flight.
private struct Observing: Interactor {
    enum Action: Sendable { case tick, observe }

    var body: some Interactor<CountState, Action> {
        Interact(initialValue: CountState()) { state, action in
            switch action {
            case .tick:
                state.count += 1
                return .state
            case .observe:
                return .observe(id: "stay") { _, _ in try? await Task.sleep(for: .seconds(3_600)) }
            }
        }
    }
}
