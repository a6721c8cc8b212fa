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

/// How a finishing graph treats an effect.
enum EffectKind: Sendable {
    /// It is awaited.
    case perform
    /// It is cancelled.
    case observe
}

/// One piece of asynchronous work.
struct Effect<State: Sendable>: Sendable {
    let kind: EffectKind
    let id: (any Hashable & Sendable)?
    let policy: EffectPolicy
    /// Decides, when the effect's turn comes, whether it begins; otherwise it never does, nor what follows it.
    var membership: GraphBound<PhaseMembership>?
    let work: @Sendable (DynamicState<State>, Send<State>) async -> Void
}

/// Actions that are fed back at once, in the step that asks for them.
struct QueuedActions: Sendable {
    let count: Int
    /// Puts them into the queue of the graph, as those of this effect; returns how many it could not queue.
    let enqueue: @Sendable (GraphBound<EffectRun>, Ticket?) -> Int
}
