import Distributed
import Foundation
import SocketKit

/// A distributed actor system of two processes over a socket: what such a system has to do at least, and no engine.
///
/// The one process has actors, numbered from 1 in the order in which they were made, and accepts connections; the other one
/// calls them. There is no discovery, and no time-out of a call. Whoever connects can name any type of the process, but not
/// occupy it: see `Limits`. A message that cannot be decoded is reported, and ends its connection; a call that cannot is
/// reported, and fails.
final class SocketSystem: DistributedActorSystem, Sendable {
    typealias ActorID = Int
    typealias InvocationEncoder = SocketCallEncoder
    typealias InvocationDecoder = SocketCallDecoder
    typealias ResultHandler = SocketResultHandler
    typealias SerializationRequirement = any Codable

    struct Limits: Sendable {
        /// The most bytes of a frame, on both sides.
        var frame = FrameConnection.limit
        /// For each connection; further calls wait.
        var window = ReplyWindow.Limits()
        /// For all connections together: the bytes that each may hold, and those of all beyond that.
        var (allowance, pool) = (64 << 10, 32 << 20)
        /// A connection beyond the limit is closed.
        var connections = ConnectionServer.Table.Limits(connections: 64, guests: 8)
    }

    private struct Actors: Sendable {
        var count = 0
        var table: [Int: any DistributedActor] = [:]
    }

    private let actors = Guarded(Actors())
    /// To the process whose actors are called; nil if they are here.
    private let calls: OutgoingCalls?
    private let limits: Limits
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - socket: a connection to the process whose actors are called; nil if they are here.
    ///   - report: is told what could not be decoded, and which connections the limits have ended.
    init(calling socket: Socket? = nil, limits: Limits = Limits(), report: @escaping @Sendable (String) -> Void) {
        calls = socket.map { OutgoingCalls(FrameConnection($0, limit: limits.frame)) }
        self.limits = limits
        self.report = report
    }

    // MARK: Actors

    func resolve<Act>(id: Int, as type: Act.Type) throws -> Act? where Act: DistributedActor {
        guard calls == nil else { return nil }
        guard let actor = actors.withLock({ $0.table[id] }) as? Act else {
            throw CallFailure(description: "actor \(id) is no \(type)")
        }
        return actor
    }

    func assignID<Act>(_ type: Act.Type) -> Int where Act: DistributedActor {
        actors.withLock { actors in
            actors.count += 1
            return actors.count
        }
    }

    func actorReady<Act>(_ actor: Act) where Act: DistributedActor, Act.ID == Int {
        actors.withLock { $0.table[actor.id] = actor }
    }

    func resignID(_ id: Int) { _ = actors.withLock { $0.table.removeValue(forKey: id) } }

    /// Releases the actors.
    func end() {
        let released = actors.withLock { actors in
            defer { actors.table = [:] }
            return actors.table
        }
        // Not under the lock: the end of an actor calls `resignID`.
        withExtendedLifetime(released) {}
    }

    // MARK: Calling

    func makeInvocationEncoder() -> SocketCallEncoder { SocketCallEncoder() }

    func remoteCall<Act, Err, Res>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout SocketCallEncoder,
        throwing: Err.Type,
        returning: Res.Type
    ) async throws -> Res where Act: DistributedActor, Act.ID == Int, Err: Error, Res: Codable {
        let data = try await call(invocation, target, on: actor.id)
        do {
            return try JSONDecoder().decode(Res.self, from: data)
        } catch {
            let failure = CallFailure(description: "the reply is not a \(Res.self): \(error)")
            report("\(failure)")
            throw failure
        }
    }

    func remoteCallVoid<Act, Err>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout SocketCallEncoder,
        throwing: Err.Type
    ) async throws where Act: DistributedActor, Act.ID == Int, Err: Error {
        _ = try await call(invocation, target, on: actor.id)
    }

    private func call(_ call: SocketCallEncoder, _ target: RemoteCallTarget, on id: Int) async throws -> Data {
        guard let calls else { throw CallFailure(description: "actor \(id) is of this process") }
        let (target, generics, arguments) = (target.identifier, call.generics, call.arguments)
        return try await calls.call { number in
            CallMessage(number: number, actor: id, target: target, generics: generics, arguments: arguments)
        }
    }

    /// Takes the replies, until the connection ends or the task is cancelled.
    func receiveReplies() async {
        do {
            try await calls?.run()
        } catch {
            report("\(error)")
        }
    }

    // MARK: Being called

    /// Executes the calls of every connection that `listener` accepts until `stop` returns; then no other call is taken, and
    /// those that are under way have the time of `limit` to end.
    func acceptCalls(
        from listener: Listener,
        clock: any Clock<Duration> = ContinuousClock(),
        endingWithin limit: Duration = .seconds(4),
        until stop: @escaping @Sendable () async -> Void
    ) async throws {
        let server = ConnectionServer(limits: limits.connections, clock: clock, report: report)
        let budget = ByteBudget(allowance: limits.allowance, pool: limits.pool)
        try await server.run(on: listener, endingWithin: limit, until: stop) { connection in
            await self.serve(connection, budget)
        }
    }

    private func serve(_ connection: Connection, _ budget: ByteBudget) async {
        if connection.isGuest {
            report("a connection was refused: there are \(limits.connections.connections)")
        } else {
            let calls = IncomingCalls(of: connection, frameLimit: limits.frame, window: limits.window, budget: budget)
            do {
                try await calls.run(result)
            } catch {
                report(Self.reason(error))
            }
            if case .slow = connection.ending { report("a connection was closed: it was silent for too long") }
        }
        await connection.close()
    }

    @Sendable
    private func result(of call: CallMessage) async -> ReplyMessage.Result {
        do {
            guard let actor = actors.withLock({ $0.table[call.actor] }) else {
                throw CallFailure(description: "there is no actor \(call.actor)")
            }
            let handler = SocketResultHandler()
            var decoder = SocketCallDecoder(call)
            try await executeDistributedTarget(
                on: actor,
                target: RemoteCallTarget(call.target),
                invocationDecoder: &decoder,
                handler: handler
            )
            switch handler.result {
            case .value: return handler.result
            case .failure(let reason): return .failure(Self.reason(reason))
            case .notDecoded(let reason):
                report(Self.reason(reason))
                return .notDecoded(Self.reason(reason))
            }
        } catch {
            report(Self.reason(error))
            return .failure(Self.reason(error))
        }
    }

    /// The beginning of a description: whoever connects may have chosen the rest.
    private static func reason(_ error: Any) -> String {
        let text = "\(error)"
        return text.prefix(500) + (text.dropFirst(500).isEmpty ? "" : "…")
    }
}
