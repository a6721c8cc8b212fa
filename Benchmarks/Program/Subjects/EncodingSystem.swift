import Distributed
import Foundation
import Synchronization

/// An actor system of one process that encodes and decodes every call, as one between processes does, and counts the bytes.
final class EncodingSystem: DistributedActorSystem, Sendable {
    typealias ActorID = Int
    typealias InvocationEncoder = CallEncoder
    typealias InvocationDecoder = CallDecoder
    typealias ResultHandler = ReplyEncoder
    typealias SerializationRequirement = any Codable

    private struct Contents: Sendable {
        var actors: [Int: any DistributedActor] = [:]
        var count = 0
        var bytes = 0
    }

    private let contents = Mutex(Contents())
    /// The system of the actors that are called from here; nil if they are here.
    private let other: EncodingSystem?

    /// - Parameter other: the system of the actors that this one calls.
    init(calling other: EncodingSystem? = nil) { self.other = other }

    /// The bytes of all calls that have come.
    var bytes: Int { contents.withLock { $0.bytes } }

    /// Releases the actors.
    func end() {
        // An actor that is released calls the system, and so must not be released under the lock.
        let actors = contents.withLock { contents in
            defer { contents.actors = [:] }
            return contents.actors
        }
        withExtendedLifetime(actors) {}
    }

    func resolve<Act>(id: Int, as type: Act.Type) throws -> Act? where Act: DistributedActor {
        other == nil ? contents.withLock { $0.actors[id] } as? Act : nil
    }

    func assignID<Act>(_ type: Act.Type) -> Int where Act: DistributedActor {
        contents.withLock { contents in
            contents.count += 1
            return contents.count
        }
    }

    func actorReady<Act>(_ actor: Act) where Act: DistributedActor, Act.ID == Int {
        contents.withLock { $0.actors[actor.id] = actor }
    }

    func resignID(_ id: Int) { _ = contents.withLock { $0.actors.removeValue(forKey: id) } }

    func makeInvocationEncoder() -> CallEncoder { CallEncoder() }

    func remoteCall<Act, Err, Res>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout CallEncoder,
        throwing: Err.Type,
        returning: Res.Type
    ) async throws -> Res where Act: DistributedActor, Act.ID == Int, Err: Error, Res: Codable {
        try JSONDecoder().decode(Res.self, from: await call(invocation, target, on: actor.id))
    }

    func remoteCallVoid<Act, Err>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout CallEncoder,
        throwing: Err.Type
    ) async throws where Act: DistributedActor, Act.ID == Int, Err: Error {
        _ = try await call(invocation, target, on: actor.id)
    }

    /// Carries a call over, in a task of its own, as a system between processes does.
    private func call(_ call: CallEncoder, _ target: RemoteCallTarget, on id: Int) async throws -> Data {
        guard let other else { throw CocoaError(.featureUnsupported) }
        let size = call.size + target.identifier.utf8.count
        let (parts, name) = (call.parts, target.identifier)
        return try await Task { try await other.handle(parts, name, on: id, size) }.value
    }

    private func handle(_ parts: CallParts, _ target: String, on id: Int, _ size: Int) async throws -> Data {
        let actor = contents.withLock { contents in
            contents.bytes += size
            return contents.actors[id]
        }
        guard let actor else { throw CocoaError(.fileNoSuchFile) }
        let handler = ReplyEncoder()
        var decoder = CallDecoder(parts)
        try await executeDistributedTarget(
            on: actor,
            target: RemoteCallTarget(target),
            invocationDecoder: &decoder,
            handler: handler
        )
        return handler.reply
    }
}

/// What a call consists of, besides its target.
struct CallParts: Sendable {
    var generics: [String] = []
    var arguments: [Data] = []
}

struct CallEncoder: DistributedTargetInvocationEncoder {
    typealias SerializationRequirement = any Codable

    private(set) var parts = CallParts()

    /// The number of bytes.
    var size: Int { parts.generics.reduce(0) { $0 + $1.utf8.count } + parts.arguments.reduce(0) { $0 + $1.count } }

    mutating func recordGenericSubstitution<T>(_ type: T.Type) throws { parts.generics.append(_mangledTypeName(type)!) }

    mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws {
        parts.arguments.append(try JSONEncoder().encode(argument.value))
    }

    mutating func recordErrorType<E: Error>(_ type: E.Type) throws {}
    mutating func recordReturnType<R: Codable>(_ type: R.Type) throws {}
    mutating func doneRecording() throws {}
}

struct CallDecoder: DistributedTargetInvocationDecoder {
    typealias SerializationRequirement = any Codable

    private let parts: CallParts
    private var next = 0

    init(_ parts: CallParts) { self.parts = parts }

    mutating func decodeGenericSubstitutions() throws -> [any Any.Type] { parts.generics.map { _typeByName($0)! } }

    mutating func decodeNextArgument<Argument: Codable>() throws -> Argument {
        defer { next += 1 }
        return try JSONDecoder().decode(Argument.self, from: parts.arguments[next])
    }

    mutating func decodeErrorType() throws -> (any Any.Type)? { nil }
    mutating func decodeReturnType() throws -> (any Any.Type)? { nil }
}

final class ReplyEncoder: DistributedTargetInvocationResultHandler {
    typealias SerializationRequirement = any Codable

    private let data = Mutex(Data())

    var reply: Data { data.withLock { $0 } }

    func onReturn<Success: Codable>(value: Success) async throws {
        let encoded = try JSONEncoder().encode(value)
        data.withLock { $0 = encoded }
    }

    func onReturnVoid() async throws {}
    func onThrow<Err: Error>(error: Err) async throws { throw error }
}
