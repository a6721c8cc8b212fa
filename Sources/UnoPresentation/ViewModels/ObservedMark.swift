internal import Observation
internal import UnoArchitecture

/// Something observed that has no key path: whether a part is present, or the order of rows.
@MainActor
@usableFromInline
struct ObservedMark {
    private var name: ObservationNames.Name?

    @usableFromInline
    init() {}

    /// Whether an observation is installed; see ``ObservedFields/isObserved(_:)``.
    @usableFromInline
    var isObserved: Bool {
        mutating get {
            guard name != nil else { return false }
            if ObservedFields.isObserved(&name!) { return true }
            name = nil
            return false
        }
    }

    @usableFromInline
    mutating func access(in names: ObservationNames) {
        if let name { return names.access(name) }
        let name = names.nextName
        names.nextNumber += 1
        names.access(name)
        self.name = name
    }

    /// Adds the name to `changes` if it is observed.
    @usableFromInline
    mutating func note(in changes: inout PartChanges) {
        if isObserved, let name { changes.names.append(name) }
    }
}
