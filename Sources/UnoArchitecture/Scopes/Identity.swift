/// Detects, by the id in the state, that a child has been replaced by another child.
///
/// Every part with a child in a slice has one if the slice's type is `Identifiable` or the caller names a property.
@usableFromInline
package struct Identity<State>: Sendable {
    /// Returns whether the state's id differs from that of the state checked before; false for the first state.
    @usableFromInline typealias Check = (State) -> Bool

    /// Makes the check for one running part; the check remembers the last id.
    @usableFromInline let makeCheck: @Sendable () -> Check

    @inlinable
    init(makeCheck: @escaping @Sendable () -> Check) {
        self.makeCheck = makeCheck
    }

    /// The identity that the properties at `paths` have together; nil without paths.
    ///
    /// A pack, so that a function has `id:` or not without an overload. One path is checked without a list of checks.
    @inlinable
    package init?<each ID: Hashable & Sendable>(_ paths: repeat any KeyPath<State, each ID> & Sendable) {
        var single: [Identity] = []
        for path in repeat each paths { single.append(.property(path)) }
        guard let first = single.first else { return nil }
        guard single.count > 1 else {
            self = first
            return
        }
        self.init { [single] in
            let checks = single.map { $0.makeCheck() }
            // Every check is made, so that each remembers the last id.
            return { state in checks.reduce(false) { isAnother, check in check(state) || isAnother } }
        }
    }

    @inlinable
    static func property<ID: Hashable & Sendable>(_ path: any KeyPath<State, ID> & Sendable) -> Identity {
        Identity {
            var known: ID?
            return { state in isChange(of: &known, to: state[keyPath: path]) }
        }
    }

    /// The identity of a state that is `Identifiable`; nil for any other state.
    ///
    /// The conformance is looked up at run time, once per interactor value, so that generic code finds it too. A
    /// conformance isolated to an actor does not count: the graph's isolation is not known statically.
    @inlinable
    static var declared: Identity? {
        func identity<Identified: Identifiable & SendableMetatype>(of _: Identified.Type) -> Identity? {
            let identity = Identity<Identified> {
                var known: Identified.ID?
                return { state in isChange(of: &known, to: state.id) }
            }
            return identity as? Identity
        }
        guard let type = State.self as? any (Identifiable & SendableMetatype).Type else { return nil }
        return identity(of: type)
    }

    @inlinable
    static func isChange<ID: Hashable>(of known: inout ID?, to id: ID) -> Bool {
        defer { known = id }
        guard let before = known else { return false }
        return before != id
    }
}

/// The result of looking for a child in its slice.
@usableFromInline
enum SliceFinding {
    case absent
    /// The child that was found before, or the first one.
    case child
    /// A child with another id than the child that was found before.
    case anotherChild
}

extension Slice {
    /// The identity of the children in this slice; nil for the whole itself, which is not a place of its own.
    @inlinable
    var declaredIdentity: Identity<Part>? { Whole.self == Part.self && offset == 0 ? nil : .declared }

    @inlinable
    func find(in whole: inout Whole, _ isAnother: Identity<Part>.Check?) -> SliceFinding {
        guard let isAnother else { return isPresent(in: &whole) ? .child : .absent }
        guard let part = read(&whole) else { return .absent }
        return isAnother(part) ? .anotherChild : .child
    }
}
