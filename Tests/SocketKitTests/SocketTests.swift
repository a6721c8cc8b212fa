import Foundation
import TestSupport
import Testing
import UnoTesting

@testable import SocketKit

@Suite("A socket", .timeLimit(.hang))
struct SocketTests {
    private let large = [UInt8](repeating: 7, count: 4 << 20)

    /// A connection of a server, and the phases that it notes.
    private func connection(_ socket: Socket) -> (Connection, Record<ConnectionServer.Table.Phase>) {
        let phases = Record<ConnectionServer.Table.Phase>()
        return (Connection(socket, number: 1, isGuest: false) { phases.append($0) }, phases)
    }

    @Test func `tells the end of the input from a stop`() async throws {
        let (socket, other) = try Socket.pair()
        #expect(try other.writeNow("a"))
        socket.stopReading()
        // What has arrived is read all the same.
        #expect(await socket.read() == [UInt8(ascii: "a")])
        #expect(await socket.read() == nil)
        #expect(!socket.hasEnded)
        other.close()
        #expect(await socket.read() == nil)
        #expect(socket.hasEnded)
    }

    @Test("goes on writing when its task is cancelled, so that the other side gets no half, until it is aborted")
    func writing() async throws {
        let (socket, other) = try Socket.pair()
        #expect(try !socket.writeNow(large))
        let writing = Task { try await socket.write() }
        writing.cancel()
        var count = 0
        while count < large.count, let bytes = await other.read() { count += bytes.count }
        try await writing.value
        #expect(count == large.count)
    }

    @Test func `ends a read that waits when its task is cancelled`() async throws {
        let (socket, other) = try Socket.pair()
        let (executor, ends) = (ControlledExecutor(), Record<[UInt8]?>())
        let reading = executor.task { ends.append(await socket.read()) }
        // Now it waits.
        executor.runUntilIdle()
        #expect(ends.elements.isEmpty)
        reading.cancel()
        executor.runFreely()
        await ends.waitFor(1)
        #expect(ends.elements == [nil] && !socket.hasEnded)
        withExtendedLifetime(other) {}
    }

    @Test func `notes each part that the other side has taken, with which the time for the next begins`() async throws {
        let (socket, other) = try Socket.pair()
        let (connection, phases) = connection(socket)
        let writing = Task { [large] in try await connection.write(large) }
        await phases.waitFor(1)
        var count = 0
        while count < large.count, let bytes = await other.read() { count += bytes.count }
        try await writing.value
        let noted = phases.elements
        #expect(noted.first == .writing && noted.last == .busy)
        #expect(zip(noted, noted.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `ends its waits when it is aborted, also those that begin later`() async throws {
        let (socket, other) = try Socket.pair()
        let (connection, phases) = connection(socket)
        let writing = Task { try await connection.write(String(decoding: large, as: UTF8.self)) }
        await phases.waitFor(1)
        socket.abort()
        await #expect(throws: Socket.Failure.self) { try await writing.value }
        #expect(phases.elements == [.writing, .busy])
        await #expect(throws: Socket.Failure.self) { try await socket.write() }
        #expect(await socket.read() == nil)
        await socket.leave(discardingAtMost: 1 << 20)
        _ = other
    }

    @Test func `that leaves lets the other side read the last words, and drops what it still sends`() async throws {
        let (socket, other) = try Socket.pair()
        let (connection, phases) = connection(socket)
        #expect(try other.writeNow("late"))
        connection.end(.slow(.silent))
        try await connection.write("bye")
        let closing = Task { await connection.close() }
        await phases.waitFor(1)
        #expect(phases.elements == [.leaving])
        #expect(try other.writeNow("later"))
        #expect(await other.read() == Array("bye".utf8))
        #expect(await other.read() == nil)
        other.close()
        await closing.value
    }

    @Test("that leaves waits for nothing once the server stops, whichever comes first", arguments: [false, true])
    func leavingAServerThatStops(isLeaving: Bool) async throws {
        let (socket, other) = try Socket.pair()
        let (connection, phases) = connection(socket)
        connection.end(.slow(.silent))
        if !isLeaving { connection.end(.stopped) }
        let closing = Task { await connection.close() }
        await phases.waitFor(1)
        connection.end(.stopped)
        await closing.value
        #expect(await other.read() == nil)
        other.close()
    }

    @Test func `drops no more than its limit, from a client that goes on sending`() async throws {
        let (socket, other) = try Socket.pair()
        #expect(try !other.writeNow(large))
        let flood = Task { try await other.write() }
        await socket.leave(discardingAtMost: 1 << 20)
        socket.close()
        await #expect(throws: Socket.Failure.self) { try await flood.value }
    }

    @Test func `drops as much as its limit, and then waits for no more`() async throws {
        let (socket, other) = try Socket.pair()
        #expect(try other.writeNow("a"))
        await socket.leave(discardingAtMost: 1)
        socket.stopReading()
        #expect(await socket.read() == nil)
        withExtendedLifetime(other) {}
    }

    @Test(
        "closes without waiting for the other side when room is needed, or the server stops", arguments: [true, false])
    func closing(isDisplaced: Bool) async throws {
        let (socket, other) = try Socket.pair()
        let (connection, phases) = connection(socket)
        connection.end(isDisplaced ? .displaced : .stopped)
        connection.end(.slow(.quiet))
        #expect(connection.ending == (isDisplaced ? .displaced : .stopped))
        await connection.close()
        #expect(phases.elements == [])
        #expect(await other.read() == nil)
    }
}
