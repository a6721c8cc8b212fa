internal import AsyncKit

extension GraphEngine {
    /// Notes what the step waits for, until `endStall()`, and watches how long this takes if there is a limit.
    ///
    /// Without a limit it costs the reading of a coarse clock.
    ///
    /// - Parameter transformer: nil for subscribers without room.
    func beginStall(for transformer: (any BridgingNode)?) {
        status.noteStall(GraphStatus.StallNote(transformer: transformer?.transformerType, began: token.now))
        // A set: `stallLasts` reports every subscriber whose limit equals the elapsed time.
        var limits: Set<Duration> = []
        if let limit = settings?.stallLimit { limits.insert(limit) }
        if transformer == nil { limits.formUnion(sink.patienceLimits) }
        guard !limits.isEmpty else { return }
        let isolation: GraphIsolation = isolation
        let watch = tasks.startInternal { [limits = limits.sorted()] watch in
            var passed = Duration.zero
            for limit in limits {
                guard await isolation.clock.sleep(for: limit - passed) else { return }
                passed = limit
                await isolation.visit { $0.engine.stallLasts(watch, limit) }
            }
        }
        if let watch { madeBridgeState.stall = (watch, transformer) }
    }

    func endStall() {
        status.noteStall(nil)
        if let stall = suspension.bridgeState?.stall.take() { tasks.cancel(stall.watch) }
    }

    /// The stall that `watch` watches has lasted for `duration`.
    private func stallLasts(_ watch: GraphTasks.ID, _ duration: Duration) {
        guard let stall = suspension.bridgeState?.stall, stall.watch == watch else { return }
        if let part = stall.transformer {
            let type = part.transformerType
            log.report(
                .stalled,
                "\(type) has kept the runtime waiting for \(duration): it has not asked for the next action",
                at: part.site,
                about: "\(type)"
            )
            return
        }
        let isReported = settings?.stallLimit == duration
        for subscriber in sink.subscribersWithoutRoom(after: duration) where isReported || subscriber.isGivenUp {
            if let note = subscriber.note { observer?.subscriberStalled(note) }
            log.report(
                .stalled,
                """
                A subscriber has kept the runtime waiting for \(duration): it does not take the states that it asked for\
                \(subscriber.isGivenUp ? "; it was given up, as its policy says" : "")
                """,
                at: subscriber.site
            )
        }
    }
}
