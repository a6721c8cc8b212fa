/// A harness of this library: it runs a feature, and the test moves its clock.
///
/// ``InteractorTestHarness`` and `ViewModelTestHarness` conform to it. A test uses them directly.
public protocol TestHarness: AnyObject, Sendable {
    /// The clock of the test.
    nonisolated var clock: TestClock { get }
    /// For this library alone. Underscored because a requirement of a public protocol is public.
    nonisolated var _time: HarnessTime { get }
}

extension TestHarness {
    /// How long a call waits for work outside the harness: five seconds. A call that succeeds does not wait for it.
    public static var defaultTimeout: Duration { .seconds(5) }

    /// Moves the clock forward, deadline by deadline, and waits at each until the resumed tasks are at rest.
    ///
    /// Also waits, until they sleep again, for tasks that sleep on the clock outside the harness (on the main actor, on
    /// another actor's executor, detached). Records an issue, and leaves the clock as it is, if `duration` is negative.
    /// Records an issue if the view model was not made in the call that made its harness, which then cannot know when
    /// it is at rest; and, in an exhaustive test, if no task wakes and none sleeps.
    ///
    /// - Parameters:
    ///   - duration: how far to move the clock.
    ///   - wakingNothing: whether the test expects that no task sleeps on the clock.
    public func advance(
        by duration: Duration, wakingNothing: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await _time.called(fileID, filePath, line, column).advance(by: duration, wakingNothing)
    }

    /// Moves the clock forward to `instant`, deadline by deadline; between two, everything that has woken comes to
    /// rest.
    ///
    /// Records an issue, and leaves the clock as it is, if `instant` is past. Otherwise as `advance(by:)`.
    ///
    /// - Parameters:
    ///   - instant: the time to move the clock to.
    ///   - wakingNothing: whether the test expects that no task sleeps on the clock.
    public func advance(
        to instant: TestClock.Instant, wakingNothing: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await _time.called(fileID, filePath, line, column).advance(to: instant, wakingNothing)
    }

    /// Moves the clock forward until no deadline is left to come.
    ///
    /// Records an issue, and stops, after 10,000 deadlines: a task then goes to sleep again and again.
    public func run(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await _time.called(fileID, filePath, line, column).run()
    }

    /// Ends the feature, as the end of its actions does: held actions are handled, `.perform` effects run to their end,
    /// `.observe` effects are cancelled. States that the ending itself produces can be received afterwards.
    ///
    /// Effects that cannot end are cancelled, and recorded at the place that led to them: those that work outside the
    /// harness and have not ended when the time is up, and at once those that sleep on the clock of the test, which no
    /// longer moves. In exhaustive mode, changes that were not received are recorded, too, and so is every effect that
    /// is in flight before the end.
    ///
    /// - Parameter timeout: how long work outside the harness may take to end. A call that succeeds does not wait for
    ///   it.
    public func finish(
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await _time.called(fileID, filePath, line, column).finish(timeout)
    }
}
