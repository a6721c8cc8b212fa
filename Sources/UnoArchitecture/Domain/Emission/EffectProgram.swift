/// The effects of an ``Emission``, as a tree; made by the functions of `Emission`.
///
/// A class, so that an emission is one word and the emissions without effects cost nothing.
public final class EffectProgram<State: Sendable>: Sendable {
    enum Instruction: Sendable {
        case work(Effect<State>)
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
    /// What has to hold when the effect begins; an effect whose validity is revoked never does, nor what follows it.
    var validity: EffectValidity?
    let work: @Sendable (DynamicState<State>, Send<State>) async -> Void
}
