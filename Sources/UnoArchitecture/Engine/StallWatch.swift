internal import AsyncKit

/// What keeps the open step waiting: the stream transformer that handles an action, or subscribers without room.
struct Stall {
    enum Cause {
        case transformer(any BridgingNode)
        case subscribers
    }

    let number: UInt64
    let cause: Cause
}

extension GraphEngine {
    /// Notes what the step waits for, until `endStall(_:)`, and watches how long this takes if there is a limit.
    ///
    /// Without a limit it costs the reading of a coarse clock.
    func beginStall(_ cause: Stall.Cause) -> GraphTasks.ID? {
        let state = madeBridgeState
        state.stallCount += 1
        let number = state.stallCount
        state.stall = Stall(number: number, cause: cause)
        var transformer: Any.Type?
        if case .transformer(let part) = cause { transformer = part.transformerType }
        status.noteStall(GraphStatus.StallNote(transformer: transformer, began: now))
        var limits: [Duration] = []
        if let limit = settings?.stallLimit { limits.append(limit) }
        if case .subscribers = cause { limits += sink.patienceLimits }
        guard !limits.isEmpty else { return nil }
        // Deduplicated: `stallLasts` reports every subscriber whose limit equals the elapsed time.
        limits = Set(limits).sorted()
        let isolation: GraphIsolation = isolation
        return tasks.startInternal { [limits] _ in
            var passed = Duration.zero
            for limit in limits {
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
        let isReported = settings?.stallLimit == duration
        switch stall.cause {
        case .transformer(let part):
            let (type, site) = (part.transformerType, part.site)
            log.report(
                .stalled,
                "\(type) has kept the runtime waiting for \(duration): it has not asked for the next action",
                at: site,
                about: "\(type)"
            )
        case .subscribers:
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
}

/// A subscriber that keeps the runtime waiting.
struct StalledSubscriber {
    let note: SubscriberNote?
    let site: CallSite?
    /// Whether it was given up, as its policy says.
    let isGivenUp: Bool
}
