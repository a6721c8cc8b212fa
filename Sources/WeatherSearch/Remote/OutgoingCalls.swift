import Foundation
import SocketKit
import UnoDistributed

/// The calls that wait for their replies.
final class OutgoingCalls: Sendable {
    private struct State: Sendable {
        var count: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Data, any Error>] = [:]
        /// Final.
        var hasEnded = false
    }

    private static let connectionEnded = CallFailure(description: "the connection has ended")

    private let connection: FrameConnection
    private let state = Guarded(State())

    init(_ connection: FrameConnection) { self.connection = connection }

    /// Sends a message with a number of its own and returns the JSON of the reply.
    ///
    /// Throws what the other process says, or that the connection has ended. Cancelling the task ends the wait, and not the
    /// call.
    func call(_ message: (UInt64) -> CallMessage) async throws -> Data {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let sent = message(number)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.withLock { state in
                    guard !state.hasEnded else { return false }
                    state.waiting[number] = continuation
                    return true
                }
                guard isOpen else { return continuation.resume(throwing: Self.connectionEnded) }
                do {
                    try connection.send(sent)
                } catch {
                    end(number, .failure(error))
                }
                // The task may have been cancelled before there was something to end.
                if Task.isCancelled { end(number, .failure(CancellationError())) }
            }
        } onCancel: {
            end(number, .failure(CancellationError()))
        }
    }

    /// Takes the replies until the connection ends, and then ends every call.
    func run() async throws {
        defer {
            let waiting = state.withLock { state in
                state.hasEnded = true
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for continuation in waiting { continuation.resume(throwing: Self.connectionEnded) }
        }
        try await connection.run { (reply: ReplyMessage) in
            switch reply.result {
            case .value(let data): end(reply.number, .success(data))
            case .failure(let reason): end(reply.number, .failure(CallFailure(description: reason)))
            case .notDecoded(let reason): end(reply.number, .failure(UndecodableCall(reason)))
            }
        }
    }

    /// Without effect for a call that has ended, such as when the reply to one that was cancelled comes.
    private func end(_ number: UInt64, _ result: Result<Data, any Error>) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(with: result)
    }
}
