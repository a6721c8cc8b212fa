/// Moving a clock with a rest at each deadline.
///
/// Isolated as the caller is. `rest` waits until the resumed tasks are at rest again; it returns false if they never
/// are.
extension RestingExecutor {
    /// Moves `clock` forward to `instant`, deadline by deadline; between two, everything that has woken comes to rest.
    ///
    /// Returns whether a task was woken.
    @discardableResult
    package func advance(_ clock: TestClock, to instant: TestClock.Instant, rest: () async -> Bool) async -> Bool {
        var hasWoken = false
        var isAtRest = await rest()
        while isAtRest, let next = clock.nextDeadline, next <= instant {
            hasWoken = true
            hold { clock.moveForward(to: next) }
            isAtRest = await rest()
        }
        hold { clock.moveForward(to: instant) }
        return hasWoken
    }

    /// Moves `clock` forward until no task sleeps; returns false if one still sleeps after 10,000 deadlines.
    package func run(_ clock: TestClock, rest: () async -> Bool) async -> Bool {
        for _ in 0..<10_000 {
            guard await rest(), let next = clock.nextDeadline else { return true }
            hold { clock.moveForward(to: next) }
        }
        return await !rest() || clock.nextDeadline == nil
    }
}

extension TestClock {
    /// The failure message for a clock that was advanced to `instant` and woke no task.
    func wokeNothing(to instant: Instant) -> String {
        "The clock was advanced to \(instant), and nothing woke: nothing sleeps on it. Does the feature use another clock?\n"
            + "Say `wakingNothing: true` if that is meant"
    }
}
