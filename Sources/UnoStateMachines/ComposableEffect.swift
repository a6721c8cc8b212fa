internal import UnoArchitecture

/// A composition of effects, as data.
///
/// - ``none`` ends at once, and so does an empty merge or concatenation.
/// - `merge` starts its parts in the order written; they run concurrently.
/// - `concatenate` starts each part when the previous one has ended. If a part is cancelled, the parts after it are
///   dropped.
public indirect enum ComposableEffect<Effect: Sendable>: Sendable {
    /// No effect.
    case none
    /// One effect.
    case just(Effect)
    /// All parts, started in the order written.
    case merge([ComposableEffect])
    /// All parts, one after the other.
    case concatenate([ComposableEffect])

    /// All `parts`, started in the order written.
    @inlinable
    public static func merge(_ parts: ComposableEffect...) -> ComposableEffect { .merge(parts) }

    /// All `parts`, one after the other.
    @inlinable
    public static func concat(_ parts: ComposableEffect...) -> ComposableEffect { .concatenate(parts) }

    /// Returns this composition with each effect transformed.
    public func map<Other>(_ transform: (Effect) -> Other) -> ComposableEffect<Other> {
        switch self {
        case .none: .none
        case .just(let effect): .just(transform(effect))
        case .merge(let parts): .merge(parts.map { $0.map(transform) })
        case .concatenate(let parts): .concatenate(parts.map { $0.map(transform) })
        }
    }

    /// Whether an effect may start later than the first one.
    var hasFollowers: Bool {
        switch self {
        case .none, .just: false
        case .merge(let parts): parts.contains(where: \.hasFollowers)
        case .concatenate(let parts): parts.count > 1 || parts.contains(where: \.hasFollowers)
        }
    }

    /// The effects, in the order written.
    package var effects: [Effect] {
        switch self {
        case .none: []
        case .just(let effect): [effect]
        case .merge(let parts), .concatenate(let parts): parts.flatMap(\.effects)
        }
    }
}

extension ComposableEffect: Equatable where Effect: Equatable {}
extension ComposableEffect: Hashable where Effect: Hashable {}

/// A type that wraps a ``ComposableEffect`` and has a factory for each effect, as ``ComposableEffect()`` generates.
public protocol ComposedEffects<Effect>: Sendable {
    /// The type of a single effect.
    associatedtype Effect: Sendable

    /// Wraps `composition`.
    init(_ composition: ComposableEffect<Effect>)

    /// The wrapped composition.
    var composition: ComposableEffect<Effect> { get }
}

extension ComposedEffects {
    /// Returns a composition that starts all `effects` in the order written; they run concurrently.
    @inlinable
    public static func merge(_ effects: [Self]) -> Self { Self(.merge(effects.map(\.composition))) }

    /// Returns a composition that starts all `effects` in the order written; they run concurrently.
    @inlinable
    public static func merge(_ effects: Self...) -> Self { merge(effects) }

    /// Returns a composition that starts each of `effects` when the previous one has ended.
    @inlinable
    public static func concat(_ effects: Self...) -> Self { concatenate(effects) }

    /// Returns a composition that starts each of `effects` when the previous one has ended.
    @inlinable
    public static func concatenate(_ effects: [Self]) -> Self { Self(.concatenate(effects.map(\.composition))) }
}
