internal import AsyncKit
package import UnoArchitecture

extension RuntimeGroup {
    /// The runtime of `key`, which is made if need be, and is not passivated before `end` is called, once.
    ///
    /// A lease keeps passivation away and nothing else: ``end(_:_:)`` and ``shutdown(_:within:fileID:line:)`` do not wait for
    /// it. Nil after the shutdown, if the group is full, if the waiting task is cancelled, and for a key that is not equal to itself.
    ///
    /// - Throws: the error of `make`.
    package func lease(
        _ key: Key
    ) async throws -> (runtime: Runtime<State, Action>, end: @Sendable () -> Void)? {
        guard key == key else { return nil }
        let storage = storage
        switch await storage.enter(key) {
        case .entered(let stay):
            let incarnation = storage.machine.withLock { $0.lease(key, by: 1) }
            storage.leave(key, after: stay)
            // A runtime that is cancelled at this moment is handed out, too: its user finds that it has ended.
            guard let incarnation else { return (stay.hosted, {}) }
            return (stay.hosted, { storage.machine.withLock { _ = $0.lease(key, of: incarnation, by: -1) } })
        case .failed(let error): throw error
        case .cancelled, .refused, .full: return nil
        }
    }
}
