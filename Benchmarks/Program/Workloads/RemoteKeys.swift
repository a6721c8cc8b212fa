import BenchmarkKit
import UnoArchitecture
import UnoDistributed
import UnoOperation

extension Workloads {
    /// Links within a process, without encoding: what keys, placement and handing over cost by themselves.
    static let remoteKeys = Workload(
        "remote-keys",
        "actions to the runtimes of a group by key; local is the group itself, one action a key",
        operation: "action",
        baseline: "local",
        subjects: [
            Subject("local") { count, meter in
                let group = KeyCluster.group(Shelf())
                meter.start()
                for key in 0..<count { _ = try? await group.deliver(1, to: key) }
                meter.stop()
                return group.count
            },
            Subject("pipelined") { count, meter in
                let cluster = KeyCluster(1)
                let session = RemoteSession(resolving: 0, in: cluster.placements[0])
                meter.start()
                for _ in 1..<count { await session.enqueue(1) }
                await session.deliver(1).finish()
                meter.stop()
                let sum = (try? await session.state) ?? 0
                await session.close()
                await cluster.end()
                return sum
            },
            Subject("first-of-a-key") { count, meter in
                let cluster = KeyCluster(5)
                let sessions = cluster.sessions(count)
                meter.start()
                for session in sessions { await session.deliver(1) }
                meter.stop()
                await cluster.end()
                return sessions.count
            },
            // From the moment at which the node begins to leave until each key has answered again, at whatever node.
            Subject("node-leaves") { count, meter in
                let cluster = KeyCluster(5)
                let sessions = cluster.sessions(count)
                await produce(count, over: sessions)
                meter.start()
                async let report = cluster.hosts[0].leave(within: .seconds(30))
                await produce(count, over: sessions)
                meter.stop()
                guard await report.isComplete else { return 0 }
                var sum = 0
                for session in sessions { sum += (try? await session.state) ?? 0 }
                await cluster.end()
                // Nothing that was accepted is lost.
                return sum / 2
            },
        ]
    )

    /// An action for each session, from eight tasks.
    private static func produce(_ count: Int, over sessions: [RemoteSession<Int, Int>]) async {
        await withTaskGroup { group in
            for first in 0..<8 {
                group.addTask {
                    for place in stride(from: first, to: sessions.count, by: 8) {
                        await sessions[place].deliver(1).finish()
                    }
                }
            }
        }
    }
}
