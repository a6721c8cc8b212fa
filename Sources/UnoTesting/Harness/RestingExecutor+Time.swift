/// The time of a test that comes to rest at each deadline.
///
/// Isolated as the caller is. `rest` waits until what has woken is at rest again; false if it never will be.
extension RestingExecutor {
    /// Moves `clock` forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Returns whether anything has woken.
    @discardableResult
    package func advance(_ clock: TestClock, to instant: TestClock.Instant, rest: () async -> Bool) async -> Bool {
        var hasWoken = false
        var isAtRest = await rest()
        while isAtRest, let next = clock.nextDeadline, next <= instant {
            hasWoken = true
            hold { clock.moveForward(to: next) }
            isAtRest = await rest()
        }
        guard clock.now < instant else { return hasWoken }
        hold { clock.moveForward(to: instant) }
        _ = await rest()
        return hasWoken
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

extension TestClock {
    /// Says of an exhaustive test that advancing the clock to `instant` has woken nothing.
    func wokeNothing(to instant: Instant) -> String {
        "The clock was advanced to \(instant), and nothing woke: nothing sleeps on it. Does the feature use another clock?\n"
            + "Say `wakingNothing: true` if that is meant"
    }
}
