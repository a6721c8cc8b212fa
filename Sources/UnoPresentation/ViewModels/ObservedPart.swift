internal import UnoArchitecture

/// What a step has changed for the observers of a view state's parts.
@usableFromInline
struct PartChanges {
    /// The names whose observers are notified.
    @usableFromInline var names: [ObservationNames.Name] = []
    /// What to do when the new view state is in place.
    @usableFromInline var settling: [@MainActor () -> Void] = []

    @usableFromInline
    init() {}
}

/// What a part needs to know of the type of its state.
@usableFromInline
struct PartLayout {
    /// Runs a body on the address of a value.
    @usableFromInline typealias Reach = (_ body: (UnsafeRawPointer) -> Void) -> Void

    @usableFromInline let size: Int
    /// Copies the value at an address, for later reads.
    @usableFromInline let keep: (UnsafeRawPointer) -> Reach

    @inlinable
    init<State>(_ type: State.Type) {
        size = MemoryLayout<State>.size
        keep = { address in
            let kept = address.assumingMemoryBound(to: State.self).pointee
            return { body in withUnsafePointer(to: kept) { body($0) } }
        }
    }

    /// Whether two values are the same in memory, and so equal. Two equal values may differ in memory.
    ///
    /// Both values are alive. So a buffer that both refer to is shared, and code that changes the contents of a shared buffer
    /// copies it first: equal references are equal contents, except for objects, whose changes are no changes of a state.
    @inlinable
    func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        Memory.areSame(left, right, count: size)
    }
}

/// A part of a view state that has a handle or an observer: its observed fields, and the parts inside it.
///
/// The parts of a view model form a tree, which its ``ViewStateStore`` owns. A handle retains its part, and a part stays in
/// the tree while anything else retains it, so that the tree always holds the last reference, and releases it on the main
/// actor.
///
/// A part that disappears from the view state, because an optional has become nil for instance, keeps its last state.
///
/// Complexity: after a step, a part that is the same in memory costs one comparison of memory, with all that it contains. In a
/// part that has changed, each observed field and each part directly inside it is compared.
@MainActor
@usableFromInline
final class ObservedPart {
    @usableFromInline unowned let names: ObservationNames
    private let layout: PartLayout
    /// Finds the state in the present view state, or in the last state of an enclosing part. Does not run the body on a part
    /// that is absent.
    private let present: PartLayout.Reach
    private unowned let owner: ObservedPart?

    @usableFromInline var fields = ObservedFields()
    private var slots: [PartKey: ObservedSlot] = [:]
    /// The last state; nil while the part is present.
    private var last: PartLayout.Reach?
    /// The handle of the part, while there is one.
    @usableFromInline weak var handle: AnyObject?
    /// The action that was sent last to this part, if it is a dialog, until a view tells of the dismissal.
    var answer: DialogAnswer?
    /// Where a row was found last.
    @usableFromInline var position = 0

    @usableFromInline
    init(
        names: ObservationNames,
        in owner: ObservedPart? = nil,
        layout: PartLayout,
        present: @escaping PartLayout.Reach
    ) {
        self.names = names
        self.owner = owner
        self.layout = layout
        self.present = present
        names.partsMade += 1
    }

    // MARK: Reading

    /// Whether the part is in the present view state.
    @usableFromInline var isPresent: Bool { last == nil && owner?.isPresent ?? true }

    /// Runs `body` on the present state or, if the part is absent, on its last one.
    @usableFromInline
    func read(_ body: (UnsafeRawPointer) -> Void) {
        if let last { last(body) } else { present(body) }
    }

    @usableFromInline
    func access(_ path: AnyKeyPath, comparison: () -> ObservedFields.Comparison) {
        names.access(path, in: &fields, comparison: comparison)
    }

    /// The slot for `key`, which `make` makes if there is none.
    @inlinable
    func slot<Slot: ObservedSlot>(_ key: PartKey, make: () -> Slot) -> Slot {
        if let slot = slotIfMade(key) { return slot as! Slot }
        let slot = make()
        add(slot, key)
        return slot
    }

    @usableFromInline
    func slotIfMade(_ key: PartKey) -> ObservedSlot? { slots[key] }

    @usableFromInline
    func add(_ slot: ObservedSlot, _ key: PartKey) {
        slots[key] = slot
        names.partsMade += 1
    }

    // MARK: Changing

    /// Adds what differs between two states of the part.
    @usableFromInline
    func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ changes: inout PartChanges) {
        guard !layout.areSame(old, new) else { return }
        if !fields.isEmpty {
            for name in fields.changes(from: old, to: new) { changes.names.append(name as! ObservationNames.Name) }
        }
        guard !slots.isEmpty else { return }
        for slot in slots.values { slot.compare(old, new, &changes) }
    }

    /// The part was at `old`, and will be absent when the new view state is in place.
    @usableFromInline
    func disappear(_ old: UnsafeRawPointer, _ changes: inout PartChanges) {
        let kept = layout.keep(old)
        changes.settling.append { [self] in last = kept }
    }

    /// The part will be present again, at `new`, when the new view state is in place.
    @usableFromInline
    func reappear(_ new: UnsafeRawPointer, _ changes: inout PartChanges) {
        guard let last else { return }
        last { compare($0, new, &changes) }
        changes.settling.append { [self] in self.last = nil }
    }

    /// The part is absent, and this was its last state.
    @usableFromInline
    func setLast(_ state: UnsafeRawPointer) { last = layout.keep(state) }

    /// The part is in the present view state although no step has brought it back, because its collection had rows with
    /// equal ids.
    @usableFromInline
    func setPresent() { last = nil }

    // MARK: Forgetting

    /// Removes what has neither an observer nor a handle; returns how much is left.
    ///
    /// The handle of this part does not count: the owner of the part checks whether it holds the only reference.
    @usableFromInline
    func prune() -> Int {
        fields.prune()
        var left = fields.count
        // An array of the indices: a collection that retains `slots` would have the loop change a copy.
        var idle: [PartKey] = []
        for place in Array(slots.indices) {
            let inside = slots.values[place].prune()
            // Rows that are kept retain their slot.
            if inside == 0, isKnownUniquelyReferenced(&slots.values[place]) { idle.append(slots[place].key) }
            left += inside
        }
        for key in idle { slots[key] = nil }
        return left + slots.count
    }

    /// The number of observed fields, in this part and inside it.
    var fieldCount: Int {
        fields.prune()
        return slots.values.reduce(fields.count) { $0 + $1.fieldCount }
    }
}

/// A place in a state for one part, or for the rows of a collection.
///
/// A class, not a protocol, because only a reference to a class can be checked for being the only one.
@MainActor
@usableFromInline
class ObservedSlot {
    @usableFromInline
    init() {}

    /// Adds what differs in this place between two states of the enclosing part.
    @usableFromInline
    func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ changes: inout PartChanges) {}

    /// Removes what has neither an observer nor a handle; returns how much is left.
    @usableFromInline
    func prune() -> Int { 0 }

    /// The number of observed fields in this place.
    @usableFromInline var fieldCount: Int { 0 }
}
