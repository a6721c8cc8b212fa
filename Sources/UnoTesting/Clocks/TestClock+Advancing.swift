extension TestClock {
    /// Moves time forward and resumes the tasks whose deadlines have come.
    ///
    /// Records an issue, and leaves the clock as it is, if `duration` is negative.
    public func advance(
        by duration: Duration,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = TestSite(fileID, filePath, line, column)
        if Self.check(duration, at: site) { moveForward(to: now.advanced(by: duration)) }
    }

    /// Moves time forward to `instant` and resumes the tasks whose deadlines have come.
    ///
    /// Records an issue, and leaves the clock as it is, if `instant` is past.
    public func advance(
        to instant: Instant,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = TestSite(fileID, filePath, line, column)
        if check(instant, at: site) { moveForward(to: instant) }
    }

    /// Moves time forward, deadline by deadline, until every task that sleeps now has been woken.
    ///
    /// A task that sleeps again meanwhile is woken too, if that happens before the last of these deadlines. The `run()`
    /// of a harness waits at each deadline until the woken tasks are at rest.
    public func run() { storage.run() }

    /// Moves time to `instant`, unless it has gone beyond.
    package func moveForward(to instant: Instant) { storage.moveForward(to: instant) }

    /// Waits until the tasks that use the clock seem to be at rest: none falls asleep on it, while other tasks get many
    /// turns and the system's clock moves a little.
    ///
    /// For a clock without a harness; a harness knows exactly. A task that needs longer to reach the clock, because it
    /// waits for the network for instance, is not waited for: use ``waitForSleepers(_:)``, which is exact.
    public func settle() async { await storage.settle() }

    /// Moves time forward, deadline by deadline, like ``advance(by:fileID:filePath:line:column:)``, and calls
    /// ``settle()`` at each.
    ///
    /// Records an issue, and leaves the clock as it is, if `duration` is negative.
    public func advanceSettling(
        by duration: Duration,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await settle()
        guard Self.check(duration, at: site) else { return }
        await storage.advanceSettling(to: now.advanced(by: duration))
    }

    /// Moves time forward, deadline by deadline, until no task sleeps, and calls ``settle()`` at each.
    ///
    /// Records an issue if a task still sleeps when `timeout` has passed on the system's clock.
    public func run(
        timeout: Duration,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        if await storage.runSettling(timeout: timeout) || Task.isCancelled { return }
        Failure(
            "The clock was run for \(timeout), but \(storage.sleeping ?? "nothing sleeps on it now"). A task sleeps again "
                + "and again: use advance, or cancel it first",
            at: TestSite(fileID, filePath, line, column)
        ).record()
    }
}
