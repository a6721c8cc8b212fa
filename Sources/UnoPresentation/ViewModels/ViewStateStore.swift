public import UnoArchitecture

/// The view state of a view model, and its observed fields.
///
/// The state changes in two stages, because `Observation` notifies observers before a change:
/// 1. `receive(_:)`, for one state a step: the reducer updates the next view state.
/// 2. `publish(with:)`: the observers of the fields that differ are notified while the old view state is still
///    in place; then the next one replaces it.
///
/// *Cost*: if no field is observed, the reducer works in place and nothing is copied or compared. Otherwise one copy of the
/// view state, and a comparison for each observed field, independent of the number of other fields.
///
/// Inlinable, so that `ViewModel`'s initialisers specialise it; see `Node`. Workload "screen".
///
/// The fields that are read in each step opt out of run-time exclusivity checks: no access lasts longer than a statement.
/// `current` does not, because the program's reducer runs while it is accessed.
@MainActor
@usableFromInline
final class ViewStateStore<ViewState>: ObservationNames {
    /// The view state that is shown.
    @usableFromInline var current: ViewState
    /// The next view state: during a step, if fields are observed.
    @exclusivity(unchecked) @usableFromInline var next: ViewState?
    @exclusivity(unchecked) @usableFromInline var hasReceived = false
    @exclusivity(unchecked) @usableFromInline var fields = ObservedFields()
    /// The parts that have handles or observers; nil before the first handle.
    @exclusivity(unchecked) @usableFromInline var whole: ObservedPart?
    /// See ``pruneInTime()``.
    var stepsSincePruning = 0
    /// The part that notices what changes while an earlier view state is shown; nil while the present one is. Until then, the
    /// present one is ``next``.
    @exclusivity(unchecked) @usableFromInline var past: ObservedPart?
    /// Called with every view state.
    @exclusivity(unchecked) @usableFromInline var recorder: ((ViewState) -> Void)?

    @inlinable
    init(_ initialValue: ViewState) {
        current = initialValue
        super.init()
    }

    /// Whether the reducer may change the view state in place: nothing asks what a step has changed.
    @inlinable var isUnobserved: Bool { fields.isEmpty && whole == nil }

    // MARK: Changing

    @inlinable
    func receive(_ reduce: (inout ViewState) -> Void) {
        hasReceived = true
        if isUnobserved {
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
        if isUnobserved { current = state } else { next = state }
        recorder?(state)
    }

    /// Shows the received state, in `transaction` if one is given.
    @inlinable
    func publish(with transaction: ViewTransaction?) {
        guard hasReceived else { return }
        if let transaction { publish(in: transaction) } else { publishReceived() }
    }

    /// Shows the received state inside the transaction, or after it if the transaction does not call its body.
    @usableFromInline
    func publish(in transaction: ViewTransaction) {
        var isPublished = false
        transaction.run {
            isPublished = true
            self.publishReceived()
        }
        // `run` may forget to call its argument.
        if !isPublished { publishReceived() }
    }

    @inlinable
    func publishReceived() {
        hasReceived = false
        guard past == nil, var state = next.take() else { return }
        guard whole == nil else { return publishToParts(&state) }
        let changed = withUnsafePointer(to: &current) { old in
            withUnsafePointer(to: &state) { new in fields.changes(from: old, to: new) }
        }
        for name in changed { willSet(name as! Name) }
        // An observer may have made the first handle of a part.
        let settling = whole == nil ? [] : changesOfParts(to: &state).settling
        swap(&current, &state)
        for settle in settling { settle() }
        for name in changed { didSet(name as! Name) }
    }

    /// Publishes `state` to the observers of fields and of parts; it becomes the old state.
    @usableFromInline
    func publishToParts(_ state: inout ViewState) {
        let made = partsMade
        var changes = changesOfParts(to: &state)
        withUnsafePointer(to: &current) { old in
            withUnsafePointer(to: &state) { new in
                for name in fields.changes(from: old, to: new) { changes.names.append(name as! Name) }
            }
        }
        for name in changes.names { willSet(name) }
        // An observer may have made handles for parts of the old state, or looked up rows in it.
        if partsMade != made { changes.settling = changesOfParts(to: &state).settling }
        swap(&current, &state)
        for settle in changes.settling { settle() }
        for name in changes.names { didSet(name) }
        pruneInTime()
    }

    @usableFromInline
    func changesOfParts(to state: inout ViewState) -> PartChanges {
        var changes = PartChanges()
        withUnsafePointer(to: &current) { old in
            withUnsafePointer(to: &state) { new in whole?.compare(old, new, &changes) }
        }
        return changes
    }

    // MARK: Observing

    /// The whole view state as a part, which the handles of its parts start from.
    @usableFromInline
    var part: ObservedPart {
        if let whole { return whole }
        let whole = ObservedPart(
            names: self,
            layout: PartLayout(ViewState.self),
            present: { [unowned self] body in withUnsafePointer(to: &current) { body($0) } }
        )
        self.whole = whole
        return whole
    }

    /// The number of fields that are compared after a step.
    var observedFieldCount: Int {
        fields.prune()
        return fields.count + (whole?.fieldCount ?? 0)
    }

    /// Records a read of the field at `path` for the observation that is being tracked, if any.
    @inlinable
    func access(_ path: AnyKeyPath, comparison: () -> ObservedFields.Comparison) {
        access(path, in: &fields, comparison: comparison)
    }

    /// Reads the field at `path`. Its observers are notified of changes.
    @inlinable
    func read<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(path) { ObservedFields.comparison(of: path) }
        return current[keyPath: path]
    }

    /// Reads the field at `path`. Its observers are notified of every emission, because its values cannot be compared.
    @inlinable
    func readIncomparable<Value>(_ path: KeyPath<ViewState, Value>) -> Value {
        access(ObservedFields.incomparable) { ObservedFields.always }
        return current[keyPath: path]
    }
}
