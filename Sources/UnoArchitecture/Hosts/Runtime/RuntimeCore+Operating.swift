internal import AsyncKit
internal import Synchronization

// What a running system asks of a runtime: an end within a time limit, and a look inside.

extension RuntimeCore {
    /// In this order: an action that has been handled or taken back is counted as accepted, too.
    var counters: RuntimeCounters {
        let (handled, takenBack, dropped) = (
            isolation.counts.handled, isolation.counts.takenBack, mailbox.displacedCount
        )
        return RuntimeCounters(
            accepted: mailbox.acceptedCount + isolation.counts.direct,
            handled: handled,
            rejected: isolation.counts.rejected,
            dropped: dropped,
            takenBack: takenBack
        )
    }

    func shutdown(
        _ manner: Runtime<State, Action>.Shutdown,
        within limit: Duration,
        _ givenClock: GraphClock?,
        at site: CallSite
    ) async -> ShutdownReport {
        let clock = givenClock ?? isolation.clock
        let start = clock.now
        switch manner {
        case .cancel: cancel()
        case .drain: beginDraining()
        }
        guard !isolation.tasks.isRunningHere else {
            reportOwnEnd(at: site)
            return ShutdownReport(isComplete: false, duration: .zero, cut: await snapshot())
        }
        var cut = await isolation.tasks.joined(within: limit, on: clock) {
            let snapshot = await self.snapshot()
            self.cancel()
            return snapshot
        }
        // The waiting task was cancelled, or another call has cut the drain short.
        let wasCutShort = isolation.tasks.wasCutShort && manner == .drain
        if cut == nil, wasCutShort || isolation.tasks.liveCount > 0 { cut = await snapshot() }
        return ShutdownReport(isComplete: cut == nil, duration: min(limit, clock.now - start), cut: cut)
    }

    func snapshot() async -> RuntimeSnapshot {
        let (identity, isRunning) = (identity, acceptsActions.load(ordering: .acquiring))
        return await isolation.visit { [graph, mailbox] isolation in
            let (engine, graph) = (isolation.engine, graph.open(in: isolation))
            let (waiting, capacity) = (mailbox.waiting, mailbox.capacity)
            let depth = waiting.elements + graph.batch.count
            let mailbox = RuntimeSnapshot.Mailbox(
                depth: depth,
                capacity: capacity == .max ? nil : capacity,
                waitingSenders: waiting.producers,
                oldestAge: depth == 0 ? .zero : .nanoseconds(max(0, engine.now - graph.lastTaken))
            )
            return RuntimeSnapshot(
                runtime: identity,
                phase: isolation.tasks.isCancelled ? .ended : isRunning ? .running : .finishing,
                isIdle: engine.isQuiet && depth == 0 && !engine.isStepping,
                isAtEffectLimit: engine.isPaused,
                stall: engine.stall.map { engine.text(of: $0) },
                mailbox: mailbox,
                effects: engine.inFlight.runsByAge.compactMap { RuntimeSnapshot.Effect($0) },
                heldActions: engine.held.parts.count,
                subscribers: engine.sink.subscribers.map { RuntimeSnapshot.Subscriber($0) },
                transformers: engine.bridges.parts.map { RuntimeSnapshot.Transformer($0) }
            )
        }
    }
}

extension RuntimeCore: MailboxDepth {
    var depth: Int { mailbox.waiting.elements }
}

extension GraphEngine {
    fileprivate func text(of stall: Stall) -> String {
        let since = RuntimeSnapshot.text(.nanoseconds(max(0, now - stall.began)))
        return switch stall.cause {
        case .transformer(let part): "\(part.transformerType), for \(since)"
        case .subscribers: "subscribers without room, for \(since)"
        }
    }
}

extension RuntimeSnapshot.Effect {
    /// Nil for the actions that a middleware queues at once, which are no effect to the user.
    init?(_ run: EffectRun) {
        guard run is DeclaredEffectRun else { return nil }
        let status: Status =
            run.isWaiting ? .waiting : run.isRunning ? (run.isCancelled ? .cancelled : .running) : .ending
        self.init(
            number: run.number,
            id: run.id.map { "\($0.base)" },
            status: status,
            isAwaited: run.kind == .perform,
            age: run.age,
            place: run.site.map { SourcePlace($0) }
        )
    }
}

extension RuntimeSnapshot.Subscriber {
    init(_ status: SubscriberStatus) {
        let tag = status.note?.tag as? SubscriberTag
        self.init(
            policy: tag.map { "\($0.policy)" } ?? "",
            lag: status.lag,
            isFull: status.isFull,
            place: tag.map { SourcePlace($0.site) }
        )
    }
}

extension RuntimeSnapshot.Transformer {
    init(_ part: any BridgingNode) {
        self.init(
            name: "\(part.transformerType)",
            isRunning: part.isBridging,
            place: part.site.map { SourcePlace($0) }
        )
    }
}
