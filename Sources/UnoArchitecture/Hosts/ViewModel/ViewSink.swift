/// Shows states to a view model.
///
/// The closures are isolated to the main actor; so are all callers, because the graph's isolation runs on its executor.
/// The view model's initialisers make them, where the types are known; see ``Node``.
final class ViewReceiver<State: Sendable> {
    /// Called with each state, as it is emitted.
    let receive: (StateCell<State>) -> Void
    /// Shows the received states, once for each step.
    let publish: () -> Void
    /// Called with how the next states to be published are shown.
    let setTransaction: (ViewTransaction) -> Void

    init(
        receive: @escaping (StateCell<State>) -> Void,
        publish: @escaping () -> Void,
        setTransaction: @escaping (ViewTransaction) -> Void
    ) {
        self.receive = receive
        self.publish = publish
        self.setTransaction = setTransaction
    }
}

/// Passes the states of a graph on the main actor to a view model.
///
/// Each call retains the receiver: a reducer or an observer may run a loop of events in which the graph ends.
final class ViewSink<State: Sendable>: StateSink<State> {
    /// Nil after `cancel()`.
    @exclusivity(unchecked) private var receiver: ViewReceiver<State>?
    @exclusivity(unchecked) private var hasEmitted = false

    init(_ receiver: ViewReceiver<State>) {
        self.receiver = receiver
    }

    override func carry(_ transaction: ViewTransaction) {
        receiver?.setTransaction(transaction)
    }

    override var hasUnflushedStates: Bool { hasEmitted }

    override func emit(_ cell: StateCell<State>) {
        hasEmitted = true
        receiver?.receive(cell)
    }

    override func flush() -> Bool {
        guard hasEmitted else { return true }
        hasEmitted = false
        receiver?.publish()
        return true
    }

    /// Releases the reducer and the view state on the main actor; the graph may be released elsewhere.
    override func cancel() { receiver = nil }
}

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
