extension Dispatcher {
    /// Has `action` handled right after the running step, before anything that is queued.
    ///
    /// The action enters at the root of the graph, as one that an effect dispatches does: the parts around the handler,
    /// middlewares and observers see it. When `sendViewEvent` returns, it has been handled.
    ///
    /// - *Emission*: as every effect, emits the state as the handler left it.
    /// - *Ordering*: several actions that a step names are handled in the order named; what one of them names comes first.
    ///   In a concatenation, the next part begins when the action has been handled.
    /// - *Event*: the action belongs to the event of the step.
    /// - *Cancellation*: an action that has not been handled is dropped with its event, and when the scope of the handler
    ///   closes.
    /// - *Complexity*: O(1); actions that name each other without end run in a loop, which leaves its thread to other
    ///   tasks now and then, and the isolation to those who read the state. On the main actor, `sendViewEvent` returns
    ///   when the last one has been handled.
    ///
    /// - Parameters:
    ///   - action: the action to handle next.
    ///   - note: passed to the middlewares with the action, as part of its `ActionSource`.
    public func next<State>(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Emission<State> {
        let site = CallSite(fileID, line, function, note: note)
        return .effects(EffectProgram(.next { [feedback] in _ = feedback.enqueue(action, .handler($0), site) }))
    }

    /// Starts one-shot work whose value becomes an action: `dispatch.run(\.loaded) { await store.items() }`.
    ///
    /// Work that throws needs a case that holds a `Result`, or `catch:`.
    ///
    /// - *Cancellation*: a value that comes after the effect has been cancelled is dropped.
    ///
    /// - Parameters:
    ///   - path: the case for the value.
    ///   - id: names the effect within its scope; see ``Emission/perform(id:policy:fileID:line:_:)``.
    ///   - policy: what happens if the scope already has an effect with this id.
    ///   - work: runs outside the host's isolation.
    public func run<State, Value: Sendable>(
        _ path: any CaseKeyPath<Action, Value> & Sendable,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable () async -> Value
    ) -> Emission<State> where Action: CasePathable {
        let site = CallSite(fileID, line, function, note: nil)
        return .perform(id: id, policy: policy, fileID: fileID, line: line) { _, _ in
            let value = await work()
            await sendQuietly(AnyCasePath(path).embed(value), site)
        }
    }

    /// Starts one-shot work whose result, a value or an error, becomes an action.
    ///
    /// ```swift
    /// case .load: return dispatch.run(\.loaded) { try await api.items() }
    /// case .loaded(.success(let items)): ...
    /// case .loaded(.failure(let error)): ...
    /// ```
    ///
    /// - *Cancellation*: what `work` returns or throws after the effect has been cancelled is dropped. A
    ///   `CancellationError` without a cancellation of the effect is an error as any other.
    ///
    /// - Parameters: as for the form without errors.
    public func run<State, Value: Sendable, Failure: Error>(
        _ path: any CaseKeyPath<Action, Result<Value, Failure>> & Sendable,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) -> Emission<State> where Action: CasePathable {
        let site = CallSite(fileID, line, function, note: nil)
        return .perform(id: id, policy: policy, fileID: fileID, line: line) { _, _ in
            let result: Result<Value, Failure>
            do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
            await sendQuietly(AnyCasePath(path).embed(result), site)
        }
    }

    /// Starts one-shot work whose value becomes an action, and whose error becomes the action that `handle` returns.
    ///
    /// - *Cancellation*: as for the form with a `Result`.
    ///
    /// - Parameters:
    ///   - path: the case that takes the value.
    ///   - id: names the effect; nil for none.
    ///   - policy: what happens if an effect with `id` is running.
    ///   - work: the work, in a task of its own.
    ///   - handle: returns the action for an error.
    public func run<State, Value: Sendable>(
        _ path: any CaseKeyPath<Action, Value> & Sendable,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable () async throws -> Value,
        catch handle: @escaping @Sendable (_ error: any Error) -> Action
    ) -> Emission<State> where Action: CasePathable {
        let site = CallSite(fileID, line, function, note: nil)
        return .perform(id: id, policy: policy, fileID: fileID, line: line) { _, _ in
            let action: Action
            do { action = AnyCasePath(path).embed(try await work()) } catch {
                guard !Task.isCancelled else { return }
                action = handle(error)
            }
            await sendQuietly(action, site)
        }
    }

    /// Starts one-shot work that can fail and whose error becomes the action that `handle` returns.
    ///
    /// See ``Emission/perform(id:policy:fileID:line:_:catch:)``, whose `catch` changes the state instead.
    public func perform<State>(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ error: any Error) -> Action
    ) -> Emission<State> {
        let site = CallSite(fileID, line, function, note: nil)
        return .perform(id: id, policy: policy, fileID: fileID, line: line) { state, send in
            await sendError(to: handle, at: site) { try await work(state, send) }
        }
    }

    /// Starts long-running work that can fail and whose error becomes the action that `handle` returns.
    ///
    /// See ``Emission/observe(id:policy:fileID:line:_:catch:)``, whose `catch` changes the state instead.
    public func observe<State>(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ error: any Error) -> Action
    ) -> Emission<State> {
        let site = CallSite(fileID, line, function, note: nil)
        return .observe(id: id, policy: policy, fileID: fileID, line: line) { state, send in
            await sendError(to: handle, at: site) { try await work(state, send) }
        }
    }
    /// Runs `work`, and dispatches the action that `handle` returns for its error, unless the effect has been cancelled.
    private func sendError(
        to handle: (_ error: any Error) -> Action,
        at site: CallSite,
        _ work: () async throws -> Void
    ) async {
        do { try await work() } catch {
            if !Task.isCancelled { await sendQuietly(handle(error), site) }
        }
    }
}
