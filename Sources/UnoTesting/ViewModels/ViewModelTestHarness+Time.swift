internal import UnoArchitecture

extension ViewModelTestHarness {
    /// Moves the clock forward, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Records an issue if `duration` is negative, and leaves the clock as it is; and if the view model was not made in
    /// the call that made the harness, which then cannot know what is at rest; and, in an exhaustive test, if nothing wakes and nothing sleeps.
    ///
    /// - Parameter wakingNothing: whether it is meant that nothing sleeps on the clock.
    public func advance(
        by duration: Duration,
        wakingNothing: Bool = false,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        await rest()
        guard TestClock.check(duration, at: site) else { return }
        await moveForward(to: clock.now.advanced(by: duration), wakingNothing, at: site)
    }

    /// Moves the clock forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Records an issue where `advance(by:)` does.
    public func advance(
        to instant: TestClock.Instant,
        wakingNothing: Bool = false,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        await rest()
        guard clock.check(instant, at: site) else { return }
        await moveForward(to: instant, wakingNothing, at: site)
    }

    /// Moves the clock forward until no deadline is left to come.
    ///
    /// Records an issue, and stops, after 10,000 deadlines: something then goes to sleep again and again.
    public func run(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        checkExecutor(at: site)
        var isFirst = true
        let isDone = await executor.run(clock) {
            defer { isFirst = false }
            return await restOutside(isFirst: isFirst)
        }
        if isDone { return }
        Failure(
            "The clock was run for 10,000 deadlines, and something is still asleep: it sleeps again and again. "
                + "Use advance(by:), or cancel it first",
            at: site
        ).record()
    }

    private func moveForward(to instant: TestClock.Instant, _ wakingNothing: Bool, at site: TestSite) async {
        checkExecutor(at: site)
        var isFirst = true
        let hasWoken = await executor.advance(clock, to: instant) {
            defer { isFirst = false }
            return await restOutside(isFirst: isFirst)
        }
        if exhaustivity == .on, !hasWoken, !wakingNothing, clock.nextDeadline == nil, !Task.isCancelled {
            Failure(clock.wokeNothing(to: instant), at: site).record()
        }
    }

    private func restOutside(isFirst: Bool) async -> Bool {
        await outside.settle(isFirst: isFirst, rest: { await rest() }, pending: { await model.pending })
    }

    private func checkExecutor(at site: TestSite) {
        guard !model.runs(on: executor) else { return }
        Failure(
            "The clock moves, but the harness cannot wait for what that leads to: the effects of the view model run "
                + "elsewhere. Make it in the harness's call, as in ViewModelTestHarness { clock in ViewModel(…) }, "
                + "without tasks and without a shared runtime",
            at: site
        ).record()
    }

    /// Returns when nothing is left to run on the executor of the harness and on the main actor; false if something
    /// always is, or the test is cancelled.
    @discardableResult
    func rest() async -> Bool {
        while true {
            switch await executor.rest() {
            case .reached(let count):
                // What the feature has left for the main actor is ahead of this task there.
                await Task { @MainActor in }.value
                if executor.isAtRest(since: count) { return true }
            case .overrun: await endOverrun()
            case .cancelled, .halted: return false
            }
        }
    }

    private func endOverrun() async {
        let event = log.sent.last { $0.event.hasEffects }
        log.asserted = viewStates.count - 1
        Failure(
            "The feature does not come to rest: it \(RestingExecutor.overrun). It was cancelled"
                + (event.map { ". Under way is an effect of \($0.name)" } ?? ""),
            at: event?.site ?? site
        ).record()
        model.cancel()
        executor.allowMore()
        if await executor.rest() == .overrun { executor.halt() }
    }
}
