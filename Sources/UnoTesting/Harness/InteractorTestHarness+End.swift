internal import UnoArchitecture
internal import ValueKit

extension InteractorTestHarness {
    /// Ends the feature; see ``TestHarness/finish(timeout:fileID:filePath:line:column:)``.
    package func finish(within timeout: Duration, at site: TestSite) async {
        let isExhaustive = exhaustivity == .on
        var told: Set<String> = []
        let limit = TimeLimit(timeout)
        await rest(timeout)
        if isExhaustive {
            _ = await settle(within: limit) { log.withContents { $0.ledger.inFlight.isEmpty } }
            told = await recordLeftovers(at: site)
        }
        log.reports.tell(at: site)
        log.reports.end()
        executor.hold { graph.finish() }
        let hasEnded = await settle(within: limit) { graph.hasEnded }
        if !hasEnded { await tellCancelled(except: told, at: site) }
        executor.hold { graph.cancel() }
        await rest()
        log.withContents { if $0.record.end == .open { $0.record.end = .finished } }
    }

    /// Cancels the running effects of all actions that the test has sent.
    public func cancelEffects() async {
        await rest()
        executor.hold { cancelEvents() }
        await rest()
    }

    /// The work in flight, as the end of a failure message.
    func underWay() async -> String {
        guard let pending = await pending() else {
            return Task.isCancelled ? ". The test has been cancelled" : ". It does not come to rest"
        }
        return inFlight(pending).text
    }

    private func inFlight(_ pending: Pending) -> WorkInFlight<State, Action> {
        WorkInFlight(pending, clock, log.withContents { $0.ledger })
    }

    private func cancelEvents() {
        for (_, event) in log.withContents({ $0.ledger.inFlight }) { event.task.cancel() }
    }

    /// In an exhaustive test: records unreceived steps and running effects, each at its own place.
    ///
    /// Returns the names of the effects.
    private func recordLeftovers(at site: TestSite) async -> Set<String> {
        guard let pending = await pending() else { return [] }
        let failure = log.withContents { $0.ledger.atEnd(site) }
        failure?.record()
        log.reports.tellDismissal(log.withContents { $0.ledger })
        let work = inFlight(pending)
        for effect in pending.effects.prefix(Rendering.mostLines) {
            fail(
                "At the end of the test, this effect is still in flight: \(work.describe(effect))."
                    + (work.sleepers.map { "\n    \($0)" } ?? "")
                    + (work.isOutside(effect) ? "\nIt \(WorkInFlight<State, Action>.outsideText)" : "")
                    + "\nLet it end, cancel its event, or call cancelEffects()",
                at: work.site(of: effect) ?? site
            )
        }
        let rest = pending.effects.count - Rendering.mostLines
        if rest > 0 {
            fail("At the end of the test, \(Rendering.grouped(rest)) more effects are still in flight", at: site)
        }
        let told = Set(pending.effects.compactMap(\.event))
        let held = log.withContents { $0.ledger.leftWithoutEffects(isHeldBack: pending.heldActions > 0, except: told) }
        for failure in held { failure.record() }
        if failure != nil || !pending.isEmpty {
            log.withContents { $0.record.end = .told }
        }
        return Set(pending.effects.map { work.name($0) })
    }

    /// Records the effects that are about to be cancelled because they have not ended, each at its own place.
    private func tellCancelled(except told: Set<String>, at site: TestSite) async {
        guard let pending = await pending() else { return }
        let work = inFlight(pending)
        let why = work.sleepers.map { ": \($0)" } ?? ""
        for effect in pending.effects where !told.contains(work.name(effect)) {
            fail(
                "finish() has cancelled this effect, which had not ended: \(work.describe(effect))\(why)",
                at: work.site(of: effect) ?? site
            )
        }
        if pending.transformers > 0, pending.effects.isEmpty {
            fail(
                "finish() has cancelled \(pending.transformers) stream transformer(s), which had not ended\(why)",
                at: site
            )
        }
    }

    /// Records and cancels the effects that keep the feature from coming to rest.
    func endOverrun() async {
        let work = inFlight(await graph.pending)
        let effects = work.pending.effects
        // This one failure stands for all steps so far.
        let step = log.withContents { contents in
            contents.ledger.takeAll().last { if case .sent = $0.cause { false } else { true } }
        }
        let list = Rendering.list(effects.map { "\n    \(work.describe($0))" }, separator: "", indent: "\n    ")
        fail(
            "The feature does not come to rest: it \(RestingExecutor.overrun)."
                + (step.map { step in " The last step was \(log.withContents { $0.ledger.text(step) })." } ?? "")
                + " Under way, and cancelled:" + (list.isEmpty ? " nothing" : list),
            at: step?.event.flatMap { number in log.withContents { $0.ledger.events[number]?.site } } ?? effects.lazy
                .compactMap { work.site(of: $0) }.first ?? site
        )
        for cancel in [cancelEvents, graph.cancel] {
            cancel()
            executor.allowMore()
            if await executor.rest() != .overrun {
                // Steps until the cancellation are covered by the failure above.
                return log.withContents { _ = $0.ledger.takeAll() }
            }
        }
        executor.halt()
        log.reports.end()
        log.withContents { $0.record.end = .told }
    }

    /// Called when the harness is released: records what `finish()` has not.
    func tellAtEnd() {
        let site = log.reports.lastCall
        log.reports.tell(at: site)
        for failure in log.withContents({ $0.record.leftAtEnd(site, "call cancelEffects()") }) { failure.record() }
        log.reports.tellDismissal(log.withContents { $0.ledger })
    }
}
