import BenchmarkKit
import Distributed
import Foundation
import UnoArchitecture
import UnoDistributed

extension Workloads {
    /// The calls pass the encoding of a real system, and no network.
    static let remote = Workload(
        "remote",
        "actions to a runtime behind a distributed actor that encodes; actor is a distributed call for each action",
        operation: "action",
        baseline: "actor",
        subjects: [
            Subject("actor") { count, meter in
                let system = EncodingSystem()
                let counter = EncodedCounter(actorSystem: system)
                let remote = try! EncodedCounter.resolve(id: counter.id, using: EncodingSystem(calling: system))
                meter.start()
                for _ in 0..<count { try! await remote.add(1) }
                meter.stop()
                return await counter.whenLocal { $0.count } ?? 0
            },
            Subject("one-at-a-time") { count, meter in
                await withRemote { session, _, system in
                    meter.start()
                    for _ in 1..<count { await session.deliver(1) }
                    let last = await session.deliver(1)
                    meter.stop()
                    // An action that is delivered has been accepted, not handled.
                    await last.finish()
                    return (try? await session.state) ?? 0
                }
            },
            Subject("pipelined") { count, meter in
                await withRemote { session, _, system in
                    meter.start()
                    for _ in 1..<count { await session.enqueue(1) }
                    let last = await session.deliver(1)
                    meter.stop()
                    await last.finish()
                    // What an action takes beyond its own JSON and a comma.
                    meter.bytesEach = Double(system.bytes) / Double(count) - 2
                    return (try? await session.state) ?? 0
                }
            },
            Subject("from-four-tasks") { count, meter in
                await withRemote { session, _, system in
                    meter.start()
                    await produce(count, from: 4) { share in for _ in 0..<share { await session.enqueue(1) } }
                    while (try? await session.state) != count {}
                    meter.stop()
                    return (try? await session.state) ?? 0
                }
            },
        ]
    )

    static let remoteStates = Workload(
        "remote-states",
        "states of a runtime behind a distributed actor that encodes, so many in a reply at most",
        operation: "state",
        axis: "batch",
        baseline: "local",
        points: [1, 64, 256].map { batch in
            Workload.Point(
                batch,
                [
                    Subject("local") { count, meter in
                        let runtime = Runtime(Adding(), mailbox: .unbounded)
                        var states = runtime.states(.bounded(batch)).makeAsyncIterator()
                        var last = await states.next() ?? 0
                        meter.start()
                        for _ in 0..<count { runtime.send(1) }
                        while last < count, let state = await states.next() { last = state }
                        meter.stop()
                        return last
                    },
                    Subject("remote") { count, meter in
                        await withRemote(batch) { session, runtime, _ in
                            var states = session.states(.bounded(batch)).makeAsyncIterator()
                            var last = await states.next() ?? 0
                            meter.start()
                            for _ in 0..<count { runtime.send(1) }
                            while last < count, let state = await states.next() { last = state }
                            meter.stop()
                            return last
                        }
                    },
                ]
            )
        }
    )

    private static func withRemote(
        _ batch: Int = 64,
        _ body: (RemoteSession<Int, Int>, Runtime<Int, Int>, EncodingSystem) async -> Int
    ) async -> Int {
        let runtime = Runtime(Adding(), mailbox: .unbounded)
        let host = RuntimeHost(runtime)
        let system = EncodingSystem()
        let actor = RemoteRuntime(host, actorSystem: system)
        let remote = try! RemoteRuntime<Int, Int, EncodingSystem>.resolve(
            id: actor.id,
            using: EncodingSystem(calling: system)
        )
        let session = RemoteSession(remote, options: SessionOptions(batch: 64, states: batch))
        let result = await body(session, runtime, system)
        session.end()
        host.end()
        await runtime.shutdown(.cancel)
        system.end()
        return result
    }
}

private struct Adding: Interactor {
    var body: some Interactor<Int, Int> {
        Interact(initialValue: 0) { state, action in
            state += action
            return .state
        }
    }
}

distributed actor EncodedCounter {
    typealias ActorSystem = EncodingSystem

    private(set) var count = 0

    distributed func add(_ number: Int) { count += number }
}
