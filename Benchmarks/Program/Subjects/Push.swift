import Synchronization

/// Features as operators that push values, as in Combine: each operator is an object with a lock that receives a value and
/// calls the next one.
///
/// Left out is what Combine does besides: subscriptions and their demand, completions, cancellation, and the type erasure of
/// publishers.
final class PushSubject<Value: Sendable>: Sendable {
    private let receivers = Mutex<[@Sendable (Value) -> Void]>([])

    func sink(_ receiver: @escaping @Sendable (Value) -> Void) { receivers.withLock { $0.append(receiver) } }

    func send(_ value: Value) {
        for receiver in receivers.withLock({ $0 }) { receiver(value) }
    }
}

/// A feature: changes its state with each action, and pushes the state.
final class PushScan<State: Sendable, Action: Sendable>: Sendable {
    private let state: Mutex<State>
    private let change: @Sendable (inout State, Action) -> Void
    private let next: @Sendable (State) -> Void

    init(
        _ initial: State,
        to next: @escaping @Sendable (State) -> Void,
        change: @escaping @Sendable (inout State, Action) -> Void
    ) {
        state = Mutex(initial)
        self.change = change
        self.next = next
    }

    func receive(_ action: Action) {
        next(
            state.withLock {
                change(&$0, action)
                return $0
            }
        )
    }
}

/// Where the states of all features come together.
final class PushSink<Value: Sendable>: Sendable {
    private let received = Mutex<(last: Value?, count: Int)>((nil, 0))

    var count: Int { received.withLock(\.count) }

    func receive(_ value: Value) { received.withLock { $0 = (value, $0.count + 1) } }
}
