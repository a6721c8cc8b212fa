public struct ShutdownReport: Sendable, Codable {
    public var isComplete: Bool
}

extension Runtime {
    public nonisolated func shutdown(_ manner: Shutdown = .drain, within limit: Duration) async -> ShutdownReport {
        let clock = isolation.clock
        let isComplete = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.shutdown(manner)
                return true
            }
            group.addTask { !(await clock.sleep(for: limit)) }
            let first = await group.next() ?? true
            group.cancelAll()
            return first
        }
        if !isComplete { core.cancel() }
        return ShutdownReport(isComplete: isComplete && tasks.liveCount == 0)
    }
}
