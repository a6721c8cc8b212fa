/// A value of a feature graph that can be sent across isolations, but opened only in its own.
///
/// Why this is `Sendable` although `Value` need not be:
/// - *Access.* After construction, only ``open(in:)`` and ``openHere(in:)`` read `value`. They require the caller to be
///   isolated to a `GraphIsolation`, which is checked at compile time or at run time, and to the one that owns the
///   value, which its token proves at run time. An actor runs one job at a time, so no two accesses overlap. Code that
///   builds a graph uses its parts only until it hands out the isolation, and before that no other code can reach them.
/// - *Release.* A reference can be released on any thread, and the last release runs `deinit` there. So a value is of one of
///   two kinds. A part that other parts use, that is, a node, is bound as a ``WeakPart``: only the graph owns it. So is a
///   graph that has no mailbox between its parts and itself. Any other value is an empty shell by the time its last reference can be
///   released: the graph without its parts, the engine and the sink after the tear-down, an effect that has ended, a scope
///   whose node has been released. A shell holds only `Sendable` values. Everything else is released by the tear-down or, if
///   the tear-down comes in the middle of a step, at the step's end; both run in the isolation.
@usableFromInline
package struct GraphBound<Value>: @unchecked Sendable {
    @usableFromInline let value: Value
    @usableFromInline let token: IsolationToken

    @inline(__always)
    package init(_ value: Value, to token: IsolationToken) {
        self.value = value
        self.token = token
    }

    /// Returns the value to synchronous code on the executor of its isolation; traps elsewhere.
    ///
    /// Makes the check of `assumeIsolated` without its closure, which would be an allocation.
    @inline(__always)
    func openHere(in isolation: GraphIsolation) -> Value {
        isolation.preconditionIsolated("A feature graph is used outside its isolation")
        guard isolation.token === token else { fatalError("The value belongs to another feature graph") }
        return value
    }

    /// Returns the value in its own isolation; traps in any other.
    @inlinable
    package func open(in isolation: isolated GraphIsolation) -> Value {
        guard isolation.token === token else { fatalError("\(Value.self) belongs to another feature graph") }
        return value
    }
}

/// A weak reference to a part that only its graph owns, or to a graph that its own parts must not keep alive.
struct WeakPart<Part: AnyObject> {
    /// Nil after its owner has released it.
    weak let part: Part?

    init(_ part: Part) {
        self.part = part
    }
}
