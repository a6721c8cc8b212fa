internal import AsyncKit

/// What keeps the open step waiting.
struct Stall {
    let number: UInt64
    /// The part that handles an action; nil for subscribers without room.
    let transformer: (any BridgingNode)?
}

extension GraphEngine {
    /// Notes what the step waits for, until `endStall(_:)`, and watches how long this takes if there is a limit.
    ///
    /// Without a limit it costs the reading of a coarse clock.
    ///
    /// - Parameter transformer: nil for subscribers without room.
    func beginStall(for transformer: (any BridgingNode)?) -> GraphTasks.ID? {
        let state = madeBridgeState
        state.stallCount += 1
        let number = state.stallCount
        state.stall = Stall(number: number, transformer: transformer)
        status.noteStall(GraphStatus.StallNote(transformer: transformer?.transformerType, began: token.now))
        // A set: `stallLasts` reports every subscriber whose limit equals the elapsed time.
        var limits = Set(transformer == nil ? sink.patienceLimits : [])
        if let limit = settings?.stallLimit { limits.insert(limit) }
        guard !limits.isEmpty else { return nil }
        let isolation: GraphIsolation = isolation
        return tasks.startInternal { [limits] _ in
            var passed = Duration.zero
            for limit in limits.sorted() {
                guard await isolation.clock.sleep(for: limit - passed) else { return }
                passed = limit
                await isolation.visit { $0.engine.stallLasts(number, limit) }
            }
        }
    }

    func endStall(_ watch: GraphTasks.ID?) {
        suspension.bridgeState?.stall = nil
        status.noteStall(nil)
        if let watch { tasks.cancel(watch) }
    }

    /// The stall has lasted for `duration`.
    private func stallLasts(_ number: UInt64, _ duration: Duration) {
        guard let stall = suspension.bridgeState?.stall, stall.number == number else { return }
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
