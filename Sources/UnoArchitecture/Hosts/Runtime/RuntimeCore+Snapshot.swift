internal import AsyncKit
internal import Synchronization

// A look inside a running runtime.

extension RuntimeCore {
    /// In this order: an action that has been handled or taken back is counted as accepted, too.
    var counters: RuntimeCounters {
        let token = isolation.token
        let (handled, takenBack, dropped) = (
            token.counts.handled, token.counts.takenBack, mailbox.displacedCount
        )
        return RuntimeCounters(
            accepted: mailbox.acceptedCount + token.counts.direct,
            handled: handled,
            rejected: token.counts.rejected,
            dropped: dropped,
            takenBack: takenBack
        )
    }

    /// Does not visit the isolation, which a handler may block.
    package func snapshot() -> RuntimeSnapshot {
        let (isolation, token) = (isolation, isolation.token)
        let (now, activity, isStepping) = (token.now, token.status.present, token.status.isStepping)
        let (waiting, capacity) = (mailbox.waiting, mailbox.capacity)
        let depth = waiting.elements + token.status.queuedCount
        let transformers = activity.transformers.map { RuntimeSnapshot.Transformer($0) }
        let held = token.status.heldCount
        return RuntimeSnapshot(
            runtime: identity,
            phase: isolation.tasks.isCancelled
                ? .ended : acceptsActions.load(ordering: .acquiring) ? .running : .finishing,
            isIdle: depth == 0 && !isStepping && activity.effects.isEmpty && held == 0
                && !transformers.contains(where: \.isRunning),
            isAtEffectLimit: activity.isAtEffectLimit,
            step: isStepping ? step(at: now) : nil,
            stall: activity.stall.map { $0.text(at: now) },
            mailbox: RuntimeSnapshot.Mailbox(
                depth: depth,
                capacity: capacity == .max ? nil : capacity,
                waitingSenders: waiting.producers,
                oldestAge: depth == 0 ? .zero : .nanoseconds(max(0, now - token.status.lastIntake))
            ),
            effects: activity.effects.sorted { $0.number < $1.number }.map {
                RuntimeSnapshot.Effect($0, at: now)
            },
            heldActions: held,
            subscribers: broadcast.subscribers.map { RuntimeSnapshot.Subscriber($0) },
            transformers: transformers
        )
    }

    private func step(at now: Int64) -> RuntimeSnapshot.Step {
        let token = isolation.token
        let place = token.status.place
        let action = token.status.action.copy(as: Action.self)
        return RuntimeSnapshot.Step(
            action: action.map { CaseName.of($0) },
            place: place.line == 0 ? nil : SourcePlace(place),
            duration: .nanoseconds(max(0, now - token.status.lastBatch))
        )
    }
}

/// The name of an action in a report, without its values: they may be large, or secret.
package enum CaseName {
    /// The name of an enum's case, otherwise the type.
    package static func of(_ action: some Any) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
        return mirror.children.first?.label ?? "\(action)"
    }
}

extension GraphStatus.StallNote {
    fileprivate func text(at now: Int64) -> String {
        let since = RuntimeSnapshot.text(.nanoseconds(max(0, now - began)))
        return "\(transformer.map { "\($0)" } ?? "subscribers without room"), for \(since)"
    }
}

extension RuntimeSnapshot.Effect {
    init(_ note: GraphStatus.EffectNote, at now: Int64) {
        let isCancelled = note.isCancelled || note.eventID?.isCancelled ?? false
        let status: Status =
            switch note.stage {
            case .waiting: .waiting
            case .running: isCancelled ? .cancelled : .running
            case .ending: .ending
            }
        self.init(
            number: note.number,
            id: note.name.map { "\($0.id.base)" },
            status: status,
            isAwaited: note.kind == .perform,
            age: .nanoseconds(max(0, now - note.registered)),
            place: note.site.map { SourcePlace($0) }
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
    init(_ note: GraphStatus.TransformerNote) {
        self.init(name: "\(note.type)", isRunning: note.isRunning(), place: note.site.map { SourcePlace($0) })
    }
}
