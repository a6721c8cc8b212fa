/// Effects composed to any depth, as data.
///
/// - ``none`` ends at once, as do a merge and a concatenation of nothing.
/// - ``merge(_:)`` begins its parts in the order written; they run side by side.
/// - ``concat(_:)`` begins each part when the one before has ended. Where one is cancelled, what follows it is dropped.
public indirect enum ComposableEffect<Effect: Sendable>: Sendable {
    case none
    case just(Effect)
    case merge([ComposableEffect])
    case concat([ComposableEffect])

    /// This composition with each effect replaced.
    public func map<Other>(_ transform: (Effect) -> Other) -> ComposableEffect<Other> {
        switch self {
        case .none: .none
        case .just(let effect): .just(transform(effect))
        case .merge(let parts): .merge(parts.map { $0.map(transform) })
        case .concat(let parts): .concat(parts.map { $0.map(transform) })
        }
    }

    /// Whether an effect may begin later than the first one.
    var hasFollowers: Bool {
        switch self {
        case .none, .just: false
        case .merge(let parts): parts.contains(where: \.hasFollowers)
        case .concat(let parts): parts.count > 1 || parts.contains(where: \.hasFollowers)
        }
    }

    /// The effects, in the order written.
    public var effects: [Effect] {
        switch self {
        case .none: []
        case .just(let effect): [effect]
        case .merge(let parts), .concat(let parts): parts.flatMap(\.effects)
        }
    }
}

extension ComposableEffect: Equatable where Effect: Equatable {}
extension ComposableEffect: Hashable where Effect: Hashable {}

extension ComposableEffect: ComposedEffects {
    @inlinable
    public init(_ composition: ComposableEffect) { self = composition }

    @inlinable
    public var composition: ComposableEffect { self }
}
