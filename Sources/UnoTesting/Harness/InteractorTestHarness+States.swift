public import UnoArchitecture
internal import ValueKit

extension InteractorTestHarness {
    /// The states of the feature, one a step, the initial one first; see `StateSelection.steps`.
    public var states: [State] {
        get async { await states(of: .steps) }
    }

    /// The states of the feature, the initial one first.
    ///
    /// - Parameter selection: `.everyState` for those in between, too, that parts emit one after the other in one step.
    public func states(of selection: StateSelection) async -> [State] { await stateHistory(of: selection).map(\.state) }

    /// The states of the feature, one a step, with their causes and times.
    public var stateHistory: [StateRecord<State>] {
        get async { await stateHistory(of: .steps) }
    }

    /// The states of the feature, with their causes and times.
    ///
    /// - Parameter selection: `.everyState` for those in between, too.
    public func stateHistory(of selection: StateSelection) async -> [StateRecord<State>] {
        await rest()
        return log.withContents { selection == .steps ? $0.handedOn : $0.history }
    }

    /// The state that was emitted last; nil if none has been.
    public var latestState: State? {
        get async {
            await rest()
            return log.withContents { $0.history.last?.state }
        }
    }

    /// The state after the last step, emitted or not; nil for a stream transformer that has emitted nothing.
    public var state: State? {
        get async {
            await rest()
            return log.withContents { $0.record.held }
        }
    }

    /// Whether the feature has asked to be dismissed, from a handler or an effect.
    ///
    /// ```swift
    /// await harness.send(.close)
    /// #expect(await harness.isDismissed)
    /// ```
    ///
    /// As for a child that a parent presents, the step in which it asks cancels its effects and emits nothing from then on.
    /// Actions that come later are refused, which is recorded as an issue. In an exhaustive test a dismissal that was not
    /// looked at here is recorded at the end.
    public var isDismissed: Bool {
        get async {
            await rest()
            return log.reports.lookAtDismissal()
        }
    }

    /// The calls of `send` and `dispatch` by cancelled effects, which were dropped: the action, or "a change of the
    /// state", with the place of the call.
    ///
    /// Such an effect may also have called a dependency after its cancellation. What `finish()` cancels is not late.
    public var lateCalls: [String] {
        get async {
            await rest()
            return log.reports.lateCalls
        }
    }

    /// Waits until there are at least `count` states, one a step, and returns all states so far.
    ///
    /// Records an issue if they do not come: no work is in flight, everything sleeps, or the time-out has passed.
    @discardableResult
    public func waitForStates(
        count: Int,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> [State] {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let haveCome = await settle(timeout: timeout) { log.withContents { $0.handedOn.count >= count } }
        let states = await states
        if !haveCome {
            await failWaiting("\(count) states were awaited, but only \(states.count) have come", at: site)
        }
        return states
    }

    /// Asserts the states of the feature, one a step, the initial one first. All steps so far count as received.
    public func assertStates(
        _ expected: [State],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let actual = await states
        log.withContents { _ = $0.ledger.takeAll() }
        let difference = Difference(expected: expected, actual: actual)
        if !difference.isEmpty {
            fail("The states are not what the test says:\n\(difference.text(whole: "the states"))", at: site)
        }
    }

    /// Asserts the state that was emitted last, and nothing about the steps before.
    public func assertLatestState(
        _ expected: State,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        guard let actual = await latestState else { return fail("No state has been emitted", at: site) }
        let difference = Difference(expected: expected, actual: actual)
        if !difference.isEmpty { fail("The latest state is not what the test says:\n\(difference)", at: site) }
    }
}
