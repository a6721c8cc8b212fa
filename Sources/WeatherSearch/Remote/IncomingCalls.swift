import Foundation
import SocketKit

/// The calls that come over one connection of a host.
///
/// *Limits*: the bytes of a frame, the bytes held by all connections (`ByteBudget`), and what is owed to this one
/// (`ReplyWindow`). At the last, no more is read; a client that then does not read either is closed by the time limits of its
/// connection.
final class IncomingCalls: Sendable {
    private struct State: Sendable {
        var window: ReplyWindow
        var isWithinFrame = false
        var failure: (any Error)?

        var phase: ConnectionServer.Table.Phase {
            if window.isWriting { return .writing }
            // While no more is read, the client cannot end its frame.
            if isWithinFrame, !window.isFull { return .begun }
            return window.isIdle ? .quiet : .busy
        }
    }

    private let connection: Connection
    private let frames: FrameConnection
    private let held: HeldBytes
    private let state: Guarded<State>
    /// An element when a reply was written; ends when no more can be.
    private let room = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(of connection: Connection, frameLimit: Int, window: ReplyWindow.Limits, budget: ByteBudget) {
        self.connection = connection
        frames = FrameConnection(connection.socket, limit: frameLimit)
        held = HeldBytes(of: budget)
        state = Guarded(State(window: ReplyWindow(limits: window)))
    }

    /// Executes each call in a task of its own, since a call may wait for a state that a later one leads to, and writes the
    /// replies. Returns when the connection has ended and all calls have. Throws what ended it, if the client did not.
    ///
    /// The calls are cancelled when the client closes, but not when the server stops: then their replies are still written.
    func run(_ execute: @escaping @Sendable (CallMessage) async -> ReplyMessage.Result) async throws {
        let writing = Task {
            await frames.write()
            room.continuation.finish()
        }
        var failure: (any Error)?
        await withDiscardingTaskGroup { calls in
            do {
                try await read { call, size in
                    calls.addTask { self.reply(await execute(call), to: call, size) }
                }
            } catch {
                failure = error
            }
            if connection.ending != .stopped { calls.cancelAll() }
        }
        frames.finish()
        await writing.value
        if let failure = failure ?? state.withLock({ $0.failure }) { throw failure }
    }

    private func read(_ receive: (CallMessage, _ size: Int) -> Void) async throws {
        var incoming = Frames(limit: frames.limit)
        var written = room.stream.makeAsyncIterator()
        while let bytes = await connection.read() {
            try held.add(bytes.count)
            for contents in try incoming.append(bytes) {
                while state.withLock({ $0.window.isFull }) {
                    guard await written.next() != nil else { return }
                }
                let call: CallMessage = try FrameConnection.decode(contents)
                note { $0.window.took() }
                receive(call, Frames.headerSize + contents.count)
            }
            note { [isWithinFrame = incoming.isWithinFrame] in $0.isWithinFrame = isWithinFrame }
        }
        if connection.socket.hasEnded { try incoming.finish() }
    }

    private func reply(_ result: ReplyMessage.Result, to call: CallMessage, _ size: Int) {
        do {
            do {
                try send(ReplyMessage(number: call.number, result: result), size)
            } catch let error as FrameError where error.isTooLong {
                try send(ReplyMessage(number: call.number, result: .failure("the reply is too long: \(error)")), size)
            }
        } catch {
            // A client whose reply is lost must not wait for it: the connection ends.
            state.withLock { $0.failure = error }
            connection.socket.abort()
        }
    }

    private func send(_ message: ReplyMessage, _ size: Int) throws {
        try frames.send(message) { count in
            try held.add(count)
            note { $0.window.replied(count) }
        } written: { [weak self] count in
            // Not `self`: replies that are never written would keep it, and what it holds.
            guard let self else { return }
            held.remove(size + count)
            note(isProgress: true) { $0.window.wrote(count) }
            room.continuation.yield()
        }
    }

    /// Changes the state, and tells the server what the connection waits for: under the lock, so that what is told last is
    /// what is true last.
    ///
    /// - Parameter isProgress: whether the time of what it waits for begins anew.
    private func note(isProgress: Bool = false, _ change: @Sendable (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            if isProgress { connection.note(.busy) }
            connection.note(state.phase)
        }
    }
}
