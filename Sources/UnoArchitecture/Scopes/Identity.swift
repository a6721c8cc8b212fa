/// What tells one child in a place from the next one there: the id in its state.
///
/// Every part with a child in a slice has one if the slice's type is `Identifiable`, or if the caller names a property.
@usableFromInline
struct Identity<State>: Sendable {
    /// Whether the state has another id than the state that was checked before; false for the first one.
    @usableFromInline typealias Check = (State) -> Bool

    /// Makes the check for one running part, which remembers the id.
    @usableFromInline let makeCheck: @Sendable () -> Check

    @inlinable
    init(makeCheck: @escaping @Sendable () -> Check) {
        self.makeCheck = makeCheck
    }

    @inlinable
    init<ID: Hashable & Sendable>(_ id: any KeyPath<State, ID> & Sendable) {
        self.init {
            var known: ID?
            return { state in Self.isChange(of: &known, to: state[keyPath: id]) }
        }
    }

    /// The identity of a state that is `Identifiable`; nil for any other.
    ///
    /// The conformance is looked for at run time, once for each part that is written, so that generic code finds it, too.
    /// One that is isolated to an actor does not count: the graph is in no actor's isolation that a type could know.
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

/// What a part finds in the slice that its child lives in.
@usableFromInline
enum SliceFinding {
    case absent
    /// The child that was found before, or the first one.
    case child
    /// A child with another id than the one that was found before.
    case anotherChild
}

extension Slice {
    /// What tells children in this slice apart; nil for the whole itself, which is no other place than the one around it.
    @inlinable
    var declaredIdentity: Identity<Part>? { Whole.self == Part.self && offset == 0 ? nil : .declared }

    @inlinable
    func find(in whole: inout Whole, _ isAnother: Identity<Part>.Check?) -> SliceFinding {
        guard let isAnother else { return isPresent(in: &whole) ? .child : .absent }
        guard let part = read(&whole) else { return .absent }
        return isAnother(part) ? .anotherChild : .child
    }
}
