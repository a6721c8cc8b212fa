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
