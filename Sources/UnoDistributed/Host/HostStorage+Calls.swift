internal import AsyncKit
internal import UnoArchitecture

// What a client asks of a host. Each call may come twice, late, or after the session has ended.

extension HostStorage {
    // MARK: Actions

    func deliver(_ batch: ActionBatch<Action>) async -> DeliveryReply {
        guard let session = renew(batch.session) else {
            return DeliveryReply(status: .unknownSession, next: 0, exceptions: [], refusal: nil)
        }
        // A batch that comes again while it is handled does not wait: its client asks again.
        guard session.deliveries.tryAcquire() else { return reply(.busy, to: batch, session) }
        defer { session.deliveries.release() }
        if let bytes = batch.room { return await makeRoom(for: bytes, batch, session) }
        let judgement = session.withEvents { events in
            events.acknowledge(below: batch.first)
            return events.judge(first: batch.first, count: batch.count)
        }
        switch judgement {
        case .early: return reply(.early, to: batch, session)
        case .repeated:
            count { $0.repeated += batch.count }
            return reply(.taken, to: batch, session)
        case .take(let start):
            if start > 0 { count { $0.repeated += start } }
            return await receive(batch, from: start, session)
        }
    }

    /// Takes the actions of a batch from the one at `start` on, as far as there is room in bytes and at the runtime.
    private func receive(_ batch: ActionBatch<Action>, from start: Int, _ session: Session) async -> DeliveryReply {
        let bytes = batch.bytes
        guard coding == nil || bytes <= limits.batchBytes else {
            let refusal = "actions of \(bytes) bytes, and the host takes \(limits.batchBytes) at a time"
            return reply(.refused, to: batch, session, refusal: refusal)
        }
        let room = bytes > 0 ? room(for: bytes, session) : nil
        guard bytes == 0 || room != nil else {
            count { $0.crowded += 1 }
            return reply(.busy, to: batch, session, lacksRoom: true)
        }
        defer { room?.end() }
        let actions: [Action]
        do { actions = try decode(batch) } catch {
            return reply(.refused, to: batch, session, refusal: "\(error)")
        }
        await take(actions[start...], batch.session, session, within: limit(batch.limit), isCounted: room != nil)
        extend(batch.session)
        // A client that has to acknowledge need not wait.
        let goesOn = session.withEvents {
            $0.next >= batch.first + UInt64(batch.count) || $0.isToBeAcknowledged
        }
        return reply(goesOn ? .taken : .busy, to: batch, session)
    }

    /// How long a call may wait that asks for so long. What a client asks for may be any length, also less than none.
    private func limit(_ asked: Duration) -> Duration { min(max(.zero, asked), wait) }

    /// The room that the session has got, or room that is there.
    private func room(for bytes: Int, _ session: Session) -> ByteBudget.Charge? {
        if let room = session.takeRoom() {
            if room.bytes >= bytes { return room }
            room.end()
        }
        return incoming.takeAtOnce(bytes)
    }

    /// Waits until the session has room for so many bytes. It keeps its turn, and then its room, until its client has not asked for
    /// the time of a wait.
    private func makeRoom(for bytes: Int, _ batch: ActionBatch<Action>, _ session: Session) async -> DeliveryReply {
        let bytes = max(1, min(bytes, limits.batchBytes))
        guard let room = session.room(for: bytes, ask: { incoming.ask(bytes) }) else {
            return DeliveryReply(status: .unknownSession, next: 0, exceptions: [], refusal: nil)
        }
        // Room that it has got before is kept until the end that was set then, however often it asks.
        if room.hasRoom, room.isLimited { return reply(.taken, to: batch, session) }
        let limit = limit(batch.limit)
        let work = Task(executorPreference: executor) { [waits] in
            let isOver = Latch()
            let end = waits.set(limit) { isOver.open() }
            defer { waits.remove(end) }
            await room.wait(or: isOver)
        }
        session.setWork(work)
        await work.value
        session.setWork(nil)
        room.end(after: wait)
        extend(batch.session)
        let hasRoom = room.hasRoom
        return reply(hasRoom ? .taken : .busy, to: batch, session, lacksRoom: !hasRoom)
    }

