internal import UnoArchitecture

extension InteractorTestHarness {
    /// Ends the feature, as the end of its actions does: held actions are handled, `.perform` effects run to their end,
    /// `.observe` effects are cancelled.
    ///
    /// In exhaustive mode, what has not been received and what is still in flight before that is recorded, at the place
    /// that led to it. States that come of the ending itself can be received afterwards.
    public func finish(
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let isExhaustive = exhaustivity == .on
        if isExhaustive {
            _ = await settle(timeout: timeout) { log.withContents { $0.inFlight.isEmpty } }
            await tellLeft(at: site)
        }
        tellDiagnostics(at: site)
        graph.finish()
        _ = await settle(timeout: timeout) { graph.hasEnded }
        graph.cancel()
        await rest()
        log.withContents { if $0.end == .open { $0.end = .finished } }
    }

    /// Cancels everything that the actions of the test have led to, and is not over.
    public func cancelEffects() async {
        await rest()
        for event in log.withContents({ $0.inFlight }) { event.task.cancel() }
        await rest()
    }

    /// What is under way, as the end of a failure message.
    func underWay() async -> String {
        await rest()
        let pending = await graph.pending
        let sleepers = clock.sleeperCount
        var lines = pending.effects.map { "    \(describe($0))" }
        if pending.heldActions > 0 { lines.append("    \(pending.heldActions) held action(s), as by a debounce") }
        guard !lines.isEmpty || pending.transformers > 0 else { return ". Nothing is under way" }
        if pending.transformers > 0 { lines.append("    \(pending.transformers) stream transformer(s)") }
        if let next = clock.nextDeadline {
            lines.append("    \(sleepers) asleep on the clock, the next until \(next); it is \(clock.now)")
        }
        return ". Under way:\n" + lines.joined(separator: "\n")
    }

    private func describe(_ effect: Pending.Effect) -> String {
        let event = effect.event.flatMap { number in log.withContents { $0.events[number] } }
        return ".\(effect.kind)" + (effect.id.map { "(id: \($0))" } ?? "")
            + (event.map { " of \($0.name), sent at \($0.site)" } ?? "")
            + (effect.isCancelled ? ", cancelled and not wound up" : "")
    }

    /// In exhaustive mode: records what is left at the end of the test, each at its own place.
    private func tellLeft(at site: TestSite) async {
        let pending = await graph.pending
        let (failures, events) = log.withContents { contents in
            (contents.ledger.atEnd(site), contents.events)
        }
        for failure in failures { failure.record() }
        for effect in pending.effects {
            fail(
                "At the end of the test, this effect is still in flight: \(describe(effect)).\n"
                    + "Let it end, cancel its event, or call cancelEffects()",
                at: effect.event.flatMap { events[$0]?.site } ?? site
            )
        }
        for event in log.withContents({ $0.inFlight }) where !event.task.hasEffects {
            fail(
                "At the end of the test, \(event.name) is still held back, as by a debounce. Advance the clock",
                at: event.site
            )
        }
        if !failures.isEmpty || !pending.isEmpty { log.withContents { $0.end = .told } }
    }

    /// When the harness is let go of: records what `finish()` has not.
    func tellAtEnd() {
        tellDiagnostics(at: site)
        let (failures, inFlight) = log.withContents { contents in
            guard contents.end != .told, contents.ledger.exhaustivity == .on else {
                return ([Failure](), [HarnessLog<State, Action>.Event]())
            }
            return (contents.ledger.atEnd(site), contents.end == .open ? contents.inFlight : [])
        }
        for failure in failures { failure.record() }
        for event in inFlight {
            fail(
                "At the end of the test, what \(event.name) led to is still in flight.\n"
                    + "Let it end, cancel its event, or call cancelEffects()",
                at: event.site
            )
        }
    }
}

extension HarnessLog.Contents {
    /// What the test has sent, and what that led to is not over; the oldest first.
    var inFlight: [HarnessLog<State, Action>.Event] {
        events.sorted { $0.key < $1.key }.map(\.value).filter { $0.task.isUnderWay && $0.task.outcome == .accepted }
    }
}
