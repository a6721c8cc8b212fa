/// The one place where a scope's state is.
///
/// Access is not checked for exclusivity at run time: the graph's isolation runs one piece of code at a time, and a
/// handler, which has the value `inout`, has no way to the cell.
@usableFromInline
final class StateCell<State: Sendable>: ManagedBuffer<Void, State> {
    static func make(_ value: State) -> StateCell {
        let cell = unsafeDowncast(StateCell.create(minimumCapacity: 1) { _ in }, to: StateCell.self)
        cell.pointer.initialize(to: value)
        return cell
    }

    deinit { pointer.deinitialize(count: 1) }

    /// Valid, and the same, as long as the cell lives.
    @inlinable
    var pointer: UnsafeMutablePointer<State> { withUnsafeMutablePointerToElements { $0 } }

    @inlinable
    var value: State {
        get { pointer.pointee }
        _modify { yield &pointer.pointee }
    }
}
