/// The time of a test that comes to rest at each deadline.
///
/// Isolated as the caller is. `rest` waits until what has woken is at rest again; false if it never will be.
extension RestingExecutor {
    /// Moves `clock` forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    package func advance(_ clock: TestClock, to instant: TestClock.Instant, rest: () async -> Bool) async {
        var isAtRest = await rest()
        while isAtRest, let next = clock.nextDeadline, next <= instant {
            hold { clock.moveForward(to: next) }
            isAtRest = await rest()
        }
        guard clock.now < instant else { return }
        hold { clock.moveForward(to: instant) }
        _ = await rest()
    }

    /// Moves `clock` forward until nothing sleeps any more; false if something still does after 10,000 deadlines.
    package func run(_ clock: TestClock, rest: () async -> Bool) async -> Bool {
        for _ in 0..<10_000 {
            guard await rest(), let next = clock.nextDeadline else { return true }
            hold { clock.moveForward(to: next) }
        }
        return await !rest() || clock.nextDeadline == nil
    }
}
