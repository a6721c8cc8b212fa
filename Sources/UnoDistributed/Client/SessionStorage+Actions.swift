internal import AsyncKit
internal import UnoArchitecture

extension SessionStorage {
    /// - Returns: whether the action is queued, or where to wait for room if there is none.
    private func insert(_ action: Action, _ event: RemoteEvent) -> Machine.Insertion {
        let insertion = withMachine { $0.insert(Machine.Parcel(action: action, event: event)) }
        if case .queued(courier: true) = insertion {
            Task(executorPreference: executor) { await self.deliverAll() }
        }
        return insertion
    }

    func send(_ action: Action) -> RemoteEvent {
        let event = RemoteEvent()
        switch insert(action, event) {
        case .queued: return event
        case .full: return refused(.mailboxFull)
        case .ended: return refused(.shutDown)
        }
    }

    func enqueue(_ action: Action) async -> RemoteEvent {
        switch await entrance.acquire() {
        case .acquired: break
        case .cancelled, .withdrawn: return RemoteEvent(.cancelled)
        case .closed: return refused(.shutDown)
        }
        defer { entrance.release() }
        let event = RemoteEvent()
        while true {
            switch insert(action, event) {
            case .queued: return event
            case .ended: return refused(.shutDown)
            case .full(nil): return refused(.mailboxFull)
            case .full(let latch?): await latch.wait()
            }
            if Task.isCancelled { return RemoteEvent(.cancelled) }
        }
    }

    private func refused(_ reason: Rejection) -> RemoteEvent {
        tell(.undelivered(.decided(.rejected(reason))))
        return RemoteEvent(.rejected(reason))
    }

    // MARK: The courier

    /// What a delivery has come to.
    private enum Delivery {
        case progress
        /// The host has no room, or is busy with an earlier request.
        case noRoom
        case failed(String)
    }

    /// Delivers until nothing is left to deliver.
    private func deliverAll() async {
        var (failures, doubts) = (0, 0)
        /// When the first delivery began that has failed since the last progress.
        var start: Duration?
        while let connection = await connection() {
            switch withMachine({ $0.nextBatch(for: connection, atMost: options.batch) }) {
            case .rest: return
            case .again: continue
            case .send(let batch, let room):
                room?.open()
                let begin = time.now
                switch await deliver(batch) {
                case .progress: (failures, doubts, start) = (0, 0, nil)
                case .noRoom:
                    (doubts, start) = (0, nil)
                    _ = await pause(after: failures)
                    failures += 1
                case .failed(let failure):
                    let since = start ?? begin
                    _ = await pause(after: start == nil ? 0 : failures, failure)
                    doubts = await doubt(batch, since, doubts)
                    start = since
                    failures += 1
                }
            }
        }
        withMachine { $0.courierEnded() }
    }

    /// After failures since this moment: finds the action that cannot be delivered, if the host is there for other calls.
    ///
    /// - Parameter doubts: how often in a row the host has replied to another call after the delivery had failed.
    /// - Returns: the same after this failure.
    private func doubt(_ batch: Machine.Batch, _ start: Duration, _ doubts: Int) async -> Int {
        let failing = time.now - start
        if batch.width > 1 { withMachine { $0.narrow(batch.session) } }
        // Without another call the host would count as lost if nothing else is asked.
        guard failing >= options.patience / 2, await probe(batch.session), batch.width == 1 else { return 0 }
        guard failing >= options.patience, doubts + 1 >= SessionOptions.doubts else { return doubts + 1 }
        withMachine { $0.giveUp(batch.session) }
        return 0
    }

    private func deliver(_ batch: Machine.Batch) async -> Delivery {
        let actions = batch.parcels.prefix(batch.width).map(\.action)
        let message = ActionBatch(session: batch.session, first: batch.first, actions: actions)
        let result = await call(refusalCounts: false) { try await $0.deliver(message) }
        if case .refused = result {
            refused(batch)
            return .progress
        }
        withMachine { $0.sent(batch.session) }
        switch result {
        case .failed(let failure), .refused(let failure): return .failed(failure)
        case .changed, .cancelled: return .progress
        case .reply(let reply):
            switch reply.status {
            case .taken, .busy:
                perform(
                    withMachine {
                        $0.taken(below: reply.next, reply.exceptions, of: batch.session, count: actions.count)
                    }
                )
                return reply.status == .taken || reply.next > batch.first ? .progress : .noRoom
            case .early, .unknownSession:
                withMachine { $0.isUnknown(batch.session) }
                return .progress
            }
        }
    }

    /// Something in the batch cannot cross: finds it. What may have reached the host before keeps its number.
    private func refused(_ batch: Machine.Batch) {
        if !batch.isSent {
            perform(withMachine { $0.refused(batch.session) })
        } else if batch.width > 1 {
            withMachine { $0.narrow(batch.session) }
        } else {
            withMachine { $0.giveUp(batch.session) }
        }
    }
}
