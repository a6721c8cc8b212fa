/// What a handler wants to happen after it has changed the state.
///
/// - ``state`` emits the state; ``none`` does not.
/// - Effects (`perform`, `observe`, `cancel`) emit the state as the handler left it, changed or not, at once, and then
///   begin. All that one emission begins at once emits that state once, whatever the order and the number of its parts.
/// - In a concatenation, what follows a finished effect emits only where it says ``state``, and then each time.
/// - A merge or a concatenation of nothing emits nothing.
/// - ``merge(_:)`` begins its parts in the order written; ``concatenate(_:)`` begins each part when the effects of
///   the one before have ended.
@frozen
public enum Emission<State: Sendable>: Sendable {
    /// Emits nothing; a change of the state shows with the next emission.
    case none
    /// Emits the state.
    case state
    /// Emits the state and runs `EffectProgram`; made by the functions below.
    case effects(EffectProgram<State>)
}

extension Emission {
    /// Asynchronous work with an end: when the actions finish, it runs to its end and its states are delivered.
    ///
    /// - Parameters:
    ///   - id: names the effect within its scope, for `policy` and ``cancel(id:)``; registered before the work starts.
    ///   - policy: what happens if an effect with this id is running.
    ///   - work: runs outside the host's isolation. `state` reads the current state; `send` changes it.
    public static func perform(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) -> Emission {
        .effects(EffectProgram(.work(Effect(kind: .perform, id: id, policy: policy, work: work))))
    }

    /// Long-running work: cancelled when the actions finish.
    ///
    /// - Parameters: as for ``perform(id:policy:_:)``.
    public static func observe(
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .runBoth,
        _ work: @escaping @Sendable (_ state: DynamicState<State>, _ send: Send<State>) async -> Void
    ) -> Emission {
        .effects(EffectProgram(.work(Effect(kind: .observe, id: id, policy: policy, work: work))))
    }

    /// Cancels every effect of the scope that carries `id`, also those that wait their turn.
    ///
    /// States that a cancelled effect sends from then on do not arrive.
    public static func cancel(id: any Hashable & Sendable) -> Emission {
        .effects(EffectProgram(.cancel(id)))
    }

    /// All of `emissions`, begun in the order written; their effects run side by side.
    public static func merge(_ emissions: [Emission]) -> Emission {
        .effects(EffectProgram(.merge(emissions)))
    }

    /// All of `emissions`, one after the other: each begins when the effects of the one before have ended.
    ///
    /// Cancelling the scope or the event drops those not yet begun; cancelling one effect by its id goes on with
    /// the next.
    public static func concatenate(_ emissions: [Emission]) -> Emission {
        .effects(EffectProgram(.concatenate(emissions)))
    }

    /// This emission and `other`, begun in that order.
    public func merging(with other: Emission) -> Emission {
        switch (self, other) {
        case (.none, _): other
        case (_, .none): self
        // Flat, so that many in a row do not nest.
        default: .merge(merged + other.merged)
        }
    }

    /// The parts of a merge; any other emission is its own only part.
    private var merged: [Emission] {
        guard case .effects(let program) = self, case .merge(let emissions) = program.instruction else { return [self] }
        return emissions
    }
}

/// The effects of an ``Emission``, as a tree; made by the functions of `Emission`.
///
/// A class, so that an emission is one word and the emissions without effects cost nothing.
public final class EffectProgram<State: Sendable>: Sendable {
    enum Instruction: Sendable {
        case work(Effect<State>)
        case feedBack(QueuedActions)
        case cancel(any Hashable & Sendable)
        case merge([Emission<State>])
        case concatenate([Emission<State>])
    }

    let instruction: Instruction

    init(_ instruction: Instruction) {
        self.instruction = instruction
    }
}

/// One piece of asynchronous work.
struct Effect<State: Sendable>: Sendable {
    let kind: EffectKind
    let id: (any Hashable & Sendable)?
    let policy: EffectPolicy
    /// Decides, when the effect's turn comes, whether it begins; otherwise it never does, nor what follows it.
    var condition: GraphBound<any StartCondition>?
    let work: @Sendable (DynamicState<State>, Send<State>) async -> Void
}

/// What happens to an effect whose id is already running in its scope.
public enum EffectPolicy: Sendable, Hashable {
    /// Both run.
    case runBoth
    /// The running one is cancelled, and with it those that wait; the new one starts at once.
    case cancelPrevious
    /// The new one is dropped.
    case dropNew
    /// The new one starts when those before it have ended, first come, first served.
    case waitTurn
}
