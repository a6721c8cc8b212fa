import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The state machine of a client's session")
struct SessionStateMachineTests {
    private typealias Machine = SessionStateMachine<Int>

    private let epoch = Runtime(Journal {}).epoch

    private func opening(
        _ number: UInt64,
        lease: Duration = .seconds(3),
        previous: OpenReply.Previous? = nil
    ) -> OpenReply.Opening {
        .init(session: SessionID(number: number), epoch: epoch, lease: lease, batchBytes: nil, previous: previous)
    }

    /// Opens a session and queues these actions; returns their events.
    private func prepare(_ machine: inout Machine, with actions: Range<Int>) -> [RemoteEvent] {
        _ = machine.connect()
        _ = machine.opened(opening(1), generation: 0)
        let events = actions.map { _ in RemoteEvent() }
        for (action, event) in zip(actions, events) { _ = machine.insert(.init(action: action, event: event)) }
        return events
    }

    private func batch(_ machine: inout Machine, atMost count: Int = 10) -> Machine.Batch? {
        guard case .open(let connection) = machine.stage,
            case .send(let batch, _) = machine.nextBatch(for: connection, atMost: count)
        else { return nil }
        return batch
    }

    @Test("a new session has a keeper of its own, at the rate of its lease")
    func keeperOfNextSession() throws {
        var machine = Machine(capacity: 1)
        _ = prepare(&machine, with: 0..<0)
        let first = try #require(machine.newReader(in: SessionID(number: 1))?.keeper)
        machine.isUnknown(SessionID(number: 1))
        _ = machine.connect()
        let work = machine.opened(opening(2), generation: 0)
        #expect(work.latches.contains { $0 === first })
        #expect(machine.newReader(in: SessionID(number: 2))?.keeper != nil)
    }

    @Test("a lease that is not positive is taken for a millisecond", arguments: [0, -1, Int64.min])
    func noLease(seconds: Int64) {
        var machine = Machine(capacity: 1)
        _ = machine.connect()
        _ = machine.opened(opening(1, lease: .seconds(seconds)), generation: 0)
        #expect(machine.lease == .milliseconds(1))
    }

    @Test("a batch is repeated with its numbers until it is decided, and then the next one follows")
    func repeats() {
        var machine = Machine(capacity: 100)
        _ = prepare(&machine, with: 0..<5)
        let first = batch(&machine, atMost: 2)
        #expect(first?.first == 1)
        let again = batch(&machine, atMost: 10)
        #expect(again?.parcels.map(\.action) == [0, 1])
        // Half of it was taken.
        var work = machine.taken(below: 2, [], of: SessionID(number: 1))
        #expect(work.decisions.count == 1)
        let rest = batch(&machine)
        #expect(rest?.first == 2)
        #expect(rest?.parcels.map(\.action) == [1])
        work = machine.taken(below: 3, [], of: SessionID(number: 1))
        #expect(work.decisions.count == 1)
        let next = batch(&machine)
        #expect(next?.parcels.map(\.action) == [2, 3, 4])
        #expect(next?.first == 3)
    }

