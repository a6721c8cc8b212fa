extension InteractorTestHarness {
    /// Moves the clock forward, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Tasks that sleep on the clock outside the harness (on the main actor, on another actor's executor, detached) are
    /// waited for, too, until they sleep again. Records an issue, and leaves the clock as it is, if `duration` is negative;
    /// and, in an exhaustive test, if nothing wakes and nothing sleeps.
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
    /// Records an issue, and leaves the clock as it is, if `instant` is past; and, in an exhaustive test, if nothing wakes and nothing sleeps.
    ///
    /// - Parameter wakingNothing: whether it is meant that nothing sleeps on the clock.
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
        var isFirst = true
        let isDone = await executor.run(clock) {
            defer { isFirst = false }
            return await restOutside(isFirst: isFirst)
        }
        if isDone { return }
        fail(
            "The clock was run for 10,000 deadlines, and something is still asleep: it sleeps again and again. "
                + "Use advance(by:), or cancel it first" + (await underWay()),
            at: noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        )
    }

    private func moveForward(to instant: TestClock.Instant, _ wakingNothing: Bool, at site: TestSite) async {
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
        await outside.settle(isFirst: isFirst, rest: { await rest() != nil }, pending: { await pending() })
    }
}
