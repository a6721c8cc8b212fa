/// The case that an enum is in; one and the same for every value that is no enum.
///
/// Found by reflection, in about a microsecond; an optional counts as the case of what it holds. A machine whose state
/// has a custom mirror, or describes two cases without values in the same words, says its phases itself.
public struct StateCase: Hashable, Sendable {
    private let name: String
    /// Tells cases without values apart even if they describe themselves alike.
    private let hash: Int
    private let hasValue: Bool

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

    /// Whether the value of an enum's case changes, and not the case. Values that cannot be compared count as different.
    static func isChange<State>(from old: State, to new: State) -> Bool {
        let phase = StateCase(of: old)
        return phase.hasValue && phase == StateCase(of: new) && !areEqual(old, new)
    }

    /// An enum without `==` is compared by what its case holds.
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

    /// For messages: the case, or the type of what is no enum.
    static func name(of value: some Any) -> String {
        let name = StateCase(of: value).name
        return name.isEmpty ? "\(type(of: value))" : name
    }
}
