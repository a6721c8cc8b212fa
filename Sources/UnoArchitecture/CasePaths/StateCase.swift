/// The case of an enum value; the same for every value that is not an enum.
///
/// Found by reflection, in about a microsecond. An optional counts as the value that it wraps. If the state of a machine
/// has a custom mirror, or two cases without values whose descriptions are equal, implement
/// `effectScope(of:)` for the machine.
public struct StateCase: Hashable, Sendable {
    private let name: String
    /// Distinguishes cases without values that have the same description.
    private let hash: Int
    private let hasValue: Bool

    /// The case of `state`.
    public init(of state: some Any) {
        let mirror = Mirror(reflecting: state)
        switch mirror.displayStyle {
        case .enum:
            if let label = mirror.children.first?.label {
                self.init(name: label, hasValue: true)
            } else {
                self.init(name: "\(state)", hash: (state as? any Hashable)?.hashValue ?? 0)
            }
        case .optional:
            if let wrapped = mirror.children.first?.value {
                self.init(of: wrapped)
            } else {
                self.init(name: "nil")
            }
        default: self.init(name: "")
        }
    }

    private init(name: String, hash: Int = 0, hasValue: Bool = false) {
        self.name = name
        self.hash = hash
        self.hasValue = hasValue
    }

    /// Whether the associated value changes while the case stays the same. Values that cannot be compared count as different.
    package static func isChange<State>(from old: State, to new: State) -> Bool {
        let phase = StateCase(of: old)
        return phase.hasValue && phase == StateCase(of: new) && !areEqual(old, new)
    }

    /// Compares an enum without `==` by its associated values.
    private static func areEqual(_ old: Any, _ new: Any) -> Bool {
        func isEqual<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
        if let old = old as? any Equatable { return isEqual(old) }
        let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch oldMirror.displayStyle {
        case .enum where StateCase(of: old) != StateCase(of: new): return false
        case .enum, .optional, .tuple:
            return oldMirror.children.count == newMirror.children.count
                && zip(oldMirror.children, newMirror.children).allSatisfy { areEqual($0.value, $1.value) }
        default: return false
        }
    }

    /// The case of `value`, or its type if it is not an enum; for messages.
    package static func name(of value: some Any) -> String {
        let name = StateCase(of: value).name
        return name.isEmpty ? "\(type(of: value))" : name
    }
}
