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
        guard await entrance.acquire() == .acquired else { return RemoteEvent(.cancelled) }
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
        /// The host does not know the session.
        case noSession
        case failed(Failure)
    }

    /// Delivers until nothing is left to deliver.
    private func deliverAll() async {
        // A refusal is a session that the host does not know.
        var (failures, doubts, refusals) = (0, 0, 0)
        /// When the first delivery began that has failed since the last progress.
        var start: Duration?
        while let connection = await connection() {
            switch withMachine({ $0.nextBatch(for: connection, atMost: options.batch) }) {
            case .rest: return
            case .again: continue
            case .send(let batch, let room):
                room?.open()
                guard let batch = encode(batch, for: connection) else { continue }
                let begin = time.now
                let wait = wait(after: start == nil ? 0 : failures)
                switch await deliver(batch, within: wait) {
                case .progress: (failures, doubts, refusals, start) = (0, 0, 0, nil)
                case .noRoom:
                    (doubts, refusals, start) = (0, 0, nil)
                    _ = await pause(after: failures)
                    failures += 1
                case .noSession:
                    (failures, doubts, start) = (0, 0, nil)
                    await pause(afterRefusals: refusals)
                    refusals += 1
                case .failed(let failure):
                    let since = start ?? begin
                    _ = await pause(after: start == nil ? 0 : failures, failure)
                    let counts = failure.kind == .unclear && wait <= Self.shortestWait
                    doubts = await doubt(batch, since, doubts, counts: counts)
                    start = since
                    failures += 1
                }
            }
        }
        withMachine { $0.courierEnded() }
    }

    /// After failures since this moment: finds the action that cannot be delivered, if the host is there for other calls.
    ///
    /// - Parameters:
    ///   - doubts: how often in a row the host has replied to another call after the delivery had failed.
    ///   - counts: whether the failure may be due to the action.
    /// - Returns: the number of doubts after this failure.
    private func doubt(_ batch: Machine.Batch, _ start: Duration, _ doubts: Int, counts: Bool) async -> Int {
        let failing = time.now - start
        withMachine { $0.narrow(batch.session) }
        // Without another call the host would count as lost if nothing else is asked.
        guard failing >= options.patience / 2, await probe(batch.session), batch.width == 1, counts else {
            return 0
        }
        guard failing >= options.patience, doubts + 1 >= SessionOptions.doubts else { return doubts + 1 }
        withMachine { $0.giveUp(batch.session) }
        return 0
    }

    /// The batch as it is sent: if the host and the link have a coding, with as many of its actions as go together, and these
    /// encoded. Nil if none of them can be sent.
    private func encode(_ batch: Machine.Batch, for connection: Machine.Connection) -> Machine.Batch? {
        guard !batch.isSent, let most = connection.batchBytes, let coding = link.coding else { return batch }
        var batch = batch
        let (count, failure) = batch.encode(with: coding, upTo: options.batchBytes, atMost: most)
        if let failure { tell(.failing(failure)) }
        perform(withMachine { [batch] in $0.keep(count, of: batch, isNextUnsendable: failure != nil) })
        batch.parcels.removeSubrange(count...)
        batch.width = count
        return count > 0 ? batch : nil
    }

    private func deliver(_ batch: Machine.Batch, within wait: Duration) async -> Delivery {
        let message = batch.message(limit: wait)
        var result = await call(finalCounts: false) { try await $0.deliver(message) }
        if case .reply(let reply) = result, reply.status == .refused {
            result = .failed(Failure(UndecodableCall(reply.refusal ?? "\(reply.status)"), .final))
        }
        if case .failed(let failure) = result, failure.isUnexecuted, !batch.isSent {
            if batch.parcels.count == 1 { tell(.failing(failure.text)) }
            perform(withMachine { $0.refused(batch.session) })
            return .progress
        }
        withMachine { $0.sent(batch.session) }
        switch result {
        case .failed(let failure):
            guard failure.kind == .final else { return .failed(failure) }
            leaveOut(batch, failure)
            return .progress
        case .changed, .cancelled: return .progress
        case .reply(let reply):
            switch reply.status {
            case .taken, .busy:
                if reply.lacksRoom == true, reply.next <= batch.first {
                    return await waitForRoom(for: message, of: batch, within: wait)
                }
                perform(
                    withMachine {
                        $0.taken(below: reply.next, reply.exceptions, of: batch.session, count: message.count)
                    }
                )
                return reply.next > batch.first ? .progress : .noRoom
            case .early, .unknownSession, .refused:
                withMachine { $0.isUnknown(batch.session) }
                return .noSession
            }
        }
    }

    /// Waits until the host has room for the bytes of these actions, so that they can be sent again.
    private func waitForRoom(
        for message: ActionBatch<Action>,
        of batch: Machine.Batch,
        within wait: Duration
    ) async -> Delivery {
        let request = ActionBatch<Action>(
            session: message.session, first: message.first, actions: [], limit: wait, room: message.bytes
        )
        while true {
            switch await call({ try await $0.deliver(request) }) {
            case .reply(let reply):
                if reply.lacksRoom == true {
                    // However short the host's waits are, calls do not follow each other without a pause.
                    _ = await pause(after: 0)
                    continue
                }
                if reply.status == .unknownSession {
                    withMachine { $0.isUnknown(batch.session) }
                    return .noSession
                }
                return reply.status == .busy ? .noRoom : .progress
            // What fails has no actions, so it does not count against them.
            case .failed(let failure): return .failed(.notMade(failure.text))
            case .changed, .cancelled: return .progress
            }
        }
    }

    /// Something in the batch, which may have reached the host, cannot cross: finds it. All keep their numbers, and the next
    /// session tells whether the host has taken the action.
    private func leaveOut(_ batch: Machine.Batch, _ failure: Failure) {
        if batch.width > 1 {
            withMachine { $0.narrow(batch.session) }
        } else {
            tell(.failing(failure.text))
            withMachine { $0.giveUp(batch.session) }
        }
    }
}
