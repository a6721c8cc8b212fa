internal import UnoArchitecture

extension InteractorTestHarness {
    /// Every state that has been emitted, the initial one first.
    public var states: [State] {
        get async {
            await rest()
            return log.withContents { $0.history.map(\.state) }
        }
    }

    /// Every state that has been emitted, with what led to it and when.
    public var stateHistory: [StateRecord<State>] {
        get async {
            await rest()
            return log.withContents { $0.history }
        }
    }

    /// The state that was emitted last; nil if none has been.
    public var latestState: State? {
        get async {
            await rest()
            return log.withContents { $0.history.last?.state }
        }
    }

    /// The state that the feature holds, emitted or not; nil for a stream transformer that has emitted nothing.
    public var currentState: State? {
        get async {
            await rest()
            return log.withContents { $0.held }
        }
    }

    /// What effects have sent or dispatched after they had been cancelled, and what was dropped therefore: the action, or
    /// "a change of the state", with the place of the call.
    ///
    /// A cancelled effect that goes on like this may also have called something else that it should not have.
    public var lateCalls: [String] {
        get async {
            await rest()
            return log.withContents { $0.late }.map { call in
                "\(call.action ?? "a change of the state") at \(call.fileID):\(call.line)"
            }
        }
    }

    /// Waits until at least so many states have been emitted, and answers them all.
    ///
    /// Records an issue if they do not come: nothing is under way, everything sleeps, or the time is up.
    @discardableResult
    public func waitForStates(
        count: Int,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> [State] {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        let haveCome = await settle(timeout: timeout) { log.withContents { $0.history.count >= count } }
        let states = await states
        if !haveCome {
            fail("\(count) states were awaited, but only \(states.count) have come" + (await underWay()), at: site)
        }
        return states
    }

    /// Says every state that has been emitted, the initial one first. What came until now counts as said and received.
    public func assertStates(
        _ expected: [State],
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        let actual = await states
        log.withContents { _ = $0.ledger.takeAll() }
        let difference = Difference(expected: expected, actual: actual)
        if !difference.isEmpty {
            fail("The states are not what the test says:\n\(difference.text(whole: "the states"))", at: site)
        }
    }

    /// Says the state that was emitted last. It says nothing about the steps that led there.
    public func assertLatestState(
        _ expected: State,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        guard let actual = await latestState else { return fail("No state has been emitted", at: site) }
        let difference = Difference(expected: expected, actual: actual)
        if !difference.isEmpty { fail("The latest state is not what the test says:\n\(difference)", at: site) }
    }
}
