import Distributed
import Foundation
import SocketKit
import TestSupport
import Testing
import UnoTesting

@testable import WeatherSearch

distributed actor Echo {
    typealias ActorSystem = SocketSystem

    distributed func echo(_ text: String) -> String { text }
    distributed func fail() throws { throw CallFailure(description: "no such luck") }
}

/// The actors of one system and a connection to it from another one.
private final class TwoSystems: Sendable {
    let reports = Record<String>()
    let listener: Listener
    let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
    let clock = TestClock()
    let stop = HeldWork()
    private let limits: SocketSystem.Limits

    init(_ limits: SocketSystem.Limits = .init()) throws {
        self.limits = limits
        listener = try address.listen()
    }

    func report(_ text: String) { reports.append(text) }

    /// Passes a connected system to `body`; returns when both systems have ended.
    func run(_ body: (SocketSystem) async throws -> Void) async throws {
        let host = SocketSystem(limits: limits, report: report)
        _ = Echo(actorSystem: host)
        let accepting = Task { try await host.acceptCalls(from: listener, clock: clock) { await self.stop.run() } }
        let client = SocketSystem(calling: try address.connect(), limits: limits, report: report)
        let receiving = Task { await client.receiveReplies() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(client)) } catch { result = .failure(error) }
        receiving.cancel()
        await receiving.value
        stop.release()
        try await accepting.value
        host.end()
        try result.get()
    }
}

@Suite("The actor system of two processes", .timeLimit(.hang))
struct SocketSystemTests {
    @Test func `carries calls of 16 MB and their replies`() async throws {
        var limits = SocketSystem.Limits()
        (limits.frame, limits.pool) = (64 << 20, 256 << 20)
        let systems = try TwoSystems(limits)
        try await systems.run { system in
            let echo = try Echo.resolve(id: 1, using: system)
            let text = String(repeating: "0123456789abcdef", count: 1 << 20)
            // Not `==` in the expectation, which would print both.
            let isSame = try await echo.echo(text) == text
            #expect(isSame)
            let short = try await echo.echo("short")
            #expect(short == "short")
        }
        #expect(systems.reports.elements == [])
    }

    @Test func `passes on what a method throws`() async throws {
        try await TwoSystems().run { system in
            let echo = try Echo.resolve(id: 1, using: system)
            let failure = await #expect(throws: CallFailure.self) { try await echo.fail() }
            #expect(failure?.description == "no such luck")
        }
    }

    @Test func `reports a call that cannot be decoded, and fails it`() async throws {
        let systems = try TwoSystems()
        try await systems.run { system in
            let unknown = try Echo.resolve(id: 2, using: system)
            let failure = await #expect(throws: CallFailure.self) { _ = try await unknown.echo("a") }
            #expect(failure?.description == "there is no actor 2")
        }
        #expect(systems.reports.elements == ["there is no actor 2"])
    }

    @Test(arguments: [
        ("\0\0\0\u{3}abc", "a frame is not a message"), ("\0\0\0\0", "a frame is empty"),
        ("GET / HTTP/1.1", "is longer than"),
    ])
    func `reports what is no message, and ends that connection`(bytes: String, reason: String) async throws {
        let systems = try TwoSystems()
        try await systems.run { system in
            let other = try systems.address.connect()
            #expect(try other.writeNow(bytes))
            #expect(await other.read() == nil)
            // The others go on.
            let reply = try await Echo.resolve(id: 1, using: system).echo("a")
            #expect(reply == "a")
        }
        let reports = systems.reports.elements
        #expect(reports.count == 1 && reports.allSatisfy { $0.contains(reason) })
    }

    /// A call of a method that the actor does not have.
    private func unknownCall(_ number: UInt64, target: String) throws -> [UInt8] {
        let call = CallMessage(number: number, actor: 1, target: target, generics: [], arguments: [])
        return try Frames.frame(JSONEncoder().encode(call), limit: FrameConnection.limit)
    }

