/// A hold on a part of a known type.
@usableFromInline
class StateHold<State: Sendable>: AnyStateHold {
    @exclusivity(unchecked) @usableFromInline final private(set) var address: UnsafeMutablePointer<State>?

    /// Looks the part up in the state around; nil if the part is absent or the state around is not held.
    @usableFromInline
    func find() -> UnsafeMutablePointer<State>? { nil }

    /// The address that `find()` has returned is not used any more.
    func giveBack() {}

    /// The address of the part, for an access to it; nil if the part is not held or absent.
    @inlinable final var current: UnsafeMutablePointer<State>? {
        guard isHeld else { return nil }
        if let inner { inner.letGo() }
        return address ?? take()
    }

    @usableFromInline
    final func take() -> UnsafeMutablePointer<State>? {
        address = find()
        if address != nil { link() }
        return address
    }

    @usableFromInline
    override final func letGo() {
        guard address != nil else { return }
        unlink()
        address = nil
        giveBack()
    }
}

/// The hold on a slice that can be absent: the wrapped value of a stored optional.
@usableFromInline
final class SliceHold<Whole: Sendable, Part: Sendable>: StateHold<Part> {
    private unowned let whole: StateScope<Whole>
    private let slice: Slice<Whole, Part>
    private let offset: Int

    @usableFromInline
    init(_ slice: Slice<Whole, Part>, at offset: Int, in whole: StateScope<Whole>) {
        (self.whole, self.slice, self.offset) = (whole, slice, offset)
        super.init(outer: whole.view?.hold, base: whole.emitter)
    }

    @usableFromInline
    override func find() -> UnsafeMutablePointer<Part>? {
        guard let address = whole.address else { return nil }
        var isThere = false
        slice.modify(&address.pointee) { _ in isThere = true }
        return isThere ? address.part(at: offset) : nil
    }
}

extension UnsafeMutablePointer {
    /// The part of the value that is stored at `offset` in it; see ``Slice/offset``.
    @inlinable
    func part<Part>(at offset: Int) -> UnsafeMutablePointer<Part> {
        UnsafeMutableRawPointer(self).advanced(by: offset).assumingMemoryBound(to: Part.self)
    }
}
