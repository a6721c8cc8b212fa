import Synchronization

/// A state that is touched only while a lock is held, as by a `Mutex<State>`.
///
/// It exists for generic states. `Mutex<State>.withLock` hands the types of its state and its result to a
/// function that is not inlined, and code that is not specialised looks them and their arguments up in the run
/// time's tables: some 100 ns each time it locks. A `Mutex<Void>` has no such types.
///
/// `@unchecked Sendable` holds because `state` is private, `withLock` is its only access, and that holds `lock`
/// throughout; what goes in and out is itself `Sendable`. For the same reason the run time need not check that
/// accesses are exclusive.
final class Locked<State: ~Copyable & Sendable>: @unchecked Sendable {
    private let lock = Mutex<Void>(())
    @exclusivity(unchecked) private var state: State

    init(_ state: consuming State) { self.state = state }

    @inline(__always)
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        var result: Result?
        lock.withLock { _ in result = body(&state) }
        return result!
    }
}
