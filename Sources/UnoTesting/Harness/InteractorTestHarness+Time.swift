extension InteractorTestHarness {
    /// Moves the clock forward, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Records an issue, and leaves the clock as it is, if `duration` is negative.
    public func advance(
        by duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await rest()
        guard TestClock.check(duration, at: site) else { return }
        await moveForward(to: clock.now.advanced(by: duration))
    }

    /// Moves the clock forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Records an issue, and leaves the clock as it is, if `instant` is past.
    public func advance(
        to instant: TestClock.Instant,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await rest()
        guard clock.check(instant, at: site) else { return }
        await moveForward(to: instant)
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
        guard await !executor.run(clock, rest: { await rest() != nil }) else { return }
        fail(
            "The clock was run for 10,000 deadlines, and something is still asleep: it sleeps again and again. "
                + "Use advance(by:), or cancel it first" + (await underWay()),
            at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    private func moveForward(to instant: TestClock.Instant) async {
        await executor.advance(clock, to: instant) { await rest() != nil }
    }
}
