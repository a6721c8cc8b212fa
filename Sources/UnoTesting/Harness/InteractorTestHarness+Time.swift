extension InteractorTestHarness {
    /// Moves the clock forward, deadline by deadline; between two, everything that has woken comes to rest.
    public func advance(by duration: Duration) async {
        await rest()
        await advance(to: clock.now.advanced(by: duration))
    }

    /// Moves the clock forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    public func advance(to instant: TestClock.Instant) async {
        await executor.advance(clock, to: instant)
    }

    /// Moves the clock forward until nobody is asleep any more.
    ///
    /// Records an issue, and stops, after 10,000 deadlines: something then goes to sleep again and again.
    public func run(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await rest()
        for _ in 0..<10_000 {
            guard let next = clock.nextDeadline else { return }
            clock.advance(to: max(next, clock.now))
            await rest()
        }
        fail(
            "The clock was run for 10,000 deadlines, and something is still asleep: it sleeps again and again. "
                + "Use advance(by:), or cancel it first" + (await underWay()),
            at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}
