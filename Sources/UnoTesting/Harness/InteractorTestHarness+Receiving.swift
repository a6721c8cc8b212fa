public import UnoArchitecture

extension InteractorTestHarness {
    /// Receives a state that came of itself: from an effect, a timer or a stream.
    ///
    /// - Parameters:
    ///   - time: when it came, on the clock of the harness; nil to leave that unsaid.
    ///   - count: how many states the step emits; see ``send(_:emitting:timeout:fileID:filePath:line:column:change:)``.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: what it makes of the state.
    public func receive(
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        await receive("a state", (time, count), timeout, at: site, change) { step in
            if case .effect = step.cause { true } else { false }
        }
    }

    /// Receives an action that an effect has fed back.
    public func receive(
        _ action: Action,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async where Action: Equatable {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        await receive("the action \(Rendering.of(action))", (time, count), timeout, at: site, change) { step in
            if case .fedBack(action) = step.cause { true } else { false }
        }
    }

    /// Receives an action of a case that an effect has fed back, whatever is in it: `receive(\.loaded)`.
    public func receive<Value>(
        _ path: CaseKeyPath<Action, Value>,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async where Action: CasePathable {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        let path = AnyCasePath(path)
        await receive("an action with a value of \(Value.self)", (time, count), timeout, at: site, change) { step in
            if case .fedBack(let action) = step.cause { path.extract(from: action) != nil } else { false }
        }
    }

    /// Receives an action that an effect has fed back and that `isWanted`.
    public func receive(
        where isWanted: (Action) -> Bool,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
        await receive("an action that fits", (time, count), timeout, at: site, change) { step in
            if case .fedBack(let action) = step.cause { isWanted(action) } else { false }
        }
    }

    /// Passes over everything that has come and was not received.
    public func skipReceived() async {
        await rest()
        log.withContents { _ = $0.ledger.takeAll() }
    }

    private func receive(
        _ wanted: String,
        _ said: (time: Duration?, count: Int?),
        _ timeout: Duration,
        at site: TestSite,
        _ change: ((inout State) -> Void)?,
        matching matches: (LedgerStep<State, Action>) -> Bool
    ) async {
        _ = await settle(timeout: timeout) { log.withContents { $0.ledger.canReceive(matches) } }
        switch log.withContents({ $0.ledger.receive(wanted, matching: matches) }) {
        case .step(_, let check):
            fail(check.failure(change) ?? check.emissionFailure(said.count), at: site)
            fail(check.timeFailure(said.time), at: site)
        case .nothing:
            fail("\(wanted) was to be received, but none has come".firstCapital + (await underWay()), at: site)
        case .other(let message): fail(message.firstCapital, at: site)
        }
        tellDiagnostics(at: site)
    }
}

extension String {
    var firstCapital: String { prefix(1).uppercased() + dropFirst() }
}
