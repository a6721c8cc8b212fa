import Testing

@testable import WeatherSearch

@Suite("What a host holds for its connections")
struct HostLimitTests {
    @Test("A connection has an allowance; what it holds beyond comes out of one pool")
    func budget() throws {
        let budget = ByteBudget(allowance: 10, pool: 100)
        let (one, other) = (HeldBytes(of: budget), HeldBytes(of: budget))
        try one.add(110)
        #expect(budget.drawnCount == 100)
        #expect(throws: FrameError.tooMuch(held: 111)) { try one.add(1) }
        // The other one is served, as long as it holds little.
        try other.add(10)
        #expect(throws: FrameError.tooMuch(held: 11)) { try other.add(1) }
        one.remove(5)
        try other.add(5)
        #expect(throws: FrameError.tooMuch(held: 16)) { try other.add(1) }
        one.remove(105)
        #expect(budget.drawnCount == 5)
        try other.add(95)
    }

    @Test("What a connection holds is given back with it")
    func released() throws {
        let budget = ByteBudget(allowance: 10, pool: 100)
        for _ in 1...3 {
            let held = HeldBytes(of: budget)
            try held.add(100)
            withExtendedLifetime(held) { #expect(budget.drawnCount == 90) }
        }
        #expect(budget.drawnCount == 0)
    }

    @Test("A connection is owed a number of replies, and of bytes")
    func window() {
        var window = ReplyWindow(limits: .init(calls: 2, bytes: 10))
        #expect(window.isIdle && !window.isFull)
        window.took()
        #expect(!window.isIdle && !window.isFull)
        window.replied(10)
        #expect(window.isFull && window.isWriting)
        window.wrote(10)
        #expect(window.isIdle && !window.isFull && !window.isWriting)
        window.took()
        window.took()
        #expect(window.isFull && !window.isWriting)
    }
}
