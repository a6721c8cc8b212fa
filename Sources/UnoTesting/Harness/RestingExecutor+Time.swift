extension RestingExecutor {
    /// Moves `clock` forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    package func advance(_ clock: TestClock, to instant: TestClock.Instant) async {
        await rest()
        while let next = clock.nextDeadline, next <= instant {
            clock.advance(to: max(next, clock.now))
            await rest()
        }
        clock.advance(to: max(instant, clock.now))
        await rest()
    }
}
