internal import AsyncKit
internal import UnoArchitecture

/// A client's session and the actions that it has not had a decision about, without locks, tasks or time.
///
/// One batch of actions is under way at a time, so that the host takes them in order. A batch is repeated with the same
/// numbers until the host has said what became of it, or the session is gone.
///
/// Invariants:
/// - An action is in the queue, in the batch, or decided; the batch comes before the queue.
/// - An action that may have reached a host is never given another number, unless the host has said that it did not take it
///   and that its session has ended.
struct SessionStateMachine<Action: Sendable>: ~Copyable, Sendable {
    struct Connection: Sendable, Equatable {
        let session: SessionID
        let epoch: RuntimeEpoch
        let lease: Duration
        /// The bytes of encoded actions that the host takes at a time; nil if it takes none.
        let batchBytes: Int?
    }

    enum Stage: Sendable {
        /// No session. Who needs one opens it: `opening`.
        case idle
        /// A task opens a session; others wait for the latch. Then `open` or `idle`.
        case opening(Latch)
        /// Then `idle` when the host does not know the session.
        case open(Connection)
        /// The host is lost; the program has to reconnect. Then `idle`.
        case lost
        /// Final.
        case ended
    }

    private(set) var stage = Stage.idle
    /// Replaced and opened when no reply to a call is to be awaited any longer.
    private(set) var change = Latch()
    /// Counts the changes; what belongs to an earlier one is void.
    private(set) var generation: UInt64 = 0
    /// The latest session, which the next one replaces.
    private(set) var previous: SessionID?
    private var queue = Deque<Parcel>()
    private var batch: Batch?
    /// The number of the next action of the open session.
    private var next: UInt64 = 1
    /// Those of the open session.
    private var readers = SessionReaders()
    private var hasCourier = false
    /// Opened when there is room; made when a task waits for it.
    private var room: Latch?
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether no host is to be reached before the program reconnects, or ever.
    var isLost: Bool {
        switch stage {
        case .lost, .ended: true
        case .idle, .opening, .open: false
        }
    }

    var hasEnded: Bool { if case .ended = stage { true } else { false } }

    /// The session that a host which can be reached may still have; nil if there is none.
    var sessionAtHost: SessionID? {
        switch stage {
        case .open(let connection): connection.session
        case .idle, .opening: previous
        case .lost, .ended: nil
        }
    }

    /// What is to be done outside the lock.
    struct Work: Sendable {
        var decisions: [(RemoteEvent, SendOutcome, RemoteEvent.Place?)] = []
        var unknown: [RemoteEvent] = []
        /// Events of actions that were not taken and never will be.
        var unsendable: [RemoteEvent] = []
        /// Events that wait at the client again.
        var returned: [RemoteEvent] = []
        /// Events that wait at the client for another host.
        var stranded: [RemoteEvent] = []
        /// Actions that will not be sent. A program's values are released after the lock: they may do anything then.
        var dropped: [Parcel] = []
        var latches: [Latch] = []
        /// What the observer is told.
        var news: [SessionEvent] = []
    }

    // MARK: The session

    enum Connecting: Sendable {
        case open(Connection)
        /// The caller opens the session.
        case opens(generation: UInt64, replacing: SessionID?)
        case waits(Latch)
        /// - change: opened when the host is no longer lost.
        case lost(change: Latch)
        case ended
    }

    mutating func connect() -> Connecting {
        switch stage {
        case .idle:
            stage = .opening(Latch())
            return .opens(generation: generation, replacing: previous)
        case .opening(let latch): return .waits(latch)
        case .open(let connection): return .open(connection)
        case .lost: return .lost(change: change)
        case .ended: return .ended
        }
    }

    mutating func opened(_ opening: OpenReply.Opening, generation: UInt64) -> Work {
        guard generation == self.generation, case .opening(let latch) = stage else { return Work() }
        var work = Work(latches: [latch], news: [.opened(opening.epoch)])
        settleBatch(by: opening.previous, &work)
        // Calls at the rate of a lease that is no time would follow each other without a pause.
        let lease = opening.lease > .zero ? opening.lease : .milliseconds(1)
        stage = .open(
            Connection(
                session: opening.session, epoch: opening.epoch, lease: lease, batchBytes: opening.batchBytes
            )
        )
        (previous, next) = (opening.session, 1)
        if let keeper = readers.begin() { work.latches.append(keeper) }
        return work
    }

