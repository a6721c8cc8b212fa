import Foundation
import SocketKit
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("What a host holds for its connections", .timeLimit(.hang))
struct HostLimitTests {
    @Test func `A connection has an allowance; what it holds beyond comes out of one pool`() throws {
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

    @Test func `What a connection holds is given back with it`() throws {
        let budget = ByteBudget(allowance: 10, pool: 100)
        for _ in 1...3 {
            let held = HeldBytes(of: budget)
            try held.add(100)
            withExtendedLifetime(held) { #expect(budget.drawnCount == 90) }
        }
        #expect(budget.drawnCount == 0)
    }

    @Test func `A connection is owed a number of replies, and of bytes`() {
        var window = ReplyWindow(limits: .init(calls: 2, bytes: 10))
        #expect(window.isIdle && !window.isFull)
        window.took()
        #expect(!window.isIdle && !window.isFull)
        window.replied(1)
        #expect(!window.isFull && window.isWriting)
        window.replied(9)
        #expect(window.isFull && window.isWriting)
        window.wrote(10)
        #expect(window.isIdle && !window.isFull && !window.isWriting)
        window.took()
        window.took()
        #expect(window.isFull && !window.isWriting)
    }

    @Test("A connection may be silent for as long as others, and for two times of its lease", arguments: [30, 31, 600])
    func silence(lease: Int) {
        #expect(Program.systemLimits(lease: .seconds(lease)).connections.idleTime == .seconds(max(60, 2 * lease)))
    }

    /// A client that makes three calls, does not read the replies, and is let go. Returns how many calls were executed.
    private func leaveRepliesUnread(_ budget: ByteBudget, calls limit: Int) async throws -> Int {
        let (socket, other) = try Socket.pair()
        let (phases, executions) = (Record<ConnectionServer.Table.Phase>(), Record<Void>())
        let connection = Connection(socket, number: 1, isGuest: false) { phases.append($0) }
        let window = ReplyWindow.Limits(calls: limit, bytes: .max)
        let calls = IncomingCalls(of: connection, frameLimit: 4 << 20, window: window, budget: budget)
        let running = Task {
            try await calls.run { _ in
                executions.append()
                return .value(Data(repeating: 1, count: 1 << 20))
            }
        }
        let call = try JSONEncoder().encode(CallMessage(number: 1, actor: 1, target: "", generics: [], arguments: []))
        let frame = try Frames.frame(call, limit: 1 << 20)
        #expect(try other.writeNow(frame + frame + frame))
        // The calls that were taken, the end of the bytes if there is room for all, and the replies, none of which can be
        // written as a whole.
        await phases.waitFor(limit < 3 ? 2 * limit : 7)
        #expect(phases.elements.last == .writing)
        #expect(budget.drawnCount > limit << 20)
        socket.abort()
        try await running.value
        _ = other
        return executions.count
    }

    @Test("What a connection holds is given back although its replies were never read", arguments: 1...3)
    func unreadReplies(calls: Int) async throws {
        let budget = ByteBudget(allowance: 0)
        // No more calls are taken than replies may be owed.
        #expect(try await leaveRepliesUnread(budget, calls: calls) == calls)
        #expect(budget.drawnCount == 0)
    }
}