    /// The actions of a batch, or throws why none of them is taken.
    ///
    /// Those are decoded, too, that have been taken: their numbers may be those of actions of another batch, after a refusal of
    /// this one. So whatever has happened meanwhile, a batch that was refused is refused again when it comes again.
    private func decode(_ batch: ActionBatch<Action>) throws -> [Action] {
        guard let texts = batch.texts else { return batch.actions }
        guard let coding else {
            throw UndecodableCall("the session encodes actions itself, and this host has no coding")
        }
        return try texts.map { try coding.decode(Action.self, from: $0) }
    }

    private func reply(
        _ status: DeliveryReply.Status,
        to batch: ActionBatch<Action>,
        _ session: Session,
        refusal: String? = nil,
        lacksRoom: Bool = false
    ) -> DeliveryReply {
        session.withEvents { events in
            // A client's number may be any.
            let taken = max(batch.first, min(events.next, batch.first &+ UInt64(batch.count)))
            return DeliveryReply(
                status: status, next: events.next, exceptions: events.exceptions(in: batch.first..<taken),
                refusal: refusal, lacksRoom: lacksRoom ? true : nil
            )
        }
    }

    /// Gives the actions to the runtime as there is room, until the limit or the end of the session.
    ///
    /// The limit begins when the work does: whatever it is, what there is room for is taken.
    ///
    /// - Parameter isCounted: whether others may wait for the bytes of the actions. Then a runtime without room does not keep them
    ///   waiting, or a few that have stopped would hold up all others.
    private func take(
        _ actions: ArraySlice<Action>,
        _ id: SessionID,
        _ session: Session,
        within limit: Duration,
        isCounted: Bool
    ) async {
        guard let hosted = session.hosted else { return }
        let isOver = Latch()
        let work = Task(executorPreference: executor) { [waits, incoming] in
            let end = waits.set(limit) { isOver.open() }
            let shortage = incoming.shortage
            let watch =
                isCounted ? shortage.whenOpen { _ = waits.set(.milliseconds(50)) { isOver.open() } } : nil
            defer {
                waits.remove(end)
                if let watch { shortage.remove(watch) }
            }
            var taken = 0
            for action in actions {
                guard session.isLive, session.withEvents({ $0.hasRoom() }) else { break }
                let event = await hosted.runtime.deliver(action)
                // Cancelled before there was room: not taken. One that has a number was accepted: when its runtime is cancelled it
                // counts as cancelled at once, and may be in the middle of its step.
                if event.number == nil, event.outcome == .cancelled { break }
                // The group has ended the runtime: not taken, and the client's next session has the next runtime.
                if session.isGrouped, event.outcome == .rejected(.shutDown) {
                    self.close(id)
                    break
                }
                session.take(event)
                taken += 1
            }
            self.count { $0.taken += taken }
        }
        session.setWork(work)
        _ = isOver.whenOpen { work.cancel() }
        await work.value
        session.setWork(nil)
    }

    // MARK: Events

    func finish(_ number: UInt64, of id: SessionID, within limit: Duration) async -> EventReply {
        guard let session = renewOrRecall(id) else { return .unknown }
        switch session.withEvents({ $0.look(at: number) }) {
        case .ahead: return .unknown
        case .over(let outcome): return .over(outcome)
        case .underWay(let event):
            let isOver = await event.finish(within: self.limit(limit), clock: clock)
            extend(id)
            return isOver ? .over(event.toldOutcome) : .underWay(event.toldOutcome)
        }
    }

    func cancel(_ number: UInt64, of id: SessionID) -> EventReply {
        guard let session = renewOrRecall(id) else { return .unknown }
        switch session.withEvents({ $0.look(at: number) }) {
        case .ahead: return .unknown
        case .over(let outcome): return .over(outcome)
        case .underWay(let event):
            event.cancel()
            return .underWay(event.toldOutcome)
        }
    }

