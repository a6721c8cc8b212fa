public import Observation

/// The view state of one view model, and who observes which of its fields.
///
/// The state changes in two stages, so that observers find it as `Observation` promises:
/// 1. `receive(_:)`, for each state that the domain emits: the reducer works on the state to come.
/// 2. `publish()`, once for the step: the observers of the fields that differ hear of it while the old state is still
///    there, then the new one takes its place.
///
/// *Cost*: with nothing observed, the reducer works in place and nothing is copied or compared. Else a copy of the view
/// state and a comparison for each observed field, whatever the number of the others.
///
/// Inlinable, so that `ViewModel`'s initialisers make specialised code of it; see ``Node``. Workload "screen".
@MainActor
@usableFromInline
final class ViewStateStore<ViewState>: Observable {
    @usableFromInline typealias Name = KeyPath<ViewStateStore, Void>

    /// What is on the screen.
    @usableFromInline var current: ViewState
    /// What will be, while a step is under way and somebody observes.
    @usableFromInline var next: ViewState?
    @usableFromInline var hasReceived = false
    @usableFromInline let registrar = ObservationRegistrar()
    @usableFromInline var fields = ObservedFields()
    /// Gets every view state, those included that a step leaves behind at once.
    @usableFromInline var recorder: ((ViewState) -> Void)?

    @inlinable
    init(_ initialValue: ViewState) {
        current = initialValue
    }

    // MARK: Changing

    @inlinable
    func receive(_ reduce: (inout ViewState) -> Void) {
        hasReceived = true
        if fields.isEmpty {
            reduce(&current)
            recorder?(current)
        } else {
            if next == nil { next = current }
            reduce(&next!)
            recorder?(next!)
        }
    }

    /// The form for a state that takes the place of the one before.
    @inlinable
    func receive(_ state: ViewState) {
        hasReceived = true
        if fields.isEmpty { current = state } else { next = state }
        recorder?(state)
    }

    @inlinable
    func publish() {
        guard hasReceived else { return }
        hasReceived = false
        guard var state = next.take() else { return }
        let changed = withUnsafePointer(to: &current) { old in
            withUnsafePointer(to: &state) { new in fields.changes(from: old, to: new) }
        }
        for name in changed { registrar.willSet(self, keyPath: name as! Name) }
        swap(&current, &state)
        for name in changed { registrar.didSet(self, keyPath: name as! Name) }
    }

    // MARK: Observing

    /// How many fields are compared after a step.
    var observedFieldCount: Int {
        fields.prune()
        return fields.count
    }

    /// Names a field to the registrar; never called. A number is hashed faster than the field's own path.
    @usableFromInline
    subscript(field number: Int) -> Void { () }

    /// Tells whoever tracks its reads that it reads the field at `path`.
    @inlinable
    func access(_ path: AnyKeyPath, comparison: () -> ObservedFields.Comparison) {
        if let name = fields.name(of: path) {
            registrar.access(self, keyPath: name as! Name)
        } else {
            var name: Name = \ViewStateStore[field: fields.nextNumber]
            registrar.access(self, keyPath: name)
            // Nobody has taken hold of the name: nobody tracks.
            guard !isKnownUniquelyReferenced(&name) else { return }
            fields.add(path, name: name, hasChanged: comparison())
        }
    }

    /// The field at `path`; its observers hear of changes.
    @inlinable
    func read<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(path) {
            // A stored property is compared where it lies; its way through a key path costs ten times as much.
            guard let offset = MemoryLayout<ViewState>.offset(of: path) else {
                return { old, new in
                    old.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path]
                        != new.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path]
                }
            }
            return { old, new in
                (old + offset).assumingMemoryBound(to: Value.self).pointee
                    != (new + offset).assumingMemoryBound(to: Value.self).pointee
            }
        }
        return current[keyPath: path]
    }

    /// The field at `path`; its observers hear of every emission, as there is no telling whether it has changed.
    @inlinable
    func readIncomparable<Value>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(path) { { _, _ in true } }
        return current[keyPath: path]
    }
}
