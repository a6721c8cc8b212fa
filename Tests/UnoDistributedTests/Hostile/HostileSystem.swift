import Distributed
import Foundation
import Synchronization

/// The id of an actor on a node of a ``HostileNetwork``.
struct HostileID: Hashable, Sendable, Codable {
    let node: Int
    let number: Int
}

struct HostileError: Error, CustomStringConvertible {
    let description: String
}

/// An actor system with real encoding, look-up of types by their names, and a network that must not be trusted.
final class HostileSystem: DistributedActorSystem, Sendable {
    typealias ActorID = HostileID
    typealias InvocationEncoder = HostileEncoder
    typealias InvocationDecoder = HostileDecoder
    typealias ResultHandler = HostileHandler
    typealias SerializationRequirement = any Codable

    private struct Actors: Sendable {
        var count = 0
        var table: [HostileID: any DistributedActor] = [:]
    }

    let node: Int
    private let network: HostileNetwork
    private let actors = Mutex(Actors())

    init(_ node: Int, _ network: HostileNetwork) {
        self.node = node
        self.network = network
    }

    func resolve<Act>(id: HostileID, as type: Act.Type) throws -> Act? where Act: DistributedActor {
        guard id.node == node else { return nil }
        guard let actor = actors.withLock({ $0.table[id] }) as? Act else {
            throw HostileError(description: "\(id) is no \(type)")
        }
        return actor
    }

    func assignID<Act>(_ type: Act.Type) -> HostileID where Act: DistributedActor {
        actors.withLock { actors in
            actors.count += 1
            return HostileID(node: node, number: actors.count)
        }
    }

    func actorReady<Act>(_ actor: Act) where Act: DistributedActor, Act.ID == HostileID {
        actors.withLock { $0.table[actor.id] = actor }
    }

    func resignID(_ id: HostileID) { _ = actors.withLock { $0.table.removeValue(forKey: id) } }

    /// Releases the node's actors.
    func end() {
        // An actor that is released resigns its id, and so must not be released under the lock.
        let gone = actors.withLock { actors in
            defer { actors.table = [:] }
            return actors.table
        }
        withExtendedLifetime(gone) {}
    }

    func makeInvocationEncoder() -> HostileEncoder { HostileEncoder() }

    func remoteCall<Act, Err, Res>(
        on actor: Act, target: RemoteCallTarget, invocation: inout HostileEncoder, throwing: Err.Type,
        returning: Res.Type
    ) async throws -> Res where Act: DistributedActor, Act.ID == HostileID, Err: Error, Res: Codable {
        switch try await network.carry(invocation.envelope(actor.id, target), from: node, to: actor.id.node) {
        case .value(let data): return try JSONDecoder().decode(Res.self, from: data)
        case .failure(let text): throw HostileError(description: text)
        }
    }

    func remoteCallVoid<Act, Err>(
        on actor: Act, target: RemoteCallTarget, invocation: inout HostileEncoder, throwing: Err.Type
    ) async throws where Act: DistributedActor, Act.ID == HostileID, Err: Error {
        if case .failure(let text) = try await network.carry(
            invocation.envelope(actor.id, target), from: node, to: actor.id.node)
        {
            throw HostileError(description: text)
        }
    }

    /// Executes a call that has arrived.
    func handle(_ envelope: Envelope) async throws -> Reply {
        guard let actor = actors.withLock({ $0.table[envelope.actor] }) else { return .failure("dead letter") }
        let handler = HostileHandler()
        var decoder = HostileDecoder(envelope)
        try await executeDistributedTarget(
            on: actor, target: RemoteCallTarget(envelope.target), invocationDecoder: &decoder, handler: handler)
        return handler.reply
    }
}

struct HostileEncoder: DistributedTargetInvocationEncoder {
    typealias SerializationRequirement = any Codable

    private var generics: [String] = []
    private var arguments: [Data] = []

    mutating func recordGenericSubstitution<T>(_ type: T.Type) throws {
        guard let name = _mangledTypeName(type) else { throw HostileError(description: "\(type) has no name") }
        generics.append(name)
    }

    mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws {
        arguments.append(try JSONEncoder().encode(argument.value))
    }

    mutating func recordErrorType<E: Error>(_ type: E.Type) throws {}
    mutating func recordReturnType<R: Codable>(_ type: R.Type) throws {}
    mutating func doneRecording() throws {}

    func envelope(_ actor: HostileID, _ target: RemoteCallTarget) -> Envelope {
        Envelope(actor: actor, target: target.identifier, generics: generics, arguments: arguments)
    }
}

struct HostileDecoder: DistributedTargetInvocationDecoder {
    typealias SerializationRequirement = any Codable

    private let envelope: Envelope
    private var next = 0

    init(_ envelope: Envelope) { self.envelope = envelope }

    mutating func decodeGenericSubstitutions() throws -> [any Any.Type] {
        try envelope.generics.map { name in
            guard let type = _typeByName(name) else { throw HostileError(description: "no type is named \(name)") }
            return type
        }
    }

    mutating func decodeNextArgument<Argument: Codable>() throws -> Argument {
        defer { next += 1 }
        guard envelope.arguments.indices.contains(next) else { throw HostileError(description: "no argument \(next)") }
        return try JSONDecoder().decode(Argument.self, from: envelope.arguments[next])
    }

    mutating func decodeErrorType() throws -> (any Any.Type)? { nil }
    mutating func decodeReturnType() throws -> (any Any.Type)? { nil }
}

final class HostileHandler: DistributedTargetInvocationResultHandler {
    typealias SerializationRequirement = any Codable

    private let result = Mutex(Reply.value(Data()))

    var reply: Reply { result.withLock { $0 } }

    func onReturn<Success: Codable>(value: Success) async throws {
        let data = try JSONEncoder().encode(value)
        result.withLock { $0 = .value(data) }
    }

    func onReturnVoid() async throws {}

    func onThrow<Err: Error>(error: Err) async throws { result.withLock { $0 = .failure("\(error)") } }
}
