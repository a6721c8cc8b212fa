internal import UnoAsync

/// A view of a runtime for a part of its state and of its actions; made by `projection(action:state:)`.
///
/// Sending through it is sending to the runtime. It keeps the runtime alive, and has no state of its own.
public struct RuntimeProjection<State: Sendable, Action: Sendable>: Sendable {
    private let sendAction: @Sendable (Action, CallSite) -> EventTask
    private let deliverAction: @Sendable (Action, CallSite) async -> EventTask
    private let readState: @Sendable () async -> State?
    private let makeStates: @Sendable (SubscriptionPolicy, StaticString, UInt) -> AsyncStream<State>

    init<WholeState, WholeAction>(
        _ runtime: Runtime<WholeState, WholeAction>,
        _ embed: @escaping @Sendable (Action) -> WholeAction,
        _ part: @escaping @Sendable (WholeState) -> State,
        _ changes: StateChanges<State>
    ) {
        sendAction = { runtime.core.send(embed($0), at: $1) }
        deliverAction = { await runtime.core.deliver(embed($0), at: $1) }
        readState = { await runtime.state.map(part) }
        makeStates = { policy, fileID, line in
            let (whole, changes) = (runtime.states(policy, fileID: fileID, line: line), changes)
            return ChangedStates(base: whole, part: part, changes: changes).eraseToStream()
        }
    }

    /// The part of the state after the last step; nil where ``Runtime/state`` is.
    public var state: State? {
        get async { await readState() }
    }

    /// As ``Runtime/send(_:note:fileID:function:line:)``.
    @discardableResult
    public func send(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) -> EventTask {
        sendAction(action, CallSite(fileID, line, function, note: note))
    }

    /// As ``Runtime/deliver(_:note:fileID:function:line:)``.
    @discardableResult
    public func deliver(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) async -> EventTask {
        await deliverAction(action, CallSite(fileID, line, function, note: note))
    }

    /// The part of the present state, then the part of every state emitted after it, if it is a change; a stream per call.
    ///
    /// As ``Runtime/states(_:fileID:line:)`` otherwise.
    public func states(
        _ policy: SubscriptionPolicy = .latest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncStream<State> {
        makeStates(policy, fileID, line)
    }
}

/// Which states of a part are worth emitting.
public struct StateChanges<State: Sendable>: Sendable {
    let isChange: @Sendable (_ old: State, _ new: State) -> Bool

    /// Every state, whether or not the part is different.
    public static var always: StateChanges { StateChanges { _, _ in true } }

    /// Those that `isChange` says are.
    public static func when(_ isChange: @escaping @Sendable (_ old: State, _ new: State) -> Bool) -> StateChanges {
        StateChanges(isChange: isChange)
    }
}

extension StateChanges where State: Equatable {
    /// Those that differ from the one before.
    public static var removeDuplicates: StateChanges { StateChanges { $0 != $1 } }
}

extension Runtime {
    /// A view of this runtime for a part of its state and of its actions; its states are those in which the part has
    /// changed.
    public nonisolated func projection<PartState: Equatable, PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        state: any KeyPath<State, PartState> & Sendable
    ) -> RuntimeProjection<PartState, PartAction> where Action: CasePathable {
        projection(action: action, state: state, emitting: .removeDuplicates)
    }

    /// A view of this runtime for a part of its state and of its actions.
    ///
    /// - Parameter emitting: which states of the part are emitted.
    public nonisolated func projection<PartState, PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        state: any KeyPath<State, PartState> & Sendable,
        emitting: StateChanges<PartState>
    ) -> RuntimeProjection<PartState, PartAction> where Action: CasePathable {
        RuntimeProjection(self, AnyCasePath(action).embedValue, { $0[keyPath: state] }, emitting)
    }

    /// A view of this runtime, with closures: `action` may be the name of a case.
    public nonisolated func projection<PartState, PartAction>(
        action: @escaping @Sendable (PartAction) -> Action,
        state: @escaping @Sendable (State) -> PartState,
        emitting: StateChanges<PartState>
    ) -> RuntimeProjection<PartState, PartAction> {
        RuntimeProjection(self, action, state, emitting)
    }
}

extension RuntimeProjection: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

/// The parts of the states of a stream, the first and then each that is a change from the last one given.
struct ChangedStates<Whole: Sendable, Part: Sendable>: AsyncSequence, Sendable {
    typealias Element = Part
    typealias Failure = Never

    let base: AsyncStream<Whole>
    let part: @Sendable (Whole) -> Part
    let changes: StateChanges<Part>

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Whole>.Iterator
        fileprivate let part: @Sendable (Whole) -> Part
        fileprivate let changes: StateChanges<Part>
        fileprivate var last: Part?

        mutating func next(isolation actor: isolated (any Actor)?) async -> Part? {
            while let whole = await base.next(isolation: actor) {
                let part = part(whole)
                if let last, !changes.isChange(last, part) { continue }
                last = part
                return part
            }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), part: part, changes: changes)
    }
}
