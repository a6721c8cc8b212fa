public import UnoArchitecture

/// Passes the states of a shared runtime to a view model.
@MainActor
@usableFromInline
final class StateFollower<State: Sendable> {
    let show: (State, ViewTransaction?) -> Void
    /// The transaction in which the next state is shown; nil for none.
    @usableFromInline var transaction: ViewTransaction?

    /// - Parameter show: shows a state.
    init(_ show: @escaping (State, ViewTransaction?) -> Void) {
        self.show = show
    }

    /// Returns when the states end or the task is cancelled.
    func follow(_ states: AsyncStream<State>) async {
        for await state in states { show(state, transaction.take()) }
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
