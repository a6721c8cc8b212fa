/// What a handler of an ``Update`` starts: its functions are those of ``Emission`` and ``Dispatcher``, and return nothing.
///
/// ```swift
/// effects.perform(id: "load") { _, send in
///     let letters = await office.letters()
///     await send { $0.letters = letters }
/// }
/// effects.cancel(id: "search")
/// ```
///
/// What has no function of its own is added: `effects.add(.timer(every: .seconds(1), clock: clock, id: "clock") { $0.time += 1 })`.
///
/// - *Ordering*: the effects begin when the step has ended, in the order added, and run concurrently.
/// - *Emission*: with an effect the state is emitted once, changed or not; with `dismiss`, that of the parent without the child.
public struct UpdateEffects<State: Sendable, Action: Sendable>: ~Copyable {
    /// Feeds actions back from effects, which capture it: `effects.perform { [dispatch = effects.dispatch] _, _ in … }`.
    public let dispatch: Dispatcher<Action>
    private var added = Emission<State>.none
    private var isUnshown = false

    init(_ dispatch: Dispatcher<Action>) {
        self.dispatch = dispatch
    }

    /// Adds `emission`, which begins behind what has been added before. Complexity: O(1).
    public mutating func add(_ emission: Emission<State>) {
        if case .unshown = emission { isUnshown = true }
        added = added.merging(with: emission)
    }

    /// Starts one-shot work; see ``Emission/perform(id:policy:fileID:line:_:)``.
    public mutating func perform(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) {
        add(.perform(id: id, policy: policy, fileID: fileID, line: line, work))
    }

    /// Starts one-shot work that can fail; see ``Emission/perform(id:policy:fileID:line:_:catch:)``.
    public mutating func perform(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ state: inout State, _ error: any Error) -> Void
    ) {
        add(.perform(id: id, policy: policy, fileID: fileID, line: line, work, catch: handle))
    }

    /// Starts long-running work; see ``Emission/observe(id:policy:fileID:line:_:)``.
    public mutating func observe(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) {
        add(.observe(id: id, policy: policy, fileID: fileID, line: line, work))
    }

    /// Starts long-running work that can fail; see ``Emission/observe(id:policy:fileID:line:_:catch:)``.
    public mutating func observe(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ state: inout State, _ error: any Error) -> Void
    ) {
        add(.observe(id: id, policy: policy, fileID: fileID, line: line, work, catch: handle))
    }

    /// Starts work whose value becomes an action: `effects.run(\.counted) { await api.count() }`.
    public mutating func run<Value: Sendable>(
        _ path: any CaseKeyPath<Action, Value> & Sendable,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable () async -> Value
    ) where Action: CasePathable {
        add(dispatch.run(path, id: id, policy: policy, fileID: fileID, function: function, line: line, work))
    }

    /// Starts work whose result, a value or an error, becomes an action: `effects.run(\.loaded) { try await api.items() }`.
    public mutating func run<Value: Sendable, Failure: Error>(
        _ path: any CaseKeyPath<Action, Result<Value, Failure>> & Sendable,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) where Action: CasePathable {
        add(dispatch.run(path, id: id, policy: policy, fileID: fileID, function: function, line: line, work))
    }

    /// Has `action` handled right after the running step; see ``Dispatcher/next(_:note:fileID:function:line:)``.
    public mutating func next(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) {
        add(dispatch.next(action, note: note, fileID: fileID, function: function, line: line))
    }

    /// Cancels every effect of the scope that carries `id`; see ``Emission/cancel(id:)``.
    public mutating func cancel(id: any Hashable & Sendable) { add(.cancel(id: id)) }

    /// Asks the parent to dismiss this feature; see ``Emission/dismiss(fileID:line:)``.
    public mutating func dismiss(fileID: StaticString = #fileID, line: UInt = #line) {
        add(.dismiss(fileID: fileID, line: line))
    }

    /// What a handler returns that has added these effects.
    consuming func emission(afterChange isChanged: Bool) -> Emission<State> {
        isChanged && !isUnshown && added.emitsNothing ? .state.merging(with: added) : added
    }
}
