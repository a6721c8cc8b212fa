public import UnoArchitecture
internal import ValueKit

extension InteractorTestHarness {
    /// Sends an action, and returns when the feature is at rest.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - count: the number of states that the action's own step emits. If it is omitted, an exhaustive test expects
    ///     one if the state changes and none if it does not; a handler that begins or cancels effects always emits.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by the action's own step; none if it is omitted. Receive the changes by
    ///     effects.
    /// - Returns: the event, to await or cancel the effects of the action.
    @discardableResult
    public func send(
        _ action: Action,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async -> EventTask {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        return await send([action], count, timeout, at: site, change)[0]
    }

    /// Sends several actions, one after the other, and returns when the feature is at rest.
    ///
    /// - Parameters:
    ///   - first: the first action.
    ///   - second: the second action.
    ///   - others: further actions.
    ///   - count: the number of states that these steps emit; see
    ///     `send(_:emitting:)`.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by the steps of all these actions.
    @discardableResult
    public func send(
        _ first: Action,
        _ second: Action,
        _ others: Action...,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async -> [EventTask] {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        return await send([first, second] + others, count, timeout, at: site, change)
    }

    /// Sends an action, and returns when its effects and the actions that they fed back have ended.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - count: the number of states that these steps emit; see
    ///     `send(_:emitting:)`.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by the action's own step. Receive the changes by effects.
    @discardableResult
    public func sendAndAwait(
        _ action: Action,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async -> EventTask {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        beginWaiting()
        defer { endWaiting() }
        let event = await send([action], count, timeout, at: site, change)[0]
        await end(of: event, action, timeout, at: site)
        return event
    }

    /// Sends actions, each when the effects of the one before have ended.
    ///
    /// - Parameters:
    ///   - actions: the actions.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by all steps, effects included. None of them is left to receive.
    public func sendSequentially(
        _ actions: Action...,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        beginWaiting()
        defer { endWaiting() }
        await rest()
        fail(log.withContents { $0.ledger.beforeSending(actions) }, at: site)
        var events: [(task: EventTask, number: UInt64)] = []
        for action in actions {
            let event = begin(action, at: site)
            events.append(event)
            await end(of: event.task, action, timeout, at: site)
        }
        failIfRefused(events.map(\.task), actions, at: site)
        let check = log.withContents { $0.ledger.sent(events.map(\.number), everything: true) }
        fail(
            check?.failure(change, "After \(Rendering.list(actions))")
                ?? check?.emissionFailure(nil, "After \(Rendering.list(actions))"),
            at: site
        )
        log.reports.tell(at: site)
    }

    private func failIfRefused(_ events: [EventTask], _ actions: [Action], at site: TestSite) {
        guard events.contains(where: { $0.outcome == .rejected(.shutDown) }) else { return }
        fail("\(Rendering.list(actions)) was sent after the harness had finished", at: site)
    }

    private var ledger: ReceiveLedger<State, Action> { log.withContents { $0.ledger } }

    private func send(
        _ actions: [Action],
        _ count: Int?,
        _ timeout: Duration,
        at site: TestSite,
        _ change: ((inout State) -> Void)?
    ) async -> [EventTask] {
        await rest()
        fail(log.withContents { $0.ledger.beforeSending(actions) }, at: site)
        let events = executor.hold { actions.map { begin($0, at: site) } }
        let numbers = events.map(\.number)
        let areHandled = await settle(timeout: timeout, needingTurn: true) {
            events.allSatisfy { event, number in
                event.outcome != .accepted || log.withContents { $0.handled.contains(number) }
            }
        }
        if !areHandled {
            await failWaiting("\(Rendering.list(actions)) was sent, but has not been handled", at: site)
        }
        failIfRefused(events.map(\.task), actions, at: site)
        let check = log.withContents { $0.ledger.sent(numbers) }
        fail(
            check?.failure(change, "After \(Rendering.list(actions))")
                ?? check?.emissionFailure(count, "After \(Rendering.list(actions))"),
            at: site
        )
        log.reports.tell(at: site)
        return events.map(\.task)
    }

    func begin(_ action: Action, at site: TestSite) -> (task: EventTask, number: UInt64) {
        var number: UInt64 = 0
        let task = graph.send(action) { task, event in
            number = event
            log.withContents { $0.ledger.events[event] = .init(action: action, site: site, task: task) }
        }
        return (task, number)
    }

    private func end(of event: EventTask, _ action: Action, _ timeout: Duration, at site: TestSite) async {
        let isOver = await settle(timeout: timeout) { !event.leadsOn }
        if !isOver { await failWaiting("What \(Rendering.of(action)) led to is not over", at: site) }
    }

    // MARK: Receiving

    /// Receives a state that an effect, a timer or a stream has produced.
    ///
    /// - Parameters:
    ///   - time: the time of the step on the clock of the harness; nil to leave that open.
    ///   - count: the number of states that the step emits; see
    ///     `send(_:emitting:)`.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state.
    public func receive(
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
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
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async where Action: Equatable {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        await receive("the action \(Rendering.of(action))", (time, count), timeout, at: site, change) {
            $0.isFeedback { $0 == action }
        }
    }

    /// Receives an action of a case that an effect has fed back, with any payload: `receive(\.loaded)`.
    public func receive<Value>(
        _ path: CaseKeyPath<Action, Value>,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async where Action: CasePathable {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let path = AnyCasePath(path)
        await receive("an action .\(path.name)", (time, count), timeout, at: site, change) {
            $0.isFeedback { path.extract(from: $0) != nil }
        }
    }

    /// Receives an action that an effect has fed back and for which `isWanted` returns true.
    public func receive(
        where isWanted: (Action) -> Bool,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        await receive("an action that fits", (time, count), timeout, at: site, change) {
            $0.isFeedback(isWanted)
        }
    }

    /// Skips all steps that have not been received.
    public func skipReceived() async {
        await rest()
        log.withContents { _ = $0.ledger.takeAll() }
    }

    /// - Parameter wanted: what is to be received, for a failure message.
    func receive(
        _ wanted: @autoclosure () -> String,
        _ said: (time: Duration?, count: Int?),
        _ timeout: Duration,
        at site: TestSite,
        _ change: ((inout State) -> Void)?,
        matching matches: (LedgerStep<State, Action>) -> Bool
    ) async {
        _ = await settle(timeout: timeout) { ledger.canReceive(matches) }
        // What matches is the program's code, and is called without the lock. Meanwhile steps only come.
        var present = ledger
        let received = present.receive(matching: matches)
        log.withContents { $0.ledger.take(like: present) }
        switch received {
        case .step(let check):
            fail(
                check.failure(change, "After \(wanted())") ?? check.emissionFailure(said.count, "After \(wanted())"),
                at: site
            )
            fail(check.timeFailure(said.time, wanted()), at: site)
        case .nothing:
            await failWaiting("\(wanted()) was to be received, but none has come".firstCapital, at: site)
        case .other(let first):
            fail("\(wanted()) was to be received, but first came:\n\(first)".firstCapital, at: site)
        }
        log.reports.tell(at: site)
    }
}

extension EventTask {
    /// Whether the action may lead to further steps. One that a missing part has refused may: other parts have handled it.
    var leadsOn: Bool { isUnderWay && (outcome == .accepted || outcome == .rejected(.childEnded)) }
}

extension String {
    package var firstCapital: String { prefix(1).uppercased() + dropFirst() }
}