    // MARK: States

    func states(_ request: StatesRequest) async -> StatesReply<State> {
        guard let session = renew(request.session), let hosted = session.hosted else { return .unknownSession }
        let (begin, wait) = (time.now, limit(request.limit))
        let reader = session.reader(request.reader, at: time.now) {
            HostReader($0.numberedStates(policy(request.policy)), after: request.after)
        }
        guard let reader else { return .unknownReader }
        reader.arrived()
        let answer = await reader.states(
            after: request.after,
            atMost: max(1, min(request.count, limits.states)),
            within: wait,
            clock
        )
        extend(request.session)
        reader.rest(at: time.now)
        switch answer {
        case nil, .outdated: return .overtaken
        case .pull: return .states([], isGap: false)
        case .end(.finished) where session.isGrouped:
            // The group has ended the runtime, or the session has ended: the reader goes on in the client's next session.
            close(request.session)
            return .unknownSession
        case .end(let end):
            if end == .stalled { tell(.stalled(request.session)) }
            return .end(end)
        case .states(let states, let isGap):
            guard let encodings = hosted.encodings else {
                sent(states.count, isGap: isGap, to: request.session)
                return .states(states, isGap: isGap)
            }
            let limit = max(.milliseconds(50), wait - (time.now - begin))
            return await send(states, isGap: isGap, to: reader, request.session, encodings, within: limit)
        }
    }

    private func sent(_ states: Int, isGap: Bool, to session: SessionID) {
        count {
            $0.states += states
            if isGap { $0.gaps += 1 }
        }
        if isGap { tell(.gap(session)) }
    }

    /// Encodes as many of the states as a reply may have, and waits for room for them; if there is none within the limit, the
    /// client asks again.
    private func send(
        _ states: [NumberedState<State>],
        isGap: Bool,
        to reader: HostReader<State>,
        _ session: SessionID,
        _ encodings: StateEncodings<State>,
        within limit: Duration
    ) async -> StatesReply<State> {
        // Nothing takes no room, and does not wait behind others.
        guard !states.isEmpty else { return .encoded([], numbers: [], isGap: isGap) }
        let beginning = reader.beginning
        var (texts, bytes): ([String], Int) = ([], 0)
        for state in states {
            do {
                let text = try await encodings.encoding(of: state, isEmitted: state.number != beginning)
                guard texts.isEmpty || bytes + text.utf8.count <= limits.bytes / 8 else { break }
                texts.append(text)
                bytes += text.utf8.count
            } catch {
                guard !texts.isEmpty else { return .unreadable("\(error)") }
                break
            }
        }
        let isOver = Latch()
        let end = waits.set(limit) { isOver.open() }
        defer { waits.remove(end) }
        guard let charge = await budget.take(bytes, or: isOver) else { return .overtaken }
        reader.send(charge)
        sent(texts.count, isGap: isGap, to: session)
        extend(session)
        return .encoded(texts, numbers: states.prefix(texts.count).map(\.number), isGap: isGap)
    }

    /// The policy of the subscription: bounded in number and in time.
    private func policy(_ policy: SubscriptionPolicy) -> SubscriptionPolicy {
        func count(_ asked: Int) -> Int { max(1, min(asked, limits.states)) }
        return switch policy {
        case .latest: .latest
        case .bounded(let asked): .bounded(count(asked), stalledFor: limits.stall, then: .disconnect)
        case .boundedUntilStalled(let asked, let limit, let then):
            .bounded(count(asked), stalledFor: min(max(.zero, limit), limits.stall), then: then)
        case .droppingOldest(let asked): .droppingOldest(count(asked))
        case .unbounded: .droppingOldest(limits.states)
        }
    }

    func unsubscribe(_ reader: UInt64, of id: SessionID) { renew(id)?.endReader(reader) }
}
