/// What a transition carries if it can start more than one effect: a ``ComposableEffect``, or a type of one's own
/// around it that has a factory for each case.
public protocol ComposedEffects<Effect>: Sendable {
    associatedtype Effect: Sendable

    init(_ composition: ComposableEffect<Effect>)

    var composition: ComposableEffect<Effect> { get }
}

extension ComposedEffects {
    /// All of `effects`, side by side, begun in the order written.
    @inlinable
    public static func merge(_ effects: Self...) -> Self {
        Self(ComposableEffect.merge(effects.map(\.composition)))
    }

    /// All of `effects`, each when the one before has ended.
    @inlinable
    public static func concat(_ effects: Self...) -> Self {
        Self(ComposableEffect.concat(effects.map(\.composition)))
    }
}
