public import UnoArchitecture
internal import ValueKit

// Actions by path, for actions that lie deep: `harness.send(\.path[id: 0].detail.edit.binding.title, "Design")`.

extension InteractorTestHarness where Action: CasePathable {
    /// Sends the action at `path` with `value` in it, as
    /// `send(_:emitting:)` does.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - value: what the case holds.
    ///   - count: the number of states that the action's own step emits.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by the action's own step.
    @discardableResult
    public func send<Value>(
        _ path: CaseKeyPath<Action, Value>,
        _ value: Value,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async -> EventTask {
        await send(
            path(value), emitting: count, timeout: timeout,
            fileID: fileID, filePath: filePath, line: line, column: column, change: change
        )
    }

    /// Sends the action at `path`, as `send(_:emitting:)` does.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - count: the number of states that the action's own step emits.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state by the action's own step.
    @discardableResult
    public func send(
        _ path: CaseKeyPath<Action, Void>,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async -> EventTask {
        await send(
            path(), emitting: count, timeout: timeout,
            fileID: fileID, filePath: filePath, line: line, column: column, change: change
        )
    }

    /// Receives an action of a case that an effect has fed back, with this value in it: `receive(\.loaded, 3)`.
    ///
    /// - Parameters:
    ///   - path: the case of the action, through the cases around it.
    ///   - value: what the case must hold.
    ///   - time: the time of the step on the clock of the harness; nil to leave that open.
    ///   - count: the number of states that the step emits.
    ///   - timeout: how long to wait for work outside the harness.
    ///   - change: the change of the state.
    public func receive<Value: Equatable>(
        _ path: CaseKeyPath<Action, Value>,
        _ value: Value,
        at time: Duration? = nil,
        emitting count: Int? = nil,
        timeout: Duration = defaultTimeout,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        change: ((inout State) -> Void)? = nil
    ) async {
        let site = noteCall(at: TestSite(fileID, filePath, line, column))
        let path = AnyCasePath(path)
        await receive("the action \(Rendering.of(path.embed(value)))", (time, count), timeout, at: site, change) {
            $0.isFeedback { path.extract(from: $0) == value }
        }
    }
}