    /// The host has the key no longer, and the session had come to this; nil if that is not known.
    mutating func moved(_ previous: OpenReply.Previous?, generation: UInt64) -> Work {
        guard generation == self.generation, case .opening(let latch) = stage else { return Work() }
        var work = Work(latches: [latch])
        settleBatch(by: previous, &work)
        (stage, self.previous) = (.idle, nil)
        return work
    }

    /// Whether only the host of the last session can say what became of actions.
    var hasUnsettledBatch: Bool { batch != nil }

    /// The session could not be opened; another task may try.
    mutating func notOpened(generation: UInt64) -> Work {
        guard generation == self.generation, case .opening(let latch) = stage else { return Work() }
        stage = .idle
        return Work(latches: [latch])
    }

    /// The host does not know the session.
    mutating func isUnknown(_ session: SessionID) {
        if case .open(let connection) = stage, connection.session == session { stage = .idle }
    }

    /// The host is lost, unless something has changed since this generation.
    mutating func lose(generation: UInt64?) -> Work {
        if let generation, generation != self.generation { return Work() }
        switch stage {
        case .lost, .ended: return Work()
        case .idle, .opening, .open:
            var work = moveTo(.lost)
            work.news = [.lost]
            work.stranded = (0..<queue.count).map { queue[$0].event }
            if let room = room.take() { work.latches.append(room) }
            return work
        }
    }

    /// The host can be reached again, or another one.
    mutating func reconnect() -> Work {
        if case .ended = stage { return Work() }
        return moveTo(.idle)
    }

    mutating func end() -> Work {
        if case .ended = stage { return Work() }
        var work = moveTo(.ended)
        work.news = [.ended]
        while let parcel = queue.popFirst() {
            work.decisions.append((parcel.event, .cancelled, nil))
            work.dropped.append(parcel)
        }
        if let room = room.take() { work.latches.append(room) }
        return work
    }

    private mutating func moveTo(_ new: Stage) -> Work {
        var work = Work(latches: [change])
        if case .opening(let latch) = stage { work.latches.append(latch) }
        if let keeper = readers.takeKeeper() { work.latches.append(keeper) }
        // Only a new session may tell what became of the batch; without the hope of one it is unknown.
        if case .idle = new {} else { settleBatch(by: nil, &work) }
        stage = new
        generation += 1
        change = Latch()
        return work
    }

    // MARK: Actions

    enum Insertion: Sendable {
        /// - courier: whether a task that delivers is to be started.
        case queued(courier: Bool)
        /// Where to wait for room; nil while the host is lost.
        case full(Latch?)
        case ended
    }

    mutating func insert(_ parcel: Parcel) -> Insertion {
        if case .ended = stage { return .ended }
        guard queue.count < capacity else {
            if case .lost = stage { return .full(nil) }
            let latch = room ?? Latch()
            room = latch
            return .full(latch)
        }
        queue.append(parcel)
        defer { hasCourier = true }
        return .queued(courier: !hasCourier)
    }

    /// Takes an action back that has not been sent, to be released after the lock; nil if it is not in the queue. Complexity: O(queue).
    mutating func withdraw(_ event: RemoteEvent) -> (Parcel, room: Latch?)? {
        queue.removeFirst(where: { $0.event === event }).map { ($0, room.take()) }
    }

    enum Delivery: Sendable {
        /// - room: to be opened.
        case send(Batch, room: Latch?)
        /// The courier has nothing to do and ends.
        case rest
        /// The connection is no longer open.
        case again
    }

    mutating func nextBatch(for connection: Connection, atMost count: Int) -> Delivery {
        guard case .open(connection) = stage else { return .again }
        if let batch { return .send(batch, room: nil) }
        var parcels: [Parcel] = []
        while parcels.count < count, let parcel = queue.popFirst() { parcels.append(parcel) }
        guard !parcels.isEmpty else {
            hasCourier = false
            return .rest
        }
        let batch = Batch(session: connection.session, first: next, parcels: parcels, width: parcels.count)
        next += UInt64(parcels.count)
        self.batch = batch
        return .send(batch, room: room.take())
    }

    /// The courier ends because the session has; a later action would start another one.
    mutating func courierEnded() { hasCourier = false }

    /// The batch may have reached the host.
    mutating func sent(_ session: SessionID) { if batch?.session == session { batch?.isSent = true } }

    /// The batch could not be encoded, or the host has refused it: half of it is tried, and a single action is unsendable.
    ///
    /// The numbers of the others are free again, because the host has not taken them.
    mutating func refused(_ session: SessionID) -> Work {
        guard let batch, batch.session == session else { return Work() }
        let half = batch.parcels.count / 2
        return keep(half, of: batch, isNextUnsendable: half == 0)
    }

