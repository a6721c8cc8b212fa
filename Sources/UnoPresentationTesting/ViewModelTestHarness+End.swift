internal import AsyncKit
internal import UnoArchitecture
internal import UnoPresentation
package import UnoTesting

extension ViewModelTestHarness {
    /// Ends the feature; see `finish(timeout:)`.
    package func finish(within timeout: Duration, at site: TestSite) async {
        await rest(timeout)
        var isTold = false
        if exhaustivity == .on {
            let limit = TimeLimit(await canEnd() ? timeout : .zero)
            for (_, sent) in log.record.ledger.inFlight where sent.task.hasEffects {
                if await !hasEnded(sent, within: limit) { isTold = true }
            }
            let isLeft = await recordLeftovers(at: site)
            log.reports.tellDismissal(log.record.ledger)
            if isTold || isLeft { log.record.end = .told }
        }
        log.reports.end()
        let hasEnded = await end(within: timeout)
        if !hasEnded, !isTold, !Task.isCancelled { tellCancelled(at: site) }
        if !hasEnded {
            model.cancel()
            await rest()
        }
        // What the end itself has led to is recorded when the harness is released, if the test does not receive it.
        if log.record.end == .open { log.record.end = .finished }
        log.reports.tell(at: site)
    }

    /// Records unreceived steps and held actions; returns whether there were any.
    private func recordLeftovers(at site: TestSite) async -> Bool {
        let failure = log.record.ledger.atEnd(site)
        failure?.record()
        guard let pending = await work, pending.heldActions > 0 else { return failure != nil }
        for failure in log.record.ledger.leftWithoutEffects(isHeldBack: true) { failure.record() }
        return true
    }

    /// Ends the model as the end of its actions does; returns false if it does not end in time.
    private func end(within timeout: Duration) async -> Bool {
        let hasEnded = Locked(false)
        let (end, source) = AsyncStream<Void>.makeStream()
        // Not awaited: it takes as long as the effects.
        Task { [model] in
            await model.finish()
            hasEnded.withLock { $0 = true }
            source.finish()
        }
        await rest(timeout)
        let limit = TimeLimit(await canEnd() ? timeout : .zero)
        if hasEnded.withLock({ $0 }) { return true }
        return await limit.isKept {
            for await _ in end {}
            return !Task.isCancelled
        }
    }

    /// Whether the feature can end without the clock of the test.
    private func canEnd() async -> Bool {
        guard let pending = await work else { return true }
        let busy = pending.effects.count + pending.heldActions
        return busy == 0 || pending.outsideCount(clock) > 0
    }

    /// Returns whether the effects of an event end in time; otherwise records an issue and cancels them.
    private func hasEnded(_ sent: ReceiveLedger<ViewState, Action>.Event, within limit: TimeLimit) async -> Bool {
        let event = sent.task
        let hasEnded = await limit.isKept {
            await event.finish()
            return !event.isCancelled
        }
        if hasEnded { return true }
        Failure("At the end of the test, an effect of \(sent.name) is still in flight", at: sent.site).record()
        event.cancel()
        return false
    }

    private func tellCancelled(at site: TestSite) {
        let events = log.record.ledger.inFlight.map(\.event).filter(\.task.hasEffects)
        for sent in events {
            Failure("finish() has cancelled an effect of \(sent.name), which had not ended", at: sent.site).record()
        }
        if events.isEmpty { Failure("finish() has cancelled the feature, which had not ended", at: site).record() }
    }
}
