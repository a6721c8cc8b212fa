import Foundation
import SocketKit
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("The calls that come over a connection", .timeLimit(.hang))
struct IncomingCallsTests {
    private let phases = Record<ConnectionServer.Table.Phase>()

    /// The calls that come from `other`, which is connected, and take a reply of `size` bytes after some work.
    private func run(
        _ socket: Socket, window: Int = 16, limit: Int = 1 << 20, budget: ByteBudget = ByteBudget(),
        replying size: Int = 0, after work: HeldWork? = nil
    ) -> Task<Void, any Error> {
        let connection = Connection(socket, number: 1, isGuest: false) { [phases] in phases.append($0) }
        let window = ReplyWindow.Limits(calls: window, bytes: .max)
        let calls = IncomingCalls(of: connection, frameLimit: limit, window: window, budget: budget)
        return Task {
            try await calls.run { _ in
                await work?.run()
                return .value(Data(repeating: 1, count: size))
            }
        }
    }

    /// A call of about a hundred bytes.
    private func frame() throws -> [UInt8] {
        let call = CallMessage(number: 1, actor: 1, target: "", generics: [], arguments: [])
        return try Frames.frame(JSONEncoder().encode(call), limit: 1 << 20)
    }

    /// The next replies that come to the socket.
    private func replies(_ count: Int, to socket: Socket) async throws -> [ReplyMessage] {
        var (frames, replies) = (Frames(limit: 1 << 20), [ReplyMessage]())
        while replies.count < count, let bytes = await socket.read() {
            for contents in try frames.append(bytes) { replies.append(try FrameConnection.decode(contents)) }
        }
        return replies
    }

    @Test("A part of a call is not waited for while no further one is taken; the time for the rest begins after that")
    func part() async throws {
        let ((socket, other), work) = (try Socket.pair(), HeldWork())
        let budget = ByteBudget(allowance: 0)
        let running = run(socket, window: 1, budget: budget, after: work)
        let frame = try frame()
        #expect(try other.writeNow(frame + frame.prefix(10)))
        await phases.waitFor(2)
        #expect(phases.elements == [.busy, .busy])
        work.release()
        await phases.waitFor(5)
        #expect(phases.elements == [.busy, .busy, .writing, .busy, .begun])
        #expect(budget.drawnCount == 10, "the call and its reply are over")
        #expect(try await replies(1, to: other).count == 1)
        other.close()
        await #expect(throws: FrameError.cutShort(received: 10)) { try await running.value }
    }

    @Test func `A further one is taken as soon as a reply was written`() async throws {
        let (socket, other) = try Socket.pair()
        let running = run(socket, window: 1)
        let frame = try frame()
        #expect(try other.writeNow(frame + frame + frame))
        #expect(try await replies(3, to: other).count == 3)
        other.close()
        try await running.value
    }

    @Test func `A reply that is longer than a frame may be is replaced by the reason`() async throws {
        let (socket, other) = try Socket.pair()
        let running = run(socket, limit: 1_000, replying: 10_000)
        #expect(try other.writeNow(frame()))
        let reply = try #require(await replies(1, to: other).first)
        guard case .failure(let reason) = reply.result else { return #expect(Bool(false), "\(reply)") }
        #expect(reason.hasPrefix("the reply is too long: a frame of ") && reason.hasSuffix("is longer than 1000 bytes"))
        other.close()
        try await running.value
    }

    @Test func `A connection whose reply finds no room ends, so that the client does not wait for it`() async throws {
        let (socket, other) = try Socket.pair()
        let running = run(socket, budget: ByteBudget(allowance: 0, pool: 1_000), replying: 10_000)
        #expect(try other.writeNow(frame()))
        await #expect(throws: FrameError.self) { try await running.value }
        withExtendedLifetime(other) {}
    }

    @Test func `They are cancelled when the client closes`() async throws {
        let ((socket, other), work) = (try Socket.pair(), HeldWork())
        let running = run(socket, after: work)
        #expect(try other.writeNow(frame()))
        await work.starts.waitFor(1)
        other.close()
        try await running.value
        #expect(work.endings.elements == [.cancelled])
    }
}
