/// A scope's access to a slice of another scope's state: in place, and only while the slice is present.
///
/// Made in the client's module (`ScopeRoute`); see ``Node``. A slice of stored properties is accessed directly. A slice
/// that can be absent or is computed is accessed through the enclosing scope's view, which costs two calls per level that is
/// not held; see ``StateHold``. No access allocates or copies.
@usableFromInline
package struct StateView<State: Sendable> {
    @usableFromInline package typealias Access = (_ body: (inout State) -> Void) -> Void

    /// Runs the body on the state; does not run it while the slice is absent.
    @usableFromInline package let modify: Access
    /// Runs the body on a copy of the state; nil if ``modify`` writes nothing by itself.
    @usableFromInline let copying: Access?
    /// The address of the state, if it is fixed.
    @usableFromInline let place: StatePlace<State>?
    /// The hold on the state, or on the state around that it is a stored property of; nil if neither can be held.
    @usableFromInline let hold: AnyStateHold?
    /// The address of the state, if it is fixed or held at the moment.
    @usableFromInline let address: () -> UnsafeMutablePointer<State>?

    @inlinable
    init(
        place: StatePlace<State>? = nil,
        hold: AnyStateHold? = nil,
        address: @escaping () -> UnsafeMutablePointer<State>? = { nil },
        copying: Access? = nil,
        modify: @escaping Access
    ) {
        self.place = place
        self.hold = hold
        self.address = address
        self.copying = copying
        self.modify = modify
    }

    /// Runs the body, which must change nothing, on the state. The observers of a property in which it lies do not run, as they do
    /// after ``modify``.
    @inlinable
    package func look(_ body: (inout State) -> Void) {
        if let copying { copying(body) } else { modify(body) }
    }

    /// The view of a part that can be held.
    @inlinable
    init(holding hold: StateHold<State>, copying: Access?, modify: @escaping Access) {
        func held(or other: @escaping Access) -> Access {
            { body in if let address = hold.current { body(&address.pointee) } else { other(body) } }
        }
        self.init(
            hold: hold, address: { hold.current }, copying: copying.map { held(or: $0) }, modify: held(or: modify))
    }

    /// The view of `slice` in the state of `whole`.
    @inlinable
    init<Whole>(of slice: Slice<Whole, State>, in whole: StateScope<Whole>) {
        if let offset = slice.offset, !slice.canBeAbsent, let place = whole.place {
            let part: StatePlace<State> = place.property(at: offset)
            // Whoever reads or writes the slice must not find a part of it held: see `StateHold`.
            self.init(
                place: part, address: { part.pointer },
                modify: { body in
                    part.owner.letGoOfParts()
                    body(&part.pointer.pointee)
                })
            return
        }
        let modify: Access
        if let outer = whole.view {
            modify = { body in outer.modify { slice.modify(&$0, body) } }
        } else {
            modify = { body in
                guard let cell = whole.cell else { return }
                slice.modify(&cell.value, body)
            }
        }
        var copying: Access?
        if slice.offset == nil || whole.view?.copying != nil {
            copying = { body in
                var part: State?
                if let outer = whole.view {
                    outer.look { part = slice.read(&$0) }
                } else if let cell = whole.cell {
                    part = slice.read(&cell.value)
                }
                if part != nil { body(&part!) }
            }
        }
        guard let offset = slice.offset else {
            self.init(copying: copying, modify: modify)
            return
        }
        if slice.canBeAbsent {
            self.init(holding: SliceHold(slice, at: offset, in: whole), copying: copying, modify: modify)
        } else {
            let address = { whole.address?.part(at: offset) as UnsafeMutablePointer<State>? }
            self.init(hold: whole.view?.hold, address: address, copying: copying, modify: modify)
        }
    }
}
