/// What a handler asks for after it has changed the state.
///
/// - ``state`` emits the state; ``none`` and ``unshown`` do not.
/// - Effects (`perform`, `observe`, `cancel`) emit the state as the handler left it, changed or not, and then begin.
///   Everything that one emission begins at once emits that state only once, whatever the order and number of its
///   parts.
/// - In a concatenation, a part behind a finished effect emits only if it is ``state``, and then every time.
/// - An empty merge or concatenation emits nothing.
/// - ``merge(_:)`` begins its parts in the order written; ``concatenate(_:)`` begins each part when the effects of the
///   previous part have ended.
@frozen
public enum Emission<State: Sendable>: Sendable {
    /// Emits nothing: the handler has not changed the state.
    ///
    /// A change becomes visible with the next emission. A debug build reports a handler that has changed an `Equatable`
    /// state and returned `.none`, if the host shows states and nothing emits the change in the same step.
    case none
    /// Emits nothing: the change of the state is meant to stay unseen until the next emission.
    case unshown
    /// Emits the state.
    case state
    /// Emits the state and runs effects; made by functions such as ``perform(id:policy:fileID:line:_:)``.
    case effects(EffectProgram<State>)
}

extension Emission {
    /// Starts one-shot work. When the graph finishes, the work runs to its end and its states are delivered.
    ///
    /// - *Cancellation*: cancelling the effect, its event or its scope cancels the task of `work`; from then on `send`
    ///   and dispatchers return `.cancelled`.
    ///
    /// - Parameters:
    ///   - id: names the effect within its scope, for `policy` and ``cancel(id:)``; registered before the work starts.
    ///   - policy: what happens if the scope already has an effect with this id.
    ///   - work: runs outside the host's isolation. `state` reads the current state; `send` changes it.
    public static func perform(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) -> Emission {
        let site = CallSite(fileID, line)
        return .effects(EffectProgram(.work(Effect(kind: .perform, id: id, policy: policy, site: site, typed: work))))
    }

    /// Starts long-running work, which is cancelled when the graph finishes; a finishing graph does not start it.
    ///
    /// - Parameters: as for ``perform(id:policy:fileID:line:_:)``.
    public static func observe(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) -> Emission {
        let site = CallSite(fileID, line)
        return .effects(EffectProgram(.work(Effect(kind: .observe, id: id, policy: policy, site: site, typed: work))))
    }

    /// Cancels every effect of the scope that carries `id`, including effects that wait for their turn.
    ///
    /// From then on `send` and dispatchers return `.cancelled` to these effects.
    public static func cancel(id: any Hashable & Sendable) -> Emission {
        .effects(EffectProgram(.cancel(id)))
    }

    /// Asks the parent to dismiss this feature: the state that `presents(_:action:child:)` shows it
    /// on becomes nil, or its element leaves the stack, and its effects are cancelled.
    ///
    /// The feature need not know its parent, and may lie at any depth inside the child that is presented. The parent handles
    /// the action first, then `.dismiss`; both are part of the running step, and only the state without this feature is emitted.
    /// Behind an action that the feature has named to come next, as in `dispatch.next(.saved).then(.dismiss())`, it is a step of
    /// its own, when the action has been handled. From an effect, call ``Send/dismiss(fileID:line:)``.
    ///
    /// Outside of every presentation, nothing happens, and the call is reported.
    public static func dismiss(fileID: StaticString = #fileID, line: UInt = #line) -> Emission {
        .effects(EffectProgram(.dismiss(CallSite(fileID, line))))
    }

    /// Begins `emissions` in the order written; their effects run concurrently.
    public static func merge(_ emissions: [Emission]) -> Emission {
        .effects(EffectProgram(EffectTree(.merge, of: emissions.map(\.tree))))
    }

    /// Begins each of `emissions` when the effects of the previous one have ended.
    ///
    /// Cancelling the scope or the event drops the emissions that have not begun; if one effect is cancelled by its id,
    /// the concatenation continues.
    public static func concatenate(_ emissions: [Emission]) -> Emission {
        .effects(EffectProgram(EffectTree(.concatenate, of: emissions.map(\.tree))))
    }

    /// Starts one-shot work that can fail; see ``perform(id:policy:fileID:line:_:)``.
    ///
    /// - *Errors*: `handle` changes the state if `work` throws, as an update of the effect. An error that is thrown after
    ///   the effect has been cancelled is dropped, whatever its type. A `CancellationError` without a cancellation of the
    ///   effect is an error as any other.
    ///
    /// - Parameters:
    ///   - id: names the effect; nil for none.
    ///   - policy: what happens if an effect with `id` is running.
    ///   - work: the work, in a task of its own.
    ///   - handle: changes the state for an error.
    public static func perform(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ state: inout State, _ error: any Error) -> Void
    ) -> Emission {
        perform(id: id, policy: policy, fileID: fileID, line: line, handling(work, handle, fileID, line))
    }

    /// Starts long-running work that can fail; see ``observe(id:policy:fileID:line:_:)``, and for the errors
    /// ``perform(id:policy:fileID:line:_:catch:)``.
    public static func observe(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        catch handle: @escaping @Sendable (_ state: inout State, _ error: any Error) -> Void
    ) -> Emission {
        observe(id: id, policy: policy, fileID: fileID, line: line, handling(work, handle, fileID, line))
    }

    /// The work that passes an error to `handle`, unless the effect has been cancelled.
    private static func handling(
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async throws -> Void,
        _ handle: @escaping @Sendable (_ state: inout State, _ error: any Error) -> Void,
        _ fileID: StaticString,
        _ line: UInt
    ) -> @Sendable (DynamicState<State>, Send<State>) async -> Void {
        { state, send in
            do { try await work(state, send) } catch {
                if !Task.isCancelled { await send(fileID: fileID, line: line) { handle(&$0, error) } }
            }
        }
    }

    /// This emission, whose states a view model shows with `transaction`: `return .state.shown(with: .init(animation: .default))`.
    ///
    /// It applies to all states of the step, and not to those that its effects send; see ``Send/callAsFunction(with:fileID:line:_:)``.
    public func shown(with transaction: ViewTransaction) -> Emission {
        Emission.effects(EffectProgram(.transaction(transaction))).merging(with: self)
    }

    /// Merges this emission with `other`, which begins second. Complexity: O(1).
    public func merging(with other: Emission) -> Emission {
        switch (self, other) {
        case (.none, _): other
        case (_, .none): self
        default: .merge([self, other])
        }
    }

    /// Whether it emits nothing: it is ``none`` or ``unshown``, or consists of such and of transactions.
    var emitsNothing: Bool {
        switch self {
        case .none, .unshown: return true
        case .state: return false
        case .effects(let program):
            var trees = [program.tree]
            while let tree = trees.popLast() {
                switch tree.instruction {
                case .none, .transaction: continue
                case .merge, .concatenate: trees += tree.parts
                default: return false
                }
            }
            return true
        }
    }

    /// This emission as a part of a program.
    package var tree: EffectTree {
        switch self {
        case .none, .unshown: .none
        case .state: .state
        case .effects(let program): program.tree
        }
    }
}

/// The effects of an ``Emission``, made by its static functions. One word, so that an emission is one, too.
public struct EffectProgram<State: Sendable>: Sendable {
    @usableFromInline let tree: EffectTree

    init(_ tree: EffectTree) {
        self.tree = tree
    }

    init(_ instruction: EffectTree.Instruction) {
        tree = EffectTree(instruction)
    }
}
