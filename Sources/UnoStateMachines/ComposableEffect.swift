internal import UnoArchitecture

/// A composition of effects, as data.
///
/// - ``none`` ends at once, and so does an empty merge or concatenation.
/// - A merge starts its parts in the order written; they run concurrently.
/// - A concatenation starts each part when the previous one has ended. If a part is cancelled, the parts after it are
///   dropped.
///
/// Composing copies the parts, so it costs O(n) for n effects. A composition may be of any depth.
public struct ComposableEffect<Effect: Sendable>: Sendable {
    /// A composition stands before its parts.
    ///
    /// The elements are one array, so nothing that visits them calls itself for the parts, and neither does releasing them.
    enum Element: Sendable {
        case none
        case just(Effect)
        case merge(count: Int)
        case concatenate(count: Int)

        /// How many of the compositions that follow are its parts.
        var count: Int {
            switch self {
            case .none, .just: 0
            case .merge(let count), .concatenate(let count): count
            }
        }
    }

    let elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }

    private init(_ element: Element, of parts: [ComposableEffect]) {
        elements = parts.reduce(into: [element]) { $0 += $1.elements }
    }

    /// No effect.
    public static var none: ComposableEffect { ComposableEffect([.none]) }

    /// One effect.
    public static func just(_ effect: Effect) -> ComposableEffect { ComposableEffect([.just(effect)]) }

    /// All `parts`, started in the order written.
    public static func merge(_ parts: [ComposableEffect]) -> ComposableEffect {
        ComposableEffect(.merge(count: parts.count), of: parts)
    }

    /// All `parts`, started in the order written.
    public static func merge(_ parts: ComposableEffect...) -> ComposableEffect { merge(parts) }

    /// All `parts`, one after the other.
    public static func concatenate(_ parts: [ComposableEffect]) -> ComposableEffect {
        ComposableEffect(.concatenate(count: parts.count), of: parts)
    }

    /// All `parts`, one after the other.
    public static func concat(_ parts: ComposableEffect...) -> ComposableEffect { concatenate(parts) }
}

extension ComposableEffect {
    /// What a composition consists of, one level deep.
    public enum Kind: Sendable {
        /// No effect.
        case none
        /// One effect.
        case just(Effect)
        /// All parts, started in the order written.
        case merge([ComposableEffect])
        /// All parts, one after the other.
        case concatenate([ComposableEffect])
    }

    /// What the composition consists of, one level deep. Complexity: O(n) for n effects.
    public var kind: Kind {
        switch elements[0] {
        case .none: .none
        case .just(let effect): .just(effect)
        case .merge: .merge(parts)
        case .concatenate: .concatenate(parts)
        }
    }

    /// Returns this composition with each effect transformed. Complexity: O(n) for n effects.
    public func map<Other>(_ transform: (Effect) -> Other) -> ComposableEffect<Other> {
        ComposableEffect<Other>(
            elements.map {
                switch $0 {
                case .none: .none
                case .just(let effect): .just(transform(effect))
                case .merge(let count): .merge(count: count)
                case .concatenate(let count): .concatenate(count: count)
                }
            })
    }

    /// Returns what `combine` makes of the whole from what it made of the parts. It is called for the last parts first, with
    /// the place of the element.
    func fold<Result>(_ combine: (Int, Element, [Result]) -> Result) -> Result {
        // The results that no composition has taken yet, the first of them last.
        var results: [Result] = []
        for (place, element) in elements.enumerated().reversed() {
            let parts = Array(results.suffix(element.count).reversed())
            results.removeLast(element.count)
            results.append(combine(place, element, parts))
        }
        return results[0]
    }

    /// Whether an effect may start later than the first one.
    var hasFollowers: Bool {
        elements.contains { if case .concatenate(let count) = $0 { count > 1 } else { false } }
    }

    /// The effects, in the order written.
    package var effects: [Effect] {
        elements.compactMap { if case .just(let effect) = $0 { effect } else { nil } }
    }

    private var parts: [ComposableEffect] {
        var parts: [ComposableEffect] = []
        var rest = elements.dropFirst()
        for _ in 0..<elements[0].count {
            // The end of a part is where no composition within it misses a part of its own.
            var (missing, end) = (1, rest.startIndex)
            while missing > 0 {
                missing += rest[end].count - 1
                end += 1
            }
            parts.append(ComposableEffect(Array(rest[..<end])))
            rest = rest[end...]
        }
        return parts
    }
}

extension ComposableEffect.Element: Equatable where Effect: Equatable {}
extension ComposableEffect.Element: Hashable where Effect: Hashable {}
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
