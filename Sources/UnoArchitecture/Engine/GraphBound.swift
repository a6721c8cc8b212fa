/// A value of a feature graph that may travel between isolations, but opens only in the one it belongs to.
///
/// Why this is `Sendable` although `Value` need not be:
/// - *Access.* After construction, `value` is read by nothing but ``open(in:)`` and ``openHere(in:)``. They need the caller
///   to be isolated to a `GraphIsolation`, checked at compile time or at run time, and to the very one that owns the value,
///   checked at run time by its token. An actor runs one job at a time, so no two accesses overlap. Whoever builds a graph
///   works on its parts before the isolation, and with it any other user, is handed out.
/// - *Release.* Copies of the reference are released anywhere, and the last release runs `deinit` there. So a value is of
///   one of two kinds. One that other parts work with, a node, is bound as a ``WeakPart``: only the graph owns it. Any
///   other is an empty shell by the time that it can be the last: the graph without its parts, the engine and the sink
///   after the tear-down, an effect that has ended, a scope whose node has gone. What a shell still holds is `Sendable`.
///   Everything else is released by the tear-down or, if that comes in the middle of a step, at the step's end; both run
///   in the isolation.
package struct GraphBound<Value>: @unchecked Sendable {
    private let value: Value
    let token: IsolationToken

    @inline(__always)
    package init(_ value: Value, to token: IsolationToken) {
        self.value = value
        self.token = token
    }

    /// The value, for synchronous code that runs on the executor of its isolation; traps elsewhere.
    ///
    /// The check is the one that `assumeIsolated` makes, without the closure that it needs, which is an allocation.
    @inline(__always)
    func openHere(in isolation: GraphIsolation) -> Value {
        isolation.preconditionIsolated("A feature graph is used outside its isolation")
        guard isolation.token === token else { fatalError("A part of another feature graph") }
        return value
    }

    /// The value, in its own isolation; traps in any other.
    package func open(in isolation: isolated GraphIsolation) -> Value {
        guard isolation.token === token else { fatalError("\(Value.self) belongs to another feature graph") }
        return value
    }
}

/// A part that only its graph owns.
struct WeakPart<Part: AnyObject> {
    /// Nil once the part has gone.
    weak let part: Part?

    init(_ part: Part) {
        self.part = part
    }
}