    @Test func `repeats only the beginning of what a client has sent`() async throws {
        let systems = try TwoSystems()
        try await systems.run { _ in
            let other = try systems.address.connect()
            let call = try unknownCall(1, target: String(repeating: "x", count: 1 << 20))
            if try !other.writeNow(call) { try await other.write() }
            #expect(await other.read()?.count ?? 0 < 1_000)
        }
        let reports = systems.reports.elements
        #expect(reports.map(\.count) == [501])
    }

    @Test func `takes no more calls from a client that does not read its replies, and lets it go`() async throws {
        let systems = try TwoSystems()
        try await systems.run { _ in
            let other = try systems.address.connect()
            let calls = try (1...3_000).flatMap { try unknownCall($0, target: String(repeating: "x", count: 10_000)) }
            let sending = Task { if try !other.writeNow(calls) { try await other.write() } }
            await #expect(throws: Socket.Failure.self) { try await systems.clock.passing { try await sending.value } }
        }
    }

    @Test("refuses a connection beyond its limit, and one whose frames are too much with those of the others")
    func limits() async throws {
        var limits = SocketSystem.Limits()
        (limits.connections.connections, limits.allowance, limits.pool) = (3, 1_000, 100_000)
        let systems = try TwoSystems(limits)
        try await systems.run { system in
            let reply = try await Echo.resolve(id: 1, using: system).echo("a")
            #expect(reply == "a")
            let (one, other, third) = (
                try systems.address.connect(), try systems.address.connect(), try systems.address.connect()
            )
            // The header of a frame that is allowed, and a part of it.
            let part = [0, 3, 0, 0] + [UInt8](repeating: 7, count: 60_000)
            #expect(try one.writeNow(part))
            // It is told to go, and not reset although it has sent something.
            #expect(try third.writeNow("a"))
            #expect(await third.read() == nil)
            #expect(third.hasEnded)
            #expect(try other.writeNow(part))
            // Whichever comes second.
            let ends = await withTaskGroup { ends in
                for socket in [one, other] { ends.addTask { await socket.read() == nil } }
                defer { for socket in [one, other] { socket.stopReading() } }
                return await ends.next()
            }
            #expect(ends == true)
            // A call within the allowance is taken all the same.
            let again = try await Echo.resolve(id: 1, using: system).echo("b")
            #expect(again == "b")
        }
        let reports = systems.reports.elements
        #expect(reports.contains("a connection was refused: there are 3"))
        #expect(reports.contains { $0.contains("all connections hold too much") })
    }

    @Test func `reports a reply that cannot be decoded, and what is no reply`() async throws {
        let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
        let (listener, reports) = (try address.listen(), Record<String>())
        let client = SocketSystem(calling: try address.connect()) { reports.append($0) }
        let receiving = Task { await client.receiveReplies() }
        let echo = try Echo.resolve(id: 1, using: client)
        let call = Task { try await echo.echo("a") }
        let host = try #require(await listener.accept(on: ContinuousClock()) { _ in })
        _ = await host.read()
        let reply = try JSONEncoder().encode(ReplyMessage(number: 1, result: .value(Data("[]".utf8))))
        #expect(try host.writeNow(Frames.frame(reply, limit: FrameConnection.limit)))
        let failure = await #expect(throws: CallFailure.self) { try await call.value }
        #expect(failure?.description.hasPrefix("the reply is not a String: ") == true)
        #expect(try host.writeNow([0, 0, 0, 0]))
        await receiving.value
        #expect(reports.elements == [failure?.description ?? "none", "a frame is empty"])
    }

    @Test func `fails the calls under way when the connection ends`() async throws {
        let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
        let listener = try address.listen()
        let client = SocketSystem(calling: try address.connect()) { _ in }
        let receiving = Task { await client.receiveReplies() }
        let echo = try Echo.resolve(id: 1, using: client)
        let call = Task { try await echo.echo("a") }
        var host = try await listener.accept(on: ContinuousClock()) { _ in }
        _ = await host?.read()
        host = nil
        await #expect(throws: CallFailure.self) { try await call.value }
        await receiving.value
        await #expect(throws: CallFailure.self) { try await echo.echo("late") }
    }
}
