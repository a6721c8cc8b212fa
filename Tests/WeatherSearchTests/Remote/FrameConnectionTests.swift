import Foundation
import SocketKit
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("Messages over a socket", .timeLimit(.hang))
struct FrameConnectionTests {
    private final class Mark: Sendable {}

    @Test func `are neither written nor kept, and none is read, once the other side takes no more`() async throws {
        let (socket, other) = try Socket.pair()
        let (connection, written) = (FrameConnection(socket), Record<Int>())
        shutdown(other.descriptor, Int32(SHUT_RD))
        try connection.send("a", written: { written.append($0) })
        await connection.write()
        #expect(written.elements.isEmpty)
        #expect(await socket.read() == nil)
        weak var kept: Mark?
        do {
            let mark = Mark()
            kept = mark
            try connection.send("b", written: { _ in withExtendedLifetime(mark) {} })
        }
        #expect(kept == nil)
        withExtendedLifetime(other) {}
    }

    @Test func `end with their task, also one that the other side does not read`() async throws {
        let (socket, other) = try Socket.pair()
        let connection = FrameConnection(socket)
        let watch: Canary.Watch
        do {
            let canary = Canary()
            watch = canary.watch
            try connection.send(String(repeating: "x", count: 1 << 20), written: { _ in canary.sing() })
        }
        let running = Task { try await connection.run { (_: String) in } }
        running.cancel()
        try await running.value
        await watch.freed()
        withExtendedLifetime(other) {}
    }

    @Test func `are not kept when they are sent after the end`() async throws {
        let (socket, other) = try Socket.pair()
        let connection = FrameConnection(socket)
        other.close()
        try await connection.run { (_: String) in }
        weak var kept: Mark?
        do {
            let mark = Mark()
            kept = mark
            try connection.send("b", written: { _ in withExtendedLifetime(mark) {} })
        }
        #expect(kept == nil)
    }

    @Test func `that end within a frame are told from a regular end`() async throws {
        let (socket, other) = try Socket.pair()
        #expect(try other.writeNow([0, 0]))
        other.close()
        await #expect(throws: FrameError.cutShort(received: 2)) {
            try await FrameConnection(socket).run { (_: String) in }
        }
    }
}
