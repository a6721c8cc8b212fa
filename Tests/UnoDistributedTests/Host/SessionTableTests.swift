import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The sessions of a host")
struct SessionTableTests {
    /// The sessions, written for clarity.
    private struct Model { var deadlines: [Int: Duration] = [:] }

    @Test("end in one order when the host does, and when their leases are over", arguments: [true, false])
    func order(isExpired: Bool) {
        var table = SessionTable<Int>(lease: .seconds(1), limit: 9, memory: 9)
        for number in 1...9 {
            _ = table.open(SessionID(number: UInt64(number)), number, for: OpenKey(number: UInt64(number)), at: .zero)
        }
        let ended = isExpired ? table.expire(at: .seconds(1)) : table.close()
        #expect(ended == Array(1...9))
    }

    @Test("live exactly as long as their leases, whatever happens")
    func matchesModel() {
        for seed in 0..<200 {
            var dice = SplitMix(seed: UInt64(seed))
            var table = SessionTable<Int>(lease: .seconds(3), limit: 4, memory: 2)
            var (model, now, count) = (Model(), Duration.zero, 0)
            func id(_ number: Int) -> SessionID { SessionID(number: UInt64(number)) }
            func key(_ number: Int) -> OpenKey { OpenKey(number: UInt64(number)) }
            for _ in 0..<120 {
                let any = Int.random(in: 1...max(1, count), using: &dice)
                switch Int.random(in: 0..<6, using: &dice) {
                case 0:
                    switch table.open(id(count + 1), count + 1, for: key(count + 1), at: now) {
                    case .opened:
                        count += 1
                        model.deadlines[count] = now + .seconds(3)
                        #expect(model.deadlines.count <= 4)
                    case .full: #expect(model.deadlines.count == 4)
                    case .known, .closed: #expect(Bool(false), "the table is open, and the key is new")
                    }
                case 1:
                    let isLive = model.deadlines[any].map { now < $0 } ?? false
                    let renewed = table.renew(id(any), at: now)
                    #expect((renewed != nil) == isLive)
                    if isLive { model.deadlines[any] = now + .seconds(3) }
                case 2:
                    let ended = table.end(id(any))
                    #expect((ended != nil) == (model.deadlines[any] != nil))
                    model.deadlines[any] = nil
                case 3 where model.deadlines[any].map { now < $0 } ?? false:
                    // Another attempt to open a live session.
                    guard case .known(let known) = table.open(id(count + 1), count + 1, for: key(any), at: now)
                    else { return #expect(Bool(false), "the session is live") }
                    #expect(known == any)
                    model.deadlines[any] = now + .seconds(3)
                case 4:
                    let due = model.deadlines.filter { $0.value <= now }.keys.sorted()
                    let expired = table.expire(at: now).sorted()
                    #expect(expired == due)
                    for number in due { model.deadlines[number] = nil }
                default: now += dice.milliseconds(0...1_500)
                }
                let (liveCount, keyCount, deadline) = (table.liveCount, table.keyCount, table.nextDeadline())
                #expect(liveCount == model.deadlines.count && keyCount == liveCount)
                #expect(deadline == model.deadlines.values.min())
            }
        }
    }

    @Test("an ended session is remembered until others have ended")
    func remembers() {
        var table = SessionTable<Int>(lease: .seconds(3), limit: 4, memory: 2)
        let ids = (1...3).map { SessionID(number: $0) }
        for (number, id) in ids.enumerated() { _ = table.open(id, number, for: OpenKey(), at: .zero) }
        for id in ids { _ = table.end(id) }
        let found = [table.find(ids[0]), table.find(ids[1]), table.find(ids[2])]
        #expect(found == [nil, 1, 2])
        let renewed = table.renew(ids[2], at: .zero)
        #expect(renewed == nil)
    }

    @Test("the key of a session that has ended opens another one", arguments: [true, false])
    func opensAgain(isExpired: Bool) {
        var table = SessionTable<Int>(lease: .seconds(3), limit: 1, memory: 2)
        let key = OpenKey(number: 1)
        _ = table.open(SessionID(number: 1), 1, for: key, at: .zero)
        if isExpired { _ = table.expire(at: .seconds(3)) } else { _ = table.end(SessionID(number: 1)) }
        guard case .opened = table.open(SessionID(number: 2), 2, for: key, at: .seconds(3)),
            case .known(2) = table.open(SessionID(number: 3), 3, for: key, at: .seconds(4))
        else { return #expect(Bool(false), "the first session has ended, the second one has not") }
        let count = table.liveCount
        #expect(count == 1)
        // A lease is over when its end has come.
        let (late, expired) = (table.renew(SessionID(number: 2), at: .seconds(7)), table.expire(at: .seconds(7)))
        #expect(late == nil && expired == [2])
    }

    @Test("that are forgotten are not waited for: nothing tells their clients what they had come to")
    func forgets() {
        var table = SessionTable<Int>(lease: .seconds(3), limit: 4, memory: 2)
        for number in 1...5 {
            let id = SessionID(number: UInt64(number))
            _ = table.open(id, number, for: OpenKey(number: UInt64(number)), at: .zero)
            _ = table.end(id)
        }
        let (untold, present) = (table.untoldCount, table.all)
        #expect(untold == 2 && present.sorted() == [4, 5])
        for _ in 1...2 { table.told(SessionID(number: 5)) }
        table.told(SessionID(number: 1))
        let left = table.untoldCount
        #expect(left == 1)
    }

    @Test("a closed table opens no session")
    func closes() {
        var table = SessionTable<Int>(lease: .seconds(3), limit: 4, memory: 2)
        _ = table.open(SessionID(number: 1), 1, for: OpenKey(), at: .zero)
        let closed = table.close()
        #expect(closed == [1])
        guard case .closed = table.open(SessionID(number: 2), 2, for: OpenKey(), at: .zero)
        else { return #expect(Bool(false), "the table is closed") }
    }
}
