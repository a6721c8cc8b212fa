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
                let counter = CountingActor(actorSystem: system)
                let remote = try! CountingActor.resolve(id: counter.id, using: EncodingSystem(calling: system))
                meter.start()
                for _ in 0..<count { try! await remote.add(1) }
                meter.stop()
                return await counter.whenLocal { $0.count } ?? 0
            },
            Subject("one-at-a-time") { count, meter in
                await withRemote { session in
                    meter.start()
                    for _ in 0..<count { await session.deliver(1) }
                    meter.stop()
                    return await session.state ?? 0
                }
            },
            Subject("pipelined") { count, meter in
                await withRemote { session in
                    meter.start()
                    for _ in 1..<count { await session.enqueue(1) }
                    await session.deliver(1)
                    meter.stop()
                    return await session.state ?? 0
                }
            },
            Subject("from-four-tasks") { count, meter in
                await withRemote { session in
                    meter.start()
                    await produce(count, from: 4) { share in for _ in 0..<share { await session.enqueue(1) } }
                    while await session.state != count {}
                    meter.stop()
                    return await session.state ?? 0
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
                        let states = runtime.states(.bounded(batch))
                        meter.start()
                        for _ in 0..<count { runtime.send(1) }
                        var last = 0
                        for await state in states {
                            last = state
                            if last == count { break }
                        }
                        meter.stop()
                        return last
                    },
                    Subject("remote") { count, meter in
                        await withRemote(batch) { session, runtime in
                            let states = session.states(.bounded(batch))
                            meter.start()
                            for _ in 0..<count { runtime.send(1) }
                            var last = 0
                            for await state in states {
                                last = state
                                if last == count { break }
                            }
                            meter.stop()
                            return last
                        }
                    },
                ]
            )
        }
    )

    private static func withRemote(_ body: (RemoteSession<Int, Int>) async -> Int) async -> Int {
        await withRemote(64) { session, _ in await body(session) }
    }

    private static func withRemote(
        _ batch: Int,
        _ body: (RemoteSession<Int, Int>, Runtime<Int, Int>) async -> Int
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
        let result = await body(session, runtime)
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

distributed actor CountingActor {
    typealias ActorSystem = EncodingSystem

    private(set) var count = 0

    distributed func add(_ number: Int) { count += number }
}