    /// The first `count` actions of a batch that has not been sent go together. The others wait in the queue again, but for the
    /// next one if that can never be sent.
    ///
    /// - Parameter batch: the present one, whose actions may have been encoded meanwhile.
    mutating func keep(_ count: Int, of batch: Batch, isNextUnsendable: Bool) -> Work {
        var work = Work()
        guard let present = self.batch, present.session == batch.session, !present.isSent else { return work }
        next = batch.first + UInt64(count)
        var rest = batch.parcels[count...]
        if isNextUnsendable, let bad = rest.popFirst() { work.unsendable = [bad.event] }
        for parcel in rest.reversed() { queue.prepend(parcel) }
        work.returned = rest.map(\.event)
        let first = Array(batch.parcels[..<count])
        self.batch =
            first.isEmpty ? nil : Batch(session: batch.session, first: batch.first, parcels: first, width: count)
        return work
    }

    /// The host has taken the actions below `next`.
    ///
    /// - Parameter count: the number of actions that were in the request. The exceptions are known of these only, although
    ///   the host may have taken more, from an earlier request.
    mutating func taken(
        below next: UInt64,
        _ exceptions: [EventFate],
        of session: SessionID,
        count: Int = .max
    ) -> Work {
        var work = Work()
        guard let batch, batch.session == session else { return work }
        let count = min(batch.count(below: next), count)
        guard count > 0 else { return work }
        decide(batch, count, exceptions, &work)
        let rest = Array(batch.parcels[count...])
        // What is left keeps its numbers: it may have reached the host already.
        self.batch =
            rest.isEmpty
            ? nil
            : Batch(
                session: session,
                first: batch.first + UInt64(count),
                parcels: rest,
                width: min(rest.count, batch.width * 2),
                isSent: batch.isSent
            )
        return work
    }

    /// Deliveries fail: fewer actions are to go together. Their numbers remain.
    mutating func narrow(_ session: SessionID) {
        guard let batch, batch.session == session else { return }
        self.batch?.width = max(1, batch.width / 2)
    }

    /// The first action of the batch cannot be delivered although the host replies to other calls. The next session, which
    /// ends this one, tells whether the host has taken the action; if not, it is left out.
    mutating func giveUp(_ session: SessionID) {
        guard isOpen(session) else { return }
        batch?.isGivenUp = true
        stage = .idle
    }

    /// The session of the batch is gone, and had come to this; nil if that is not known.
    private mutating func settleBatch(by previous: OpenReply.Previous?, _ work: inout Work) {
        guard let batch = batch.take() else { return }
        // Those that are queued again stay.
        work.dropped += batch.parcels
        guard let previous else {
            work.unknown += batch.parcels.map(\.event)
            return
        }
        let count = batch.count(below: previous.next)
        decide(batch, count, previous.exceptions, &work)
        var rest = batch.parcels[count...]
        if batch.isGivenUp, count == 0, let bad = rest.popFirst() { work.unsendable.append(bad.event) }
        for parcel in rest.reversed() { queue.prepend(parcel) }
        work.returned += rest.map(\.event)
    }

    private func decide(_ batch: Batch, _ count: Int, _ exceptions: [EventFate], _ work: inout Work) {
        let fates = Dictionary(exceptions.map { ($0.number, $0.outcome) }) { $1 }
        for (offset, parcel) in batch.parcels.prefix(count).enumerated() {
            let number = batch.first + UInt64(offset)
            let place = RemoteEvent.Place(session: batch.session, number: number)
            work.decisions.append((parcel.event, fates[number] ?? .accepted, place))
        }
    }

    // MARK: Readers

    /// A number for a reader of the session; nil if the session is no longer open.
    mutating func newReader(in session: SessionID) -> SessionReaders.Seat? {
        isOpen(session) ? readers.insert() : nil
    }

    mutating func readerEnded(_ number: UInt64, in session: SessionID) {
        if isOpen(session) { readers.remove(number) }
    }

    /// The session whose lease this keeper is to renew; nil if there is none, and then the keeper ends.
    mutating func leaseToRenew(by latch: Latch) -> Connection? {
        let connection: Connection? = if case .open(let connection) = stage { connection } else { nil }
        return readers.goesOn(latch, isOpen: connection != nil) ? connection : nil
    }

    /// That of the open session.
    var lease: Duration? { if case .open(let connection) = stage { connection.lease } else { nil } }

    func isOpen(_ session: SessionID) -> Bool {
        if case .open(let connection) = stage { connection.session == session } else { false }
    }
}
