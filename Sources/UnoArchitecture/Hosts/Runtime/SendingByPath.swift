// Actions by path, for actions that lie deep: `runtime.send(\.rows[id: 3].title, "Bread")`. A path costs a look-up of some
// microseconds.

extension Runtime where Action: CasePathable {
    /// Sends the action at `path` with `value` in it, as `send(_:)` does.
    @discardableResult
    public nonisolated func send<Value>(
        _ path: CaseKeyPath<Action, Value>, _ value: Value, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        core.send(path(value), at: CallSite(fileID, line, function, note: note))
    }

    /// Sends the action at `path`, as `send(_:)` does.
    @discardableResult
    public nonisolated func send(
        _ path: CaseKeyPath<Action, Void>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        core.send(path(), at: CallSite(fileID, line, function, note: note))
    }

    /// Delivers the action at `path` with `value` in it, as `deliver(_:)` does.
    @discardableResult
    public nonisolated func deliver<Value>(
        _ path: CaseKeyPath<Action, Value>, _ value: Value, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await core.deliver(path(value), at: CallSite(fileID, line, function, note: note))
    }

    /// Delivers the action at `path`, as `deliver(_:)` does.
    @discardableResult
    public nonisolated func deliver(
        _ path: CaseKeyPath<Action, Void>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await core.deliver(path(), at: CallSite(fileID, line, function, note: note))
    }
}

extension RuntimeProjection where Action: CasePathable {
    /// Sends the action at `path` with `value` in it, as `send(_:)` does.
    @discardableResult
    public func send<Value>(
        _ path: CaseKeyPath<Action, Value>, _ value: Value, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendAction(path(value), CallSite(fileID, line, function, note: note))
    }

    /// Sends the action at `path`, as `send(_:)` does.
    @discardableResult
    public func send(
        _ path: CaseKeyPath<Action, Void>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendAction(path(), CallSite(fileID, line, function, note: note))
    }

    /// Delivers the action at `path` with `value` in it, as `deliver(_:)` does.
    @discardableResult
    public func deliver<Value>(
        _ path: CaseKeyPath<Action, Value>, _ value: Value, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await deliverAction(path(value), CallSite(fileID, line, function, note: note))
    }

    /// Delivers the action at `path`, as `deliver(_:)` does.
    @discardableResult
    public func deliver(
        _ path: CaseKeyPath<Action, Void>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await deliverAction(path(), CallSite(fileID, line, function, note: note))
    }
}
