internal import UnoArchitecture

extension SessionStorage {
    /// A number for a reader of the session; nil if the session is no longer open.
    ///
    /// While a session has readers its lease is renewed, so that it does not depend on how often they are read: by a task
    /// that makes a call three times in a lease. The task ends soon after the last reader has, and at once with the session
    /// and when the host is lost.
    func newReader(in session: SessionID) -> UInt64? {
        let (seat, lease) = withMachine { ($0.newReader(in: session), $0.lease) }
        if let keeper = seat?.keeper, let lease {
            let task = Task(executorPreference: executor) { await self.renew(every: lease / 3, until: keeper) }
            _ = keeper.whenOpen { task.cancel() }
        }
        return seat?.number
    }

    private func renew(every interval: Duration, until keeper: Latch) async {
        var failures = 0
        while true {
            if failures == 0, await !time.sleep(for: interval) { return }
            guard let connection = withMachine({ $0.leaseToRenew(by: keeper) }) else { return }
            // A batch of nothing is the call that says whether the host knows the session.
            let nothing = ActionBatch<Action>(session: connection.session, first: 1, actions: [], limit: .zero)
            switch await call({ try await $0.deliver(nothing) }) {
            case .reply(let reply):
                if reply.status == .unknownSession { withMachine { $0.isUnknown(connection.session) } }
                failures = 0
            case .changed, .cancelled: return
            case .failed(let failure):
                guard await pause(after: failures, failure) else { return }
                failures += 1
            }
        }
    }
}
