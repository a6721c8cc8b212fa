public import Observation

/// The view state of a view model, and its observed fields.
///
/// The state changes in two stages, because `Observation` notifies observers before a change:
/// 1. `receive(_:)`, for each state that the domain emits: the reducer updates the next view state.
/// 2. `publish()`, once for each step: the observers of the fields that differ are notified while the old view state is still
///    in place; then the next one replaces it.
///
/// *Cost*: if no field is observed, the reducer works in place and nothing is copied or compared. Otherwise one copy of the
/// view state, and a comparison for each observed field, independent of the number of other fields.
///
/// Inlinable, so that `ViewModel`'s initialisers specialise it; see ``Node``. Workload "screen".
///
/// The fields that are read in each step opt out of run-time exclusivity checks: no access lasts longer than a statement.
/// `current` does not, because the program's reducer runs while it is accessed.
@MainActor
@usableFromInline
final class ViewStateStore<ViewState>: Observable {
    @usableFromInline typealias Name = KeyPath<ViewStateStore, Void>

    /// The view state that is shown.
    @usableFromInline var current: ViewState
    /// The next view state: during a step, if fields are observed.
    @exclusivity(unchecked) @usableFromInline var next: ViewState?
    @exclusivity(unchecked) @usableFromInline var hasReceived = false
    @usableFromInline let registrar = ObservationRegistrar()
    @exclusivity(unchecked) @usableFromInline var fields = ObservedFields()
    /// Called with every view state, including the intermediate ones of a step.
    @exclusivity(unchecked) @usableFromInline var recorder: ((ViewState) -> Void)?

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
            var state = next.take() ?? current
            reduce(&state)
            recorder?(state)
            next = consume state
        }
    }

    /// Replaces the next view state, without a copy of the present one.
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

    /// The number of fields that are compared after a step.
    var observedFieldCount: Int {
        fields.prune()
        return fields.count
    }

    /// Names a field for the registrar; never called. A number is faster to hash than the field's own key path.
    @usableFromInline
    subscript(field number: Int) -> Void { () }

    /// Records a read of the field at `path` for the observation that is being tracked, if any.
    @inlinable
    func access(_ path: AnyKeyPath, comparison: () -> ObservedFields.Comparison) {
        if let name = fields.name(of: path) {
            registrar.access(self, keyPath: name as! Name)
        } else {
            var name: Name = \ViewStateStore[field: fields.nextNumber]
            registrar.access(self, keyPath: name)
            guard ObservedFields.isObserved(&name) else { return }
            fields.add(path, name: name, hasChanged: comparison())
        }
    }

    /// Reads the field at `path`. Its observers are notified of changes.
    @inlinable
    func read<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(path) {
            // A stored property is compared in place; reading it through the key path is ten times slower.
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

    /// Reads the field at `path`. Its observers are notified of every emission, because its values cannot be compared.
    @inlinable
    func readIncomparable<Value>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(path) { { _, _ in true } }
        return current[keyPath: path]
    }
}
