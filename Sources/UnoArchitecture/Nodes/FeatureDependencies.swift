/// Something that features need from outside: a client, a clock, the settings. It is provided around them and found by its
/// type.
///
/// ```swift
/// struct API: FeatureDependency {
///     var items: @Sendable () async throws -> [Item]
///     static var unprovided: API { API(items: Unprovided.throwing("API.items")) }
/// }
/// ```
///
/// An initialiser's parameter is simpler, and the right choice where few levels pass it on. A dependency is for what many
/// levels would pass on without using it; see ``Requiring`` and ``Interactor/providing(_:)``.
public protocol FeatureDependency {
    /// What is provided; the type itself, unless it is the key of a value of another type.
    associatedtype Value: Sendable = Self

    /// The value where none is provided; the same for all parts of a graph, and made anew each time an initial state is asked for.
    ///
    /// Its functions should say so when they are called, with ``Unprovided``, rather than do something useful.
    static var unprovided: Value { get }
}

/// The dependencies that are provided at one place in a composition of interactors.
///
/// A value: what a part provides is seen inside that part only. Empty, it costs nothing.
@usableFromInline
package struct FeatureDependencies: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Those of the place whose parts are being made, or asked for their initial state, at this moment.
    ///
    /// Bound only around synchronous code of the library that reads bodies and initial values, so nothing that runs later,
    /// handler or effect, can see it.
    @TaskLocal static var ofPlace = FeatureDependencies()

    package init() {}

    /// The value for `key`; where none is provided, that of the graph that `engine` runs.
    func value<Key: FeatureDependency>(for key: Key.Type, in engine: GraphEngine?) -> Key.Value {
        let id = ObjectIdentifier(key)
        // A value is stored only under a key of its own type. In two steps: the cast of nil to an optional is a value.
        if let any = values[id], let value = any as? Key.Value { return value }
        return engine?.making.unprovided(id) { Key.unprovided } ?? Key.unprovided
    }

    mutating func provide<Key: FeatureDependency>(_ value: Key.Value, for key: Key.Type) {
        values[ObjectIdentifier(key)] = value
    }

    /// Calls `body`, which makes parts or reads initial values, at this place.
    package func atPlace<Result>(_ body: () -> Result) -> Result {
        values.isEmpty ? body() : Self.$ofPlace.withValue(self) { body() }
    }
}
