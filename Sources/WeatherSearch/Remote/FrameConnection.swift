import Foundation

/// Messages over a socket, each as the JSON of a frame.
final class FrameConnection: Sendable {
    private let socket: Socket
    private let unsent: AsyncStream<[UInt8]>
    /// Unbounded: what may be under way at a time is bounded by the sessions, each of which makes a few calls.
    private let sending: AsyncStream<[UInt8]>.Continuation

    init(_ socket: Socket) {
        self.socket = socket
        (unsent, sending) = AsyncStream.makeStream(of: [UInt8].self)
    }

    /// Lets `message` be written by `run`; after the end of the connection it is dropped.
    func send(_ message: some Encodable) throws {
        sending.yield(try Frames.frame(JSONEncoder().encode(message)))
    }

    /// Passes on the messages that come and writes those that are sent, until the other side closes, the task is cancelled,
    /// or something comes that is not a message, which is thrown. To be called once.
    func run<Message: Decodable>(_ receive: (Message) throws -> Void) async throws {
        let writing = Task { [socket, unsent] in
            // A reader of a connection that cannot be written has nothing to wait for.
            defer { socket.stopReading() }
            for await frame in unsent {
                if try !socket.writeNow(frame) { try await socket.write() }
            }
        }
        defer {
            sending.finish()
            writing.cancel()
        }
        var frames = Frames()
        while let bytes = await socket.read() {
            for contents in try frames.append(bytes) { try receive(Self.decode(contents)) }
        }
        if !Task.isCancelled { try frames.finish() }
    }

    private static func decode<Message: Decodable>(_ contents: [UInt8]) throws(FrameError) -> Message {
        do {
            return try JSONDecoder().decode(Message.self, from: Data(contents))
        } catch {
            throw .notAMessage("\(error)")
        }
    }
}
