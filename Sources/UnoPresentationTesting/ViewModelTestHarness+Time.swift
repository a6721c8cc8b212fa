package import UnoArchitecture
internal import UnoPresentation
public import UnoTesting

extension ViewModelTestHarness: TimedHarness {
    public nonisolated var _time: HarnessTime {
        HarnessTime(clock: clock, executor: executor, outside: outside, harness: self)
    }

    package var isExhaustive: Bool { exhaustivity == .on }
    package var work: Pending? { get async { await readWork() } }

    func readWork() async -> Pending? {
        guard let read = model.pendingReader else { return nil }
        return model.runs(on: executor) ? await executor.visit(read) : await read()
    }
    package var workText: String { get async { await underWay() } }

    /// The work in flight, as the end of a failure message; empty if that is not known.
    func underWay() async -> String {
        guard await rest() else {
            return Task.isCancelled ? ". The test has been cancelled" : ". It does not come to rest"
        }
        guard let pending = await readWork() else { return "" }
        return WorkInFlight(pending, clock, log.record.ledger).text
    }

    package var timeProblem: String? {
        if model.runs(on: executor) { return nil }
        return "The clock moves, but the harness cannot wait for what that leads to: the effects of the view model run "
            + "elsewhere. Make it in the harness's call, as in ViewModelTestHarness { clock in ViewModel(…) }, "
            + "without tasks and without a shared runtime"
    }

    package func note(_ call: TestSite) { _ = noteCall(at: call) }
    package func comeToRest() async -> Bool { await rest() }
    package func moved(from start: TestClock.Instant, to end: TestClock.Instant) {
        log.record.ledger.moved(from: start.offset, to: end.offset)
    }

    /// The number of times in one wait that work outside may resume the feature at once. A feature that goes on is cancelled and, if
    /// it ignores that for as many times again, halted.
    private static var mostReturns: Int { 10_000 }

    private static var endlessReturns: String {
        "has returned from work outside \(mostReturns) times without waiting for anything, "
            + "as a loop over detached tasks does"
    }

    /// Waits until no job is left on the harness's executor and on the main actor; returns false if that never happens,
    /// or the test is cancelled.
    @discardableResult
    func rest(_ timeout: Duration = defaultTimeout) async -> Bool {
        var returns = 0
        while true {
            switch await executor.rest(jobsWithin: timeout) {
            case .reached(let count):
                // Jobs that the feature has enqueued on the main actor run before this task.
                await Task { @MainActor in }.value
                if executor.isAtRest(since: count) { return true }
                // Work outside, such as a detached task, has resumed the feature meanwhile.
                returns += 1
                if returns == Self.mostReturns { await endOverrun(Self.endlessReturns) }
                if returns == 2 * Self.mostReturns { executor.halt() }
            case .overrun: await endOverrun(RestingExecutor.overrun)
            // Whoever gets here is on the main actor, so the job has ended.
            case .blocked: break
            case .cancelled, .halted: return false
            }
        }
    }

    /// Records what the feature has done, and cancels it.
    private func endOverrun(_ deed: String) async {
        let event = log.record.ledger.inFlight.last { $0.event.task.hasEffects }?.event
        // This one failure stands for all steps so far.
        log.record.ledger.takeAll()
        Failure(
            "The feature does not come to rest: it \(deed). It was cancelled"
                + (event.map { ". Under way is an effect of \($0.name)" } ?? ""),
            at: event?.site ?? site
        ).record()
        model.cancel()
        executor.allowMore()
        if await executor.rest() == .overrun { executor.halt() }
    }
}
