internal import UnoArchitecture

/// Passes the states of a shared runtime to a view model, and releases the closure that does so on the main actor.
@MainActor
final class StateFollower<State: Sendable> {
    private var receive: ((State) -> Void)?

    /// - Parameter receive: shows a state.
    init(_ receive: @escaping (State) -> Void) {
        self.receive = receive
    }

    /// Returns when the states end or the task is cancelled.
    func follow(_ states: AsyncStream<State>) async {
        for await state in states { receive?(state) }
        receive = nil
    }
}

/// A main-actor object whose owner may be released on any thread: the object is released on the main actor.
///
/// Holds one reference, which `releaseOnMainActor()` gives up. The owner calls that once, in its `deinit`, and uses `object`
/// only before. So the object is valid whenever it is used, and its last release never happens on the owner's thread.
@usableFromInline
struct MainActorOwned<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    @usableFromInline
    init(_ object: Object) {
        reference = .passRetained(object)
    }

    @inlinable var object: Object { reference.takeUnretainedValue() }

    func releaseOnMainActor() {
        Task.detached { @MainActor [reference] in reference.release() }
    }
}
