import Foundation
import SocketKit

/// Messages over a socket, each as the JSON of a frame.
final class FrameConnection: Sendable {
    /// The most bytes of a frame that is written or read, unless stated otherwise.
    static let limit = 4 << 20

    private struct Outgoing: Sendable {
        let frame: [UInt8]
        let written: @Sendable (Int) -> Void
    }

    private let socket: Socket
    let limit: Int
    private let unsent: AsyncStream<Outgoing>
    /// Unbounded itself: a host has as many replies as its `ReplyWindow` allows, a client as many calls as its sessions make.
    private let sending: AsyncStream<Outgoing>.Continuation

    init(_ socket: Socket, limit: Int = limit) {
        self.socket = socket
        self.limit = limit
        (unsent, sending) = AsyncStream.makeStream(of: Outgoing.self)
    }

    /// Lets `message` be written; after the end of the connection it is dropped.
    ///
    /// - Parameters:
    ///   - queueing: is told the bytes of the frame before it waits to be written; what it throws keeps the frame back.
    ///   - written: is told them when the frame was written.
    func send(
        _ message: some Encodable,
        queueing: (Int) throws -> Void = { _ in },
        written: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        let frame = try Frames.frame(JSONEncoder().encode(message), limit: limit)
        try queueing(frame.count)
        sending.yield(Outgoing(frame: frame, written: written))
    }

    /// Writes what is sent, until `finish()` or until the other side has gone; then nothing more is read, either. To be
    /// called once.
    func write() async {
        for await outgoing in unsent {
            do {
                if try !socket.writeNow(outgoing.frame) { try await socket.write() }
            } catch {
                break
            }
            outgoing.written(outgoing.frame.count)
        }
        sending.finish()
        socket.stopReading()
    }

    /// Lets `write()` end when everything that was sent has been written.
    func finish() { sending.finish() }

    /// Writes what is sent and passes on the messages that come, until the other side closes, the task is cancelled, or
    /// something comes that is not a message, which is thrown. To be called once.
    func run<Message: Decodable>(_ receive: (Message) throws -> Void) async throws {
        Task { await write() }
        defer {
            sending.finish()
            // Ends a write that the other side keeps waiting.
            socket.abort()
        }
        var frames = Frames(limit: limit)
        while let bytes = await socket.read() {
            for contents in try frames.append(bytes) { try receive(Self.decode(contents)) }
        }
        if !Task.isCancelled { try frames.finish() }
    }

    static func decode<Message: Decodable>(_ contents: [UInt8]) throws(FrameError) -> Message {
        do {
            return try JSONDecoder().decode(Message.self, from: Data(contents))
        } catch {
            throw .notAMessage("\(error)")
        }
    }
}
