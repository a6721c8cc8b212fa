import Synchronization

/// State that is accessed only while a lock is held: a `Mutex` that the thread sanitizer understands.
///
/// On Linux the slow path of `Mutex` is in the standard library, which is not instrumented, so after contention the sanitizer
/// sees no order between two holders. In debug builds each holder therefore reads and writes an atomic that it does see.
package struct Guarded<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    #if DEBUG
        private let order = Atomic<UInt8>(0)
    #endif

    package init(_ state: State) { mutex = Mutex(state) }

    /// Runs `body` with exclusive access to the state.
    package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { state throws(Failure) in
            #if DEBUG
                _ = order.load(ordering: .acquiring)
                defer { order.store(0, ordering: .releasing) }
            #endif
            return try body(&state)
        }
    }
}