    @Test("a reply to an earlier session decides nothing")
    func ignoresOldReplies() {
        var machine = Machine(capacity: 100)
        _ = prepare(&machine, with: 0..<2)
        guard let present = batch(&machine) else { return #expect(Bool(false), "there is a batch") }
        let old = SessionID(number: 9)
        var work = machine.taken(below: 3, [], of: old)
        #expect(work.decisions.isEmpty)
        work = machine.refused(old)
        #expect(work.returned.isEmpty && work.unsendable.isEmpty)
        let other = Machine.Batch(session: old, first: 1, parcels: present.parcels, width: 2)
        work = machine.keep(1, of: other, isNextUnsendable: false)
        #expect(work.returned.isEmpty)
        machine.sent(old)
        machine.narrow(old)
        machine.giveUp(old)
        machine.isUnknown(old)
        let still = batch(&machine)
        #expect(still?.width == 2 && still?.isSent == false && still?.parcels.count == 2)
    }

    @Test("a session that the host remembers decides what it has taken; the rest is sent again, first")
    func settlesExactly() {
        var machine = Machine(capacity: 100)
        let events = prepare(&machine, with: 0..<4)
        _ = batch(&machine, atMost: 3)
        machine.isUnknown(SessionID(number: 1))
        guard case .opens(let generation, let previous) = machine.connect()
        else { return #expect(Bool(false), "a session is to be opened") }
        #expect(previous == SessionID(number: 1))
        let exception = EventFate(number: 1, outcome: .rejected(.mailboxFull))
        let work = machine.opened(opening(2, previous: .init(next: 3, exceptions: [exception])), generation: generation)
        #expect(work.decisions.map(\.1) == [.rejected(.mailboxFull), .accepted])
        #expect(work.returned.count == 1 && work.returned[0] === events[2])
        #expect(work.unknown.isEmpty)
        let next = batch(&machine)
        #expect(next?.parcels.map(\.action) == [2, 3])
        #expect(next?.first == 1)
    }

    @Test("without the host's word, what was under way is unknown and is not sent again")
    func settlesUnknown() {
        for isLost in [true, false] {
            var machine = Machine(capacity: 100)
            let events = prepare(&machine, with: 0..<4)
            _ = batch(&machine, atMost: 3)
            var work = Machine.Work()
            if isLost {
                work = machine.lose(generation: nil)
                _ = machine.reconnect()
            } else {
                machine.isUnknown(SessionID(number: 1))
            }
            guard case .opens(let generation, _) = machine.connect()
            else { return #expect(Bool(false), "a session is to be opened") }
            let later = machine.opened(opening(2, previous: nil), generation: generation)
            let unknown = work.unknown + later.unknown
            #expect(unknown.map { ObjectIdentifier($0) } == events[..<3].map { ObjectIdentifier($0) })
            let next = batch(&machine)
            #expect(next?.parcels.map(\.action) == [3])
        }
    }

    @Test("an opening that was begun before a reconnection is void")
    func voidsOldOpenings() {
        var machine = Machine(capacity: 1)
        guard case .opens(let generation, _) = machine.connect() else { return #expect(Bool(false), "it is idle") }
        _ = machine.reconnect()
        _ = machine.opened(opening(1), generation: generation)
        guard case .idle = machine.stage else { return #expect(Bool(false), "the opening was taken") }
    }

    /// Inserts an action; where to wait for room if there is none.
    private func room(_ machine: inout Machine) -> Latch? {
        guard case .full(let latch) = machine.insert(.init(action: 9, event: RemoteEvent())) else { return nil }
        return latch
    }

    @Test("actions that will not be sent are handed out, to be released without the lock")
    func dropped() {
        var machine = Machine(capacity: 3)
        let events = prepare(&machine, with: 0..<3)
        #expect(machine.withdraw(events[1])?.0.event === events[1])
        #expect(machine.withdraw(events[1]) == nil)
        let dropped = machine.end().dropped.map(\.event)
        #expect(dropped.count == 2 && dropped[0] === events[0] && dropped[1] === events[2])
        // Also those of a batch whose fate is unknown.
        var other = Machine(capacity: 3)
        let sent = prepare(&other, with: 0..<2)
        guard case .open(let connection) = other.stage, case .send = other.nextBatch(for: connection, atMost: 1)
        else { return #expect(Bool(false), "there is a batch") }
        let left = other.end().dropped.map(\.event)
        #expect(left.count == 2 && left[0] === sent[0] && left[1] === sent[1])
    }

    @Test("a full queue has room when a batch leaves it, or an action is taken back")
    func hasRoom() {
        var machine = Machine(capacity: 2)
        let events = prepare(&machine, with: 0..<2)
        let first = room(&machine)
        let freed = machine.withdraw(events[1])
        #expect(first != nil && freed?.room === first)
        let none = room(&machine)
        let second = room(&machine)
        #expect(none == nil)
        guard case .open(let connection) = machine.stage,
            case .send(_, let opened) = machine.nextBatch(for: connection, atMost: 1)
        else { return #expect(Bool(false), "there is a batch") }
        #expect(opened === second && second != nil)
    }

    @Test("of a batch that was narrowed, only what was in the request is decided, and the rest keeps its numbers")
    func narrows() {
        var machine = Machine(capacity: 100)
        let events = prepare(&machine, with: 0..<4)
        let session = SessionID(number: 1)
        _ = batch(&machine)
        machine.sent(session)
        machine.narrow(session)
        let half = batch(&machine)
        #expect(half?.width == 2 && half?.parcels.count == 4)
        // A reply that none is taken leaves it as narrow.
        var work = machine.taken(below: 1, [], of: session)
        let same = batch(&machine)
        #expect(work.decisions.isEmpty && same?.width == 2 && same?.parcels.count == 4)
        // The host had taken all of them, from the first request.
        work = machine.taken(below: 5, [], of: session, count: 2)
        #expect(work.decisions.count == 2)
        let rest = batch(&machine)
        #expect(rest?.first == 3 && rest?.isSent == true && rest?.width == 2)
        work = machine.refused(session)
        #expect(work.unsendable.isEmpty && work.returned.isEmpty)
        let rejected = EventFate(number: 4, outcome: .rejected(.mailboxFull))
        work = machine.taken(below: 5, [rejected], of: session, count: 2)
        #expect(work.decisions.map(\.1) == [.accepted, .rejected(.mailboxFull)])
        #expect(work.decisions.last?.0 === events[3])
    }

    @Test(
        "what does not go with a batch waits in the queue again, with its encoding; what can never go is left out",
        arguments: [true, false])
    func keeps(isNextUnsendable: Bool) {
        var machine = Machine(capacity: 100)
        let events = prepare(&machine, with: 0..<6)
        let (session, other) = (SessionID(number: 1), SessionID(number: 2))
        guard var encoded = batch(&machine, atMost: 5) else { return #expect(Bool(false), "there is a batch") }
        for index in 0..<4 { encoded.parcels[index][textIn: session] = "\(index)" }
        let work = machine.keep(2, of: encoded, isNextUnsendable: isNextUnsendable)
        let left = isNextUnsendable ? 1 : 0
        #expect(work.unsendable.map { ObjectIdentifier($0) } == events[2..<2 + left].map { ObjectIdentifier($0) })
        #expect(work.returned.map { ObjectIdentifier($0) } == events[2 + left..<5].map { ObjectIdentifier($0) })
        #expect(work.decisions.isEmpty && work.unknown.isEmpty)
        let first = batch(&machine)
        #expect(first?.parcels.map { $0[textIn: session] } == ["0", "1"] && first?.width == 2 && first?.first == 1)
        machine.sent(session)
        // Some of it may have been taken.
        let late = machine.keep(1, of: encoded, isNextUnsendable: true)
        #expect(late.unsendable.isEmpty && late.returned.isEmpty)
        _ = machine.taken(below: 3, [], of: session)
        let next = batch(&machine)
        #expect(next?.first == 3 && next?.parcels.map(\.action) == Array(2 + left...5))
        #expect(next?.parcels.compactMap { $0[textIn: session] } == (2 + left..<4).map { "\($0)" })
        #expect(next?.parcels.allSatisfy { $0[textIn: other] == nil } == true)
    }

    @Test(
        "an action that is given up is left out if the host has not taken it, and only then", arguments: [true, false])
    func givesUp(isTaken: Bool) {
        var machine = Machine(capacity: 100)
        let events = prepare(&machine, with: 0..<3)
        let session = SessionID(number: 1)
        _ = batch(&machine)
        machine.sent(session)
        machine.giveUp(session)
        guard case .opens(let generation, _) = machine.connect()
        else { return #expect(Bool(false), "a session is to be opened") }
        let previous = OpenReply.Previous(next: isTaken ? 2 : 1, exceptions: [])
        let work = machine.opened(opening(2, previous: previous), generation: generation)
        #expect(work.unsendable.count == (isTaken ? 0 : 1))
        #expect(work.decisions.count == (isTaken ? 1 : 0))
        #expect((work.unsendable.first ?? work.decisions.first?.0) === events[0])
        #expect(work.returned.count == 2)
        let next = batch(&machine)
        #expect(next?.parcels.map(\.action) == [1, 2])
    }

    @Test("a host that claims to have taken more than there is decides what there is")
    func clamps() {
        var machine = Machine(capacity: 100)
        _ = prepare(&machine, with: 0..<4)
        _ = batch(&machine, atMost: 2)
        var work = machine.taken(below: .max, [], of: SessionID(number: 1))
        #expect(work.decisions.count == 2)
        _ = batch(&machine)
        machine.isUnknown(SessionID(number: 1))
        _ = machine.connect()
        work = machine.opened(opening(2, previous: .init(next: .max, exceptions: [])), generation: 0)
        #expect(work.decisions.count == 2 && work.returned.isEmpty)
    }

    @Test("the session that the host may have is the open one, or the one before until another one is open")
    func sessionAtHost() {
        var machine = Machine(capacity: 1)
        var sessions = [machine.sessionAtHost]
        _ = prepare(&machine, with: 0..<0)
        sessions.append(machine.sessionAtHost)
        _ = machine.reconnect()
        sessions.append(machine.sessionAtHost)
        _ = machine.connect()
        sessions.append(machine.sessionAtHost)
        _ = machine.opened(opening(2), generation: 1)
        sessions.append(machine.sessionAtHost)
        _ = machine.lose(generation: nil)
        sessions.append(machine.sessionAtHost)
        _ = machine.end()
        sessions.append(machine.sessionAtHost)
        let (first, second) = (SessionID(number: 1), SessionID(number: 2))
        #expect(sessions == [nil, first, first, first, second, nil, nil])
    }

    @Test("the end takes back what waits; what is under way is unknown")
    func ends() {
        var machine = Machine(capacity: 100)
        _ = prepare(&machine, with: 0..<3)
        _ = batch(&machine, atMost: 1)
        let work = machine.end()
        #expect(work.unknown.count == 1)
        #expect(work.decisions.map(\.1) == [.cancelled, .cancelled])
        guard case .ended = machine.insert(.init(action: 9, event: RemoteEvent()))
        else { return #expect(Bool(false), "the session has ended") }
    }

    @Test(
        "actions that cannot be encoded are found by halving and left out; the others get the numbers, in their order")
    func halves() {
        let session = SessionID(number: 1)
        for bad in 0..<7 {
            var machine = Machine(capacity: 10)
            let events = prepare(&machine, with: 0..<7)
            var (taken, unsendable): ([Int], [Int]) = ([], [])
            while let present = batch(&machine, atMost: 7) {
                let actions = present.parcels.map(\.action)
                if actions.contains(bad) {
                    for event in machine.refused(session).unsendable {
                        unsendable += (0..<7).filter { events[$0] === event }
                    }
                } else {
                    #expect(present.first == UInt64(taken.count + 1))
                    taken += actions
                    _ = machine.taken(below: present.first + UInt64(actions.count), [], of: session)
                }
            }
            #expect(unsendable == [bad])
            #expect(taken == (0..<7).filter { $0 != bad })
        }
    }
}

extension Latch: Equatable {
    /// Whether both are the same object.
    static func == (left: Latch, right: Latch) -> Bool { left === right }
}
