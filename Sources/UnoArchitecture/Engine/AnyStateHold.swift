/// Keeps the address of a part of a scope's state, with the part's type erased, while the child on that part steps.
///
/// A row and the value of an optional have no fixed address: an access walks to them through every state around. So the
/// parts with children hold a child's state while the child steps: the first access looks the address up in the state
/// around, which is held as well, and the other accesses use it. So an action that passes d levels makes O(d) look-ups;
/// without holds it made O(d²) (workload "rows-depth").
///
/// Why the address is valid: the part is a stored property, the wrapped value of an optional, or an element in the buffer of
/// an array, which the look-up has made the only owner of its buffer; or one of these inside another one that is held. So
/// only an access to a state around can move the part or copy the buffer that it is in. The handlers of the states around run
/// before the child's step or after it; whatever else reads or changes such a state during the step, an emission or a
/// dismissal, goes through `AnyScope.emit()`, `StateScope.modify(_:)` or `current`, and each of them lets go first.
@usableFromInline
class AnyStateHold {
    /// The hold on the state around; nil if that state has a fixed address.
    private let outer: AnyStateHold?
    /// The scope whose own state the part lies in.
    private unowned let base: AnyScope
    /// The hold on a part of this part that has an address.
    @exclusivity(unchecked) @usableFromInline final private(set) var inner: AnyStateHold?
    @exclusivity(unchecked) @usableFromInline final private(set) var isHeld = false

    init(outer: AnyStateHold?, base: AnyScope) {
        (self.outer, self.base) = (outer, base)
    }

    /// Holds the part while `step` runs.
    @inlinable
    final func during(_ step: () -> Void) {
        guard !isHeld else { return step() }
        begin()
        step()
        end()
    }

    @usableFromInline final func begin() { isHeld = true }

    @usableFromInline
    final func end() {
        isHeld = false
        letGo()
    }

    /// Forgets the address; if the part is still held, the next access looks it up again.
    @usableFromInline func letGo() {}

    final func link() {
        if let outer {
            outer.inner = self
        } else {
            base.letGoOfParts()
            base.held = self
        }
    }

    final func unlink() {
        if let inner { inner.letGo() }
        if let outer { outer.inner = nil } else { base.held = nil }
    }
}
