/// The case that an enum is in; one and the same for every value that is no enum.
///
/// Found by reflection, in about a microsecond; an optional counts as the case of what it holds. A machine whose state
/// has a custom mirror, or describes two cases without values in the same words, says its phases itself.
public struct StateCase: Hashable, Sendable {
    private let name: String
    /// Tells cases without values apart even if they describe themselves alike.
    private let hash: Int

    public init(of state: some Any) {
        let mirror = Mirror(reflecting: state)
        switch mirror.displayStyle {
        case .enum:
            if let label = mirror.children.first?.label {
                self.init(name: label)
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

    private init(name: String, hash: Int = 0) {
        self.name = name
        self.hash = hash
    }

    /// Whether the value of an enum's case changes, and not the case; without `Equatable`, any two values are different.
    static func isChange<State>(from old: State, to new: State) -> Bool {
        let phase = StateCase(of: old)
        guard !phase.name.isEmpty, phase == StateCase(of: new) else { return false }
        func isEqual<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
        return (old as? any Equatable).map { !isEqual($0) } ?? true
    }

    /// For messages: the case, or the type of what is no enum.
    static func name(of value: some Any) -> String {
        let name = StateCase(of: value).name
        return name.isEmpty ? "\(type(of: value))" : name
    }
}
