internal import AsyncKit
package import UnoArchitecture

extension RuntimeGroup {
    /// Keeps a runtime from being passivated until `end` is called. Call it once.
    package struct Lease: Sendable {
        package let runtime: Runtime<State, Action>
        package let end: @Sendable () -> Void
    }

    /// What becomes of a call that asks for a lease.
    package enum LeaseReply: Sendable {
        case granted(Lease)
        /// The group has as many keys as it may have.
        case full
        /// The group has been shut down, or the key is not equal to itself.
        case refused
        /// The waiting task was cancelled.
        case cancelled
    }

    /// Leases the runtime of `key`, which is made if need be. A caller whose task is cancelled gives up its place in the
    /// line, but it waits for the runtime if that is being made.
    ///
    /// A lease keeps passivation away and nothing else: ``end(_:_:)`` and ``shutdown(_:within:fileID:line:)`` do not wait
    /// for it.
    ///
    /// - Throws: the error of `make`.
    package func lease(_ key: Key, fileID: StaticString = #fileID, line: UInt = #line) async throws -> LeaseReply {
        guard key == key else { return .refused }
        let storage = storage
        switch await storage.enter(key, staysForMake: true) {
        case .entered(let stay):
            let incarnation = stay.incarnation
            let isLeased = storage.machine.withLock { $0.lease(key, of: incarnation, by: 1) }
            storage.leave(key, after: stay)
            // A runtime that ends at this moment is handed out, too: its user finds that it has ended.
            guard isLeased else { return .granted(Lease(runtime: stay.hosted) {}) }
            return .granted(
                Lease(runtime: stay.hosted) {
                    storage.machine.withLock { _ = $0.lease(key, of: incarnation, by: -1) }
                }
            )
        case .failed(let error): throw error
        case .full:
            storage.reportFull(at: CallSite(fileID, line))
            return .full
        case .refused: return .refused
        case .cancelled: return .cancelled
        }
    }
}
