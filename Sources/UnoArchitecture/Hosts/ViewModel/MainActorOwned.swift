/// An object of the main actor in something that may be let go of anywhere: it is released on the main actor.
///
/// Holds one reference, which `letGo()` gives back. The owner calls that once, in its `deinit`, and uses `object` before
/// that only. So the object is valid whenever it is used, and its last release is never the owner's, on the owner's thread.
@usableFromInline
struct MainActorOwned<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    @usableFromInline
    init(_ object: Object) {
        reference = .passRetained(object)
    }

    @inlinable var object: Object { reference.takeUnretainedValue() }

    func letGo() {
        Task.detached { @MainActor [reference] in reference.release() }
    }
}
